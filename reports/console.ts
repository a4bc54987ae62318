/** Reports the progress of a run on a terminal or in a log. */
import type { RunEvent } from '../conformance/engine/events.ts';
import { eventLines, type OutputDetail } from './event-lines.ts';
import { LiveRegion } from './live-region.ts';
import { liveLines } from './live-view.ts';
import { type ExpectedRequests, RunProgress } from './run-progress.ts';
import { createPaint, duration, plural } from './wording.ts';

export interface ConsoleOptions {
  readonly write: (text: string) => void;
  /** Whether lines can be redrawn. */
  readonly interactive: boolean;
  /** Current width of the terminal in characters. */
  readonly columns: () => number;
  readonly color: boolean;
  /** `verbose`: each check with its counts and the cases that it skipped. */
  readonly detail: OutputDetail;
  /** For the bar and the time left. */
  readonly expected?: ExpectedRequests;
  /** Milliseconds since any moment. */
  readonly now: () => number;
}

export interface ConsoleReporter {
  handle(event: RunEvent): void;
  /** Redraws; call it periodically and when the size of the terminal changes. */
  tick(): void;
  /** Removes the live lines until the next tick, so that something else can be written. */
  clear(): void;
}

/** After this time without output, a plain log prints its progress. */
const longSilenceMillis = 30_000;

/** Redraws two lines; findings stay above them. */
function liveReporter(options: ConsoleOptions): ConsoleReporter {
  const { write, columns, detail, now } = options;
  const paint = createPaint(options.color);
  const progress = new RunProgress(options.expected);
  const region = new LiveRegion(write, columns);
  const started = now();
  let running = false;
  const draw = (above = '') =>
    region.draw(liveLines(progress, { elapsedMillis: now() - started, columns: columns(), paint }), above);
  const stays = ({ type }: RunEvent) =>
    type === 'run-started' ||
    type === 'finding-reported' ||
    type === 'notice-given' ||
    (type === 'check-finished' && detail === 'verbose');
  return {
    handle(event) {
      progress.add(event);
      if (event.type === 'run-started') running = true;
      if (event.type === 'run-finished') {
        // The summary reports the result.
        running = false;
        region.clear();
      } else if (stays(event)) {
        draw(
          eventLines(event, detail, paint)
            .map((line) => `${line}\n`)
            .join(''),
        );
      }
    },
    tick() {
      if (running) draw();
    },
    clear: () => region.clear(),
  };
}

/** Prints a line for each finished check, for each finding, and after a long silence. */
function plainReporter(options: ConsoleOptions): ConsoleReporter {
  const { write, detail, now } = options;
  const paint = createPaint(options.color);
  const progress = new RunProgress(options.expected);
  const started = now();
  let spoke = started;
  const print = (line: string) => {
    write(`${line}\n`);
    spoke = now();
  };
  return {
    handle(event) {
      progress.add(event);
      for (const line of eventLines(event, detail, paint)) print(line);
    },
    tick() {
      if (now() - spoke < longSilenceMillis || progress.underWay.length === 0) return;
      const { underWay, done, total, requests } = progress;
      const figures = `${done} of ${plural(total, 'check')}, ${plural(requests, 'request')}, ${duration(now() - started)}`;
      print(paint('dim', `… ${figures}; running: ${underWay.join(', ')}`));
    },
    clear: () => {},
  };
}

/** Follows a run in a terminal, or as plain lines. */
export function createConsoleReporter(options: ConsoleOptions): ConsoleReporter {
  return options.interactive ? liveReporter(options) : plainReporter(options);
}
