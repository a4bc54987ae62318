/**
 * results.ndjson: the events of a run as a file, one in a line, written as they happen. Every other report can be made
 * from it, also of a run that was killed.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RunCollector } from '../conformance/catalogues.ts';
import { messageOf } from '../conformance/engine/errors.ts';
import type { RunEvent, RunFinished, RunStarted } from '../conformance/engine/events.ts';
import type { Results } from '../conformance/engine/results.ts';
import { jsonText } from '../markup/visible-text.ts';
import schema from './events.schema.json' with { type: 'json' };
import { describeProblem } from './json.ts';
import resultsSchema from './results.schema.json' with { type: 'json' };
import { plural } from './wording.ts';

/** Events that only show progress are not kept. */
type RecordedEvent = Exclude<RunEvent, { readonly type: 'check-progressed' | 'notice-given' }>;

const isRecorded = ({ type }: RunEvent): boolean => type !== 'check-progressed' && type !== 'notice-given';

const definitions: Readonly<Record<RecordedEvent['type'], string>> = {
  'run-started': 'runStarted',
  'target-surveyed': 'targetSurveyed',
  'check-started': 'checkStarted',
  'finding-reported': 'findingReported',
  'check-finished': 'checkFinished',
  'run-finished': 'runFinished',
};

type Validators = ReadonlyMap<unknown, ValidateFunction<RecordedEvent>>;

/** One validator for each type, so that its errors are about that type alone. */
function compileValidators(): Validators {
  const ajv = new Ajv2020({ strict: true });
  // The CommonJS default export is typed as a namespace under nodenext.
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema(resultsSchema, 'results.schema.json');
  ajv.addSchema(schema, 'events.schema.json');
  return new Map(
    Object.entries(definitions).map(([type, definition]) => [
      type,
      ajv.compile<RecordedEvent>({ $ref: `events.schema.json#/$defs/${definition}` }),
    ]),
  );
}

let compiled: Validators | undefined;

interface Recorded {
  readonly started: RunStarted;
  readonly events: readonly RunEvent[];
  readonly results: Results;
}

/**
 * - `complete`: from the header to the footer.
 * - `cut-off`: without a footer, because the run was killed. The verdict of its results is `incomplete`, and they end
 *   when its last check could have been done at the earliest, since nothing says when it was.
 */
export type EventRecord =
  | ({ readonly status: 'complete' } & Recorded)
  | ({ readonly status: 'cut-off' } & Recorded);

const refuse = (line: number, problem: string, remedy: string, cause?: unknown) =>
  new Error(`Failed to read events: line ${line} ${problem}: ${remedy}`, { cause });

const whole = 'give the complete and unchanged results.ndjson of one run';

function parseLine(text: string, line: number): RunEvent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refuse(line, `is not JSON (${messageOf(cause)})`, whole, cause);
  }
  const type: unknown =
    typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  compiled ??= compileValidators();
  const validate = compiled.get(type);
  if (validate?.(value)) return value;
  const problem = validate ? describeProblem(validate.errors) : 'it has an unknown type';
  const remedy = 'give the results.ndjson of a run of the same schemaVersion (1), or run the suite again';
  throw refuse(line, `is not an event of a run: ${problem}`, remedy);
}

/** Checks that the events of a file are those of one run. */
class Order {
  /** Checks that have not ended; undefined before the header. */
  #open: Set<string> | undefined;
  #surveyed = false;
  #finished = false;

  /** @returns the problem, if any */
  take(event: RunEvent): string | undefined {
    if (this.#finished) {
      return event.type === 'run-started' ? 'begins another run' : 'comes after the end of the run';
    }
    if (event.type === 'run-started') {
      if (this.#open !== undefined) return 'is a second header';
      this.#open = new Set(event.checks.map(({ id }) => id));
      return undefined;
    }
    if (this.#open === undefined) return 'is not the header of a run';
    switch (event.type) {
      case 'check-started':
        return this.#open.has(event.check) ? undefined : `starts ${event.check} out of turn`;
      case 'target-surveyed': {
        const isAgain = this.#surveyed;
        this.#surveyed = true;
        return isAgain ? 'surveys the target again' : undefined;
      }
      case 'check-progressed':
      case 'notice-given':
        return undefined;
      case 'finding-reported': {
        const { check } = event.finding;
        return this.#open.has(check) ? undefined : `has a finding of ${check} out of turn`;
      }
      case 'check-finished':
        return this.#open.delete(event.check) ? undefined : `finishes ${event.check} out of turn`;
      case 'run-finished':
        this.#finished = true;
        return undefined;
    }
    return event satisfies never;
  }
}

/** The missing footer of a run that was cut off. */
function presumedEnd({ run, checks }: RunStarted, events: readonly RunEvent[]): RunFinished {
  const done = events.filter((event) => event.type === 'check-finished');
  const durationMillis = Math.max(0, ...done.map((event) => event.durationMillis));
  return {
    type: 'run-finished',
    verdict: 'incomplete',
    finishedAt: new Date(Date.parse(run.startedAt) + durationMillis).toISOString(),
    durationMillis,
    requests: done.reduce((sum, event) => sum + event.requests, 0),
    reason: `The run was cut off, or is still running: its record ends after ${done.length} of ${plural(checks.length, 'check')}.`,
  };
}

/** Collects events into results; undefined without a footer. */
function foldEvents(events: readonly RunEvent[]): Results | undefined {
  const collector = new RunCollector();
  for (const event of events) collector.add(event);
  return collector.results;
}

/**
 * Reads the output of `eventLine`. A file without a footer is of a run that was killed: its events are still valid, and
 * a last line that was cut is left out. Everything else that a single run does not write is an error.
 *
 * @throws Error that names the line and the remedy
 */
export function readEvents(text: string): EventRecord {
  const lines = text.split('\n');
  // Empty if the file ends with a newline.
  const last = lines.pop() ?? '';
  const order = new Order();
  const events = lines.map((each, index) => {
    const event = parseLine(each, index + 1);
    const problem = order.take(event);
    if (problem !== undefined) throw refuse(index + 1, problem, whole);
    return event;
  });
  const [started] = events;
  if (started?.type !== 'run-started') throw refuse(1, 'is not the header of a run', whole);
  const end = events.at(-1);
  if (end?.type === 'run-finished') {
    if (last !== '') throw refuse(lines.length + 1, 'comes after the end of the run', whole);
    const results = foldEvents(events);
    if (results === undefined) throw new Error('Events with a header and a footer have no results.');
    return { status: 'complete', started, events, results };
  }
  const ended = [...events, presumedEnd(started, events)];
  const results = foldEvents(ended);
  if (results === undefined) throw new Error('Events with a header and a footer have no results.');
  return { status: 'cut-off', started, events, results };
}

/** The line of an event, with its end; empty for events that are not recorded. */
export function eventLine(event: RunEvent): string {
  return isRecorded(event) ? `${jsonText(event)}\n` : '';
}
