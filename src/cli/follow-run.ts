/** Reads the events of a run to its end. */
import type { RunEvent } from '../../conformance/engine/events.ts';
import { type Results, ResultsCollector } from '../../conformance/engine/results.ts';
import { fanOut, type Reporter } from '../../reports/reporter.ts';

/**
 * @param onFailure is told of a reporter that threw; the others go on
 * @throws Error when the run broke its contract and never said that it started and finished
 */
export async function followRun(
  events: AsyncIterable<RunEvent>,
  reporters: readonly Reporter[],
  onFailure: (message: string) => void,
): Promise<Results> {
  const collector = new ResultsCollector();
  const audience = fanOut(reporters, ({ name }, error) => {
    onFailure(`The ${name} reporter failed: ${error instanceof Error ? error.message : String(error)}`);
  });
  for await (const event of events) {
    collector.add(event);
    await audience.handle(event);
  }
  if (collector.results === undefined) throw new Error('The run ended without its last event.');
  return collector.results;
}
