/** Reads the events of a run to its end. */
import { RunCollector } from '../conformance/catalogues.ts';
import type { RunEvent } from '../conformance/engine/events.ts';
import type { Results } from '../conformance/engine/results.ts';

/**
 * @param onEvent sees each event after it was collected; the next one waits for it
 * @throws Error when the run broke its contract and never said that it started and finished
 */
export async function collectResults(
  events: AsyncIterable<RunEvent>,
  onEvent: (event: RunEvent) => void | Promise<void> = () => {},
): Promise<Results> {
  const collector = new RunCollector();
  for await (const event of events) {
    collector.add(event);
    await onEvent(event);
  }
  if (collector.results === undefined) throw new Error('The run ended without its last event.');
  return collector.results;
}
