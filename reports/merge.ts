/** Joins the records of the shards of one run. */

import { isDeepStrictEqual } from 'node:util';
import { catalogueOf, RunCollector } from '../conformance/catalogues.ts';
import type { RunEvent, RunFinished, RunStarted, Shard, Verdict } from '../conformance/engine/events.ts';
import { requirementResults, targetOf, verdictOf } from '../conformance/engine/requirement-results.ts';
import type { Results } from '../conformance/engine/results.ts';
import type { EventRecord } from './ndjson.ts';

/** A record and its file. */
export interface NamedRecord {
  readonly name: string;
  readonly record: EventRecord;
}

export interface MergedRun {
  /** As one run would have written them. */
  readonly events: readonly RunEvent[];
  readonly results: Results;
}

/** How a shard ended. */
export interface EndedShard {
  /** Name of the shard for the reader, at the beginning of a sentence. */
  readonly label: string;
  readonly finished: RunFinished;
}

interface Part extends EndedShard {
  readonly name: string;
  readonly shard: Shard;
  readonly started: RunStarted;
  readonly events: readonly RunEvent[];
}

const refuse = (problem: string, remedy: string) => new Error(`Failed to merge: ${problem}: ${remedy}`);

function partOf({ name, record: { status, started, events } }: NamedRecord): Part {
  const { shard } = started.run;
  if (shard === undefined) {
    throw refuse(`${name} is from a whole run, not a shard`, 'leave it out, or run with --shard i/n');
  }
  const which = `${shard.index}/${shard.count}`;
  const surveyed = events.find((event) => event.type === 'target-surveyed');
  const finished = events.at(-1);
  if (status === 'cut-off' || finished?.type !== 'run-finished') {
    throw refuse(`${name} has no last line, so shard ${which} was cut off`, `run --shard ${which} again`);
  }
  // Each shard may have found out more than its header says.
  const known = surveyed === undefined ? started : { ...started, target: surveyed.target };
  return { name, label: `Shard ${which} (${name})`, started: known, shard, finished, events };
}

const isLoopback = (url: string) => /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(url);

/** Each shard may test its own server, so local addresses may differ. */
export const placeOf = (url: string) => (isLoopback(url) ? 'this machine' : url);

/** Settings that all shards of a run must share, in the order of checking. */
const common: readonly (readonly [what: string, of: (started: RunStarted) => unknown])[] = [
  ['the version of the tool', ({ tool }) => `${tool.name} ${tool.version}`],
  ['the number of shards', ({ run }) => run.shard?.count],
  ['the seed', ({ run }) => run.seed],
  ['the profile', ({ run }) => run.profile],
  ['the target', ({ target }) => placeOf(target.baseUrl)],
  ['the kind of the target', ({ target }) => target.kind],
  ['the environment', ({ target }) => target.environment],
  ['the access', ({ target }) => target.access],
  ['the deliberate fault', ({ target }) => target.fault ?? 'none'],
  ['the capabilities of the target', ({ target }) => target.capabilities.join(', ')],
  ['the set of requirements', ({ run }) => run.set],
  ['the claims', ({ run }) => run.claims?.join(', ')],
  ['--strict-to-the-letter', ({ run }) => run.strictToTheLetter ?? false],
  ['the list of known failures', ({ knownFailures }) => knownFailures],
  ['the split of the checks', ({ plan }) => plan],
];

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? ` (${value})` : '';
}

function refuseMixed([first, ...others]: readonly Part[]): void {
  if (first === undefined) return;
  for (const other of others) {
    for (const [what, of] of common) {
      const [one, two] = [of(first.started), of(other.started)];
      if (isDeepStrictEqual(one, two)) continue;
      throw refuse(
        `${what} differs between ${first.name}${shown(one)} and ${other.name}${shown(two)}`,
        'give the shards of one run, all with the same options and the same --balance',
      );
    }
  }
}

/** @returns the parts in the order of their shards, complete and without duplicates */
function inOrder(parts: readonly Part[]): readonly Part[] {
  const byIndex = new Map<number, Part>();
  for (const part of parts) {
    const { index, count } = part.shard;
    const other = byIndex.get(index);
    if (other !== undefined) {
      throw refuse(`${other.name} and ${part.name} are both shard ${index}/${count}`, 'give each shard once');
    }
    byIndex.set(index, part);
  }
  const count = parts[0]?.shard.count ?? 0;
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (index) => !byIndex.has(index),
  );
  if (missing.length > 0) {
    const which = missing.map((index) => `${index}/${count}`).join(', ');
    throw refuse(`shard ${which} is missing`, `give the results.ndjson of --shard ${which} too`);
  }
  return parts.toSorted((a, b) => a.shard.index - b.shard.index);
}

/** The worst reason why a shard did not finish, if any. */
function trouble(
  parts: readonly EndedShard[],
): { readonly verdict: Verdict; readonly reason: string } | undefined {
  for (const verdict of ['error', 'incomplete'] as const) {
    const part = parts.find(({ finished }) => finished.verdict === verdict);
    if (part === undefined) continue;
    const reason = part.finished.reason ?? verdict;
    const isCommon = parts.every(({ finished }) => finished.reason === reason);
    return { verdict, reason: isCommon ? reason : `${part.label}: ${reason}` };
  }
  return undefined;
}

/**
 * The header of the run that shards make up.
 *
 * @param shards the headers of all of them; each has the plan of the whole run
 */
function joinHeaders(shards: readonly RunStarted[]): RunStarted {
  const [first] = shards;
  if (first === undefined) throw new Error('There are no shards to join.');
  const { plan = [], run, ...rest } = first;
  const { shard: _, ...settings } = run;
  const checks = new Map(shards.flatMap((started) => started.checks.map((check) => [check.id, check])));
  const startedAt = shards.map((started) => started.run.startedAt).toSorted()[0] ?? run.startedAt;
  return {
    ...rest,
    run: { ...settings, startedAt },
    checks: plan.flatMap(({ check }) => checks.get(check) ?? []),
  };
}

/**
 * The end of the run that the shards form.
 *
 * @param started the header from `joinHeaders`
 * @param body all events of all shards but their first and last
 */
function joinEnds(parts: readonly EndedShard[], started: RunStarted, body: readonly RunEvent[]): RunFinished {
  const finishedAt =
    parts
      .map(({ finished }) => finished.finishedAt)
      .toSorted()
      .at(-1) ?? started.run.startedAt;
  const collector = new RunCollector();
  for (const event of [started, ...body]) collector.add(event);
  const { progress } = collector;
  const verdict =
    progress === undefined
      ? 'error'
      : verdictOf(requirementResults(catalogueOf(targetOf(progress)), progress));
  return {
    type: 'run-finished',
    ...(trouble(parts) ?? {
      verdict,
      ...(verdict === 'error' && { reason: 'No requirement was evaluated.' }),
    }),
    finishedAt,
    durationMillis: Math.max(0, Date.parse(finishedAt) - Date.parse(started.run.startedAt)),
    requests: parts.reduce((sum, { finished }) => sum + finished.requests, 0),
  };
}

/**
 * Joins the shards of a run into the run that one machine would have made. A single record of a whole run is returned
 * as it is.
 *
 * @throws Error that names the file and the remedy when a shard is missing, present twice, cut off, or of another run
 */
export function mergeShards(records: readonly NamedRecord[]): MergedRun {
  const [only, second] = records;
  if (only === undefined) throw refuse('no file was given', 'give the results.ndjson of each shard');
  const { status, started: alone, events: said, results: its } = only.record;
  if (second === undefined && status === 'complete' && alone.run.shard === undefined) {
    return { events: said, results: its };
  }
  const given = records.map(partOf);
  refuseMixed(given);
  const parts = inOrder(given);
  const started = joinHeaders(parts.map((part) => part.started));
  // The run has one survey: that of the first shard.
  const body = parts.flatMap(({ events }, index) =>
    events.slice(1, -1).filter(({ type }) => index === 0 || type !== 'target-surveyed'),
  );
  const events = [started, ...body, joinEnds(parts, started, body)];
  const collector = new RunCollector();
  for (const event of events) collector.add(event);
  const { results } = collector;
  if (results === undefined) throw new Error('Events with a header and a footer have no results.');
  return { events, results };
}
