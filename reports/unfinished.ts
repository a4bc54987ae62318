/** Results of a run that has not ended, so that reports say so if it never ends. */
import { RunCollector } from '../conformance/catalogues.ts';
import type { RunStarted } from '../conformance/engine/events.ts';
import type { Results } from '../conformance/engine/results.ts';

const unfinishedReason =
  'The run has not finished: it is still running, or it was killed. results.ndjson contains what it did so far.';

export function unfinishedResults(started: RunStarted): Results {
  const collector = new RunCollector();
  collector.add(started);
  collector.add({
    type: 'run-finished',
    verdict: 'incomplete',
    finishedAt: started.run.startedAt,
    durationMillis: 0,
    requests: 0,
    reason: unfinishedReason,
  });
  const { results } = collector;
  if (results === undefined) throw new Error('A header and a footer have no results.');
  return { ...results, run: { ...results.run, unfinished: true } };
}
