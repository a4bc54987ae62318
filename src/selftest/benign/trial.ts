/** Tries variants that differ only where the document leaves a choice: there must be no documented finding. */
import { expect, test } from 'vitest';
import { runVariants, variants } from './run-variant.ts';

/** Every second variant from one on: the two halves are files of their own, so that they are tried side by side. */
export const variantsFrom = (first: 0 | 1): readonly string[] =>
  variants.filter((_, index) => index % 2 === first).map(({ id }) => id);

export function tryVariants(ids: readonly string[]): void {
  test.each(ids)('no documented finding for %s', async (id) => {
    const results = await runVariants([id], { seed: 11, profile: 'smoke' });
    const held = results.findings.filter(({ level }) => level === 'documented');
    expect(held.map((finding) => [finding.requirement, finding.expected, finding.actual])).toEqual([]);
    expect(results.checks.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(results.checks.filter(({ requests }) => requests > 0)).not.toEqual([]);
  });
}
