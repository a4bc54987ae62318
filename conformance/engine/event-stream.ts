/** The events of a run as a stream. */
import type { ConformanceErrorCode } from './errors.ts';
import type { RunEvent, Verdict } from './events.ts';
import { type CatalogueOf, ResultsCollector } from './results.ts';

/** Passes emitted events to the reader of the stream and to the verdict. */
export class Emitter {
  readonly collector: ResultsCollector;
  readonly #controller: ReadableStreamDefaultController<RunEvent>;
  readonly #startedAt = performance.now();
  #requests = 0;

  constructor(catalogueOf: CatalogueOf, controller: ReadableStreamDefaultController<RunEvent>) {
    this.collector = new ResultsCollector(catalogueOf);
    this.#controller = controller;
  }

  emit(event: RunEvent): void {
    if (event.type === 'check-finished') this.#requests += event.requests;
    this.collector.add(event);
    this.#controller.enqueue(event);
  }

  finish(verdict: Verdict, reason?: string, code?: ConformanceErrorCode): void {
    this.emit({
      type: 'run-finished',
      verdict,
      finishedAt: new Date().toISOString(),
      durationMillis: Math.round(performance.now() - this.#startedAt),
      requests: this.#requests,
      ...(reason !== undefined && { reason }),
      ...(code !== undefined && { code }),
    });
    this.#controller.close();
  }
}

/**
 * The stream ends when `perform` has finished it, and fails with what `perform` rejects with.
 *
 * @param perform its signal is aborted when the reader of the events stops
 */
export function streamEvents(
  catalogueOf: CatalogueOf,
  perform: (emitter: Emitter, cancelled: AbortSignal) => Promise<void>,
): AsyncIterable<RunEvent> {
  const cancelled = new AbortController();
  return new ReadableStream<RunEvent>(
    {
      start(controller) {
        perform(new Emitter(catalogueOf, controller), cancelled.signal).catch((error: unknown) =>
          controller.error(error),
        );
      },
      cancel() {
        cancelled.abort(new Error('Nobody reads the events any more.'));
      },
    },
    { highWaterMark: Number.POSITIVE_INFINITY },
  );
}
