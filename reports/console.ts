/** The run as it goes, for a terminal or a log. */
import type { RunEvent } from '../conformance/engine/events.ts';
import { type Detail, eventLines } from './event-lines.ts';
import { LiveRegion } from './live-region.ts';
import { liveLines } from './live-view.ts';
import { type ExpectedRequests, RunProgress } from './run-progress.ts';
import { createPaint, duration, plural } from './wording.ts';

export interface ConsoleOptions {
  readonly write: (text: string) => void;
  /** A terminal whose last lines can be drawn again. */
  readonly interactive: boolean;
  /** Width of the terminal in characters, now. */
  readonly columns: () => number;
  readonly color: boolean;
  /** `verbose`: each check with all that it did, and what it left out. */
  readonly detail: Detail;
  /** For the bar and the time left. */
  readonly expected?: ExpectedRequests;
  /** Milliseconds since any moment. */
  readonly now: () => number;
}

export interface ConsoleReporter {
  handle(event: RunEvent): void;
  /** To be called every now and then, and when the terminal has changed its size: draws what has changed. */
  tick(): void;
  /** Takes the live lines away, so that something else can be written; the next tick brings them back. */
  clear(): void;
}

/** A log that says nothing for this long looks dead. */
const longSilenceMillis = 30_000;

/** Two lines are drawn again and again, and findings stay above them. */
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
    (type === 'check-finished' && detail === 'verbose');
  return {
    handle(event) {
      progress.add(event);
      if (event.type === 'run-started') running = true;
      if (event.type === 'run-finished') {
        // The summary says how the run ended.
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

/** Each finished check and each finding is a line, and so is a long silence. */
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
      print(paint('dim', `… ${figures}; under way: ${underWay.join(', ')}`));
    },
    clear: () => {},
  };
}

/** Follows a run in a terminal, or as plain lines. */
export function createConsoleReporter(options: ConsoleOptions): ConsoleReporter {
  return options.interactive ? liveReporter(options) : plainReporter(options);
}
