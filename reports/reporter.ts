/** A reporter receives the events of a run; several reporters can share one run. */
import type { RunEvent } from '../conformance/engine/events.ts';

export interface Reporter {
  readonly name: string;
  handle(event: RunEvent): void | Promise<void>;
}

/**
 * Passes each event to every reporter. A reporter that throws is dropped and reported once; the others go on.
 *
 * @param onFailure is given the reporter and the error
 * @returns a reporter whose `handle` resolves when all have handled the event, and never rejects because of one of them
 */
export function fanOut(
  reporters: readonly Reporter[],
  onFailure: (reporter: Reporter, error: unknown) => void,
): { handle(event: RunEvent): Promise<void> } {
  const live = new Set(reporters);
  const deliver = async (reporter: Reporter, event: RunEvent) => {
    try {
      await reporter.handle(event);
    } catch (error) {
      // A caller that does not wait may have several events under way; `delete` is true for the first only.
      if (live.delete(reporter)) onFailure(reporter, error);
    }
  };
  return {
    async handle(event) {
      await Promise.all([...live].map((reporter) => deliver(reporter, event)));
    },
  };
}
