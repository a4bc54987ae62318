/** The line of progress of `connect`, so that a long step is never silent. */
import type { RunEvent } from '../../../conformance/engine/events.ts';
import { documentedIds } from '../../../openapi/catalogue.ts';
import { plural } from '../../../reports/wording.ts';
import { keepDrawing } from '../run/live-terminal.ts';
import type { Terminal } from '../terminal.ts';

/** Without a redrawn line: how often a line says how far a step is. */
const secondsBetweenLines = 15;
/** An estimate from less than this share of the requirements would jump. */
const leastShare = 0.1;

const clearLine = '\r\u001b[2K';

/** How far a run is, from its events. */
export class RunProgress {
  readonly #unfinished = new Map<string, readonly string[]>();
  #all = 0;
  #startedAt = 0;

  handle(event: RunEvent, now: number): void {
    if (event.type === 'run-started') {
      for (const { id, covers } of event.checks) this.#unfinished.set(id, covers);
      this.#all = this.#left();
      this.#startedAt = now;
    } else if (event.type === 'target-surveyed') this.#startedAt = now;
    else if (event.type === 'check-finished') this.#unfinished.delete(event.check);
  }

  /** Documented requirements of checks that have not finished. A few of the checks take most of the time. */
  #left(): number {
    return new Set([...this.#unfinished.values()].flat().filter((id) => documentedIds.has(id))).size;
  }

  /** How many documented requirements are left, and an estimate of the time; empty before the run has started. */
  text(now: number): string {
    if (this.#all === 0) return '';
    const left = this.#left();
    const share = 1 - left / this.#all;
    const seconds = Math.ceil(((now - this.#startedAt) * (1 - share)) / share / 1_000);
    const estimate = share < leastShare || left === 0 ? '' : `, about ${seconds} s`;
    return `${plural(left, 'requirement')} left${estimate}`;
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
  const progress = new RunProgress();
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
