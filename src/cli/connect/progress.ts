/** The line of progress of `connect`, so that a long step is never silent. */
import { allChecks } from '../../../conformance/all-checks.ts';
import type { RunEvent } from '../../../conformance/engine/events.ts';
import { documentedIds } from '../../../openapi/catalogue.ts';
import { type ExpectedRequests, RunProgress } from '../../../reports/run-progress.ts';
import { plural } from '../../../reports/wording.ts';
import { expectedRequests } from '../run/expected-requests.ts';
import { keepDrawing } from '../run/live-terminal.ts';
import type { Terminal } from '../terminal.ts';

/** Without a redrawn line: how often a line says how far a step is. */
const secondsBetweenLines = 15;
const clearLine = '\r\u001b[2K';

/** How many requirements of a run are left, and for how long. */
export class StepProgress {
  readonly #unfinished = new Map<string, readonly string[]>();
  readonly #progress: RunProgress;
  #startedAt = 0;

  constructor(expected?: ExpectedRequests) {
    this.#progress = new RunProgress(expected);
  }

  handle(event: RunEvent, now: number): void {
    this.#progress.add(event);
    if (event.type === 'run-started')
      for (const { id, covers } of event.checks) this.#unfinished.set(id, covers);
    if (event.type === 'target-surveyed') this.#startedAt = now;
    if (event.type === 'check-finished') this.#unfinished.delete(event.check);
  }

  /** The documented requirements of checks that have not finished, and an estimate of the time; empty before the first event. */
  text(now: number): string {
    if (this.#progress.total === 0) return '';
    const left = new Set([...this.#unfinished.values()].flat().filter((id) => documentedIds.has(id)));
    const millis = this.#progress.timeLeft(now - this.#startedAt);
    const estimate = millis === undefined ? '' : `, about ${Math.ceil(millis / 1_000)} s`;
    return `${plural(left.size, 'requirement')} left${estimate}`;
  }
}

export interface ShownStep extends Disposable {
  handle(event: RunEvent): void;
}

/**
 * Shows a step until it is disposed of: as a line that is redrawn, or, without a terminal, as a line every 15 seconds.
 *
 * @param what it is doing, such as `Trying the adapter`
 */
export function showStep(what: string, terminal: Terminal, now = () => performance.now()): ShownStep {
  const { interactive, writeTrusted, line } = terminal;
  const progress = new StepProgress(expectedRequests(allChecks, 'standard', undefined));
  const startedAt = now();
  let lastLine = startedAt;
  const textNow = () => {
    const at = now();
    const seconds = Math.floor((at - startedAt) / 1_000);
    return `${what} (${[`${seconds} s`, progress.text(at)].filter(Boolean).join('; ')})`;
  };
  const drawing = keepDrawing(terminal, {
    tick() {
      if (interactive) writeTrusted(`${clearLine}${textNow().slice(0, terminal.columns - 1)}`);
      else if (now() - lastLine >= secondsBetweenLines * 1_000) {
        lastLine = now();
        line(textNow());
      }
    },
    clear() {
      if (interactive) writeTrusted(clearLine);
    },
  });
  return {
    handle: (event) => progress.handle(event, now()),
    [Symbol.dispose]: () => drawing[Symbol.dispose](),
  };
}
