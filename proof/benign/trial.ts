/** Tests variants that differ only where the document leaves a choice: there must be no documented finding. */
import { expect, test } from 'vitest';
import { openJudge } from '../../conformance/traffic/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { tool } from '../../src/tool.ts';
import { runVariants, variants } from './run-variant.ts';
import { startObserver } from './testing/observer.ts';

/** Every second variant from the given one on: the two halves are files of their own, so that they run in parallel. */
export const variantsFrom = (first: 0 | 1): readonly string[] =>
  variants.filter((_, index) => index % 2 === first).map(({ id }) => id);

export function tryVariants(ids: readonly string[]): void {
  test.each(ids)('no documented finding for %s', async (id) => {
    await using observers = new AsyncDisposableStack();
    const judge = openJudge('observed', { baseUrl: 'http://127.0.0.1:1', tool });
    const observed = collectResults(judge.events);
    const before = async (baseUrl: string) => observers.use(await startObserver(baseUrl, judge)).url;
    const results = await runVariants([id], { seed: 11, profile: 'standard', before });
    judge.end();
    const held = results.findings.filter(({ level }) => level === 'documented');
    expect(held.map((finding) => [finding.requirement, finding.expected, finding.actual])).toEqual([]);
    const seen = (await observed).findings.filter(({ level }) => level === 'documented');
    expect(
      seen.map((finding) => [finding.check, finding.requirement, finding.expected, finding.actual]),
    ).toEqual([]);
    expect(results.checks.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(results.checks.filter(({ requests }) => requests > 0)).not.toEqual([]);
  });
}
