/** Reads the events of a run to its end, and tells the reporters. */
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { RunEvent } from '../../../conformance/engine/events.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { fanOut, type Reporter } from '../../../reports/reporter.ts';
import { collectResults } from '../../collect-results.ts';

/**
 * @param onFailure is told of a reporter that threw; the others go on
 * @throws Error when the run broke its contract and never said that it started and finished
 */
export function followRun(
  events: AsyncIterable<RunEvent>,
  reporters: readonly Reporter[],
  onFailure: (message: string, reporter: Reporter) => void,
): Promise<Results> {
  const audience = fanOut(reporters, (reporter, error) => {
    onFailure(`The ${reporter.name} reporter failed: ${messageOf(error)}`, reporter);
  });
  return collectResults(events, (event) => audience.handle(event));
}
