/** Reads the events of a run to its end, and makes its results of them. */
import { catalogueOf } from '../conformance/catalogues.ts';
import type { RunEvent } from '../conformance/engine/events.ts';
import { ResultsCollector as CatalogueCollector, type Results } from '../conformance/engine/results.ts';

/** Folds the events of any run into its results: the kind of its target says which catalogue they are of. */
export class ResultsCollector extends CatalogueCollector {
  constructor() {
    super(catalogueOf);
  }
}

/**
 * @param onEvent sees each event after it was collected; the next one waits for it
 * @throws Error when the run broke its contract and never said that it started and finished
 */
export async function collectResults(
  events: AsyncIterable<RunEvent>,
  onEvent: (event: RunEvent) => void | Promise<void> = () => {},
): Promise<Results> {
  const collector = new ResultsCollector();
  for await (const event of events) {
    collector.add(event);
    await onEvent(event);
  }
  if (collector.results === undefined) throw new Error('The run ended without its last event.');
  return collector.results;
}
