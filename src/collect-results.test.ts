import { expect, it } from 'vitest';
import { failingEvents, failingResults } from '../reports/testing/sample-results.ts';
import { ResultsCollector } from './index.ts';

it('the collector of the package needs no catalogue', () => {
  const collector = new ResultsCollector();
  for (const event of failingEvents) collector.add(event);
  expect(collector.results).toEqual(failingResults);
});
