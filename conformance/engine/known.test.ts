import { describe, expect, it } from 'vitest';
import { type Check, example } from '../provider/check.ts';
import { runAgainst, startFakeTarget } from '../testing/fake-target.ts';
import type { KnownFailure } from './known.ts';

const breaks = (id: string, requirement: 'AUTH-001' | 'AUTH-002', holds = false): Check =>
  example({
    id,
    title: 'A check of the test',
    covers: [requirement],
    needs: [],
    run: async (scenario) => {
      scenario.require(requirement, holds, 'this', 'that');
    },
  });

const entry = (fields: Partial<KnownFailure> = {}): KnownFailure => ({
  list: 'known-failures',
  requirement: 'AUTH-001',
  reason: 'Repaired in the next release.',
  ...fields,
});

const broken = breaks('test.one', 'AUTH-001');
const sound = breaks('test.one', 'AUTH-001', true);
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const today = new Date().toISOString().slice(0, 10);

describe('a known failure', () => {
  it.each([
    ['is shown and does not decide', [broken], [entry()], 'partial', ['failing']],
    ['of the same check', [broken], [entry({ check: 'test.one' })], 'partial', ['failing']],
    ['of another check', [broken], [entry({ check: 'test.two' })], 'non-conformant', ['not-exercised']],
    [
      'of another requirement',
      [broken],
      [entry({ requirement: 'AUTH-002' })],
      'non-conformant',
      ['not-exercised'],
    ],
    ['on its last day', [broken], [entry({ expires: today })], 'partial', ['failing']],
    ['after its last day', [broken], [entry({ expires: yesterday })], 'non-conformant', ['expired']],
    ['that passes', [sound], [entry()], 'partial', ['passed']],
    ['that passes in its check', [sound], [entry({ check: 'test.one' })], 'partial', ['passed']],
    ['that comes and goes', [broken], [entry({ list: 'flaky' })], 'partial', ['failing']],
    [
      'beside one that is new',
      [broken, breaks('test.two', 'AUTH-001')],
      [entry({ check: 'test.one' })],
      'non-conformant',
      ['failing'],
    ],
  ] satisfies [string, Check[], KnownFailure[], string, string[]][])(
    '%s',
    async (_, checks, knownFailures, verdict, statuses) => {
      await using fake = await startFakeTarget();
      const { results, events } = await runAgainst(fake.target, { checks, knownFailures });
      expect(results.verdict).toBe(verdict);
      expect(results.knownFailures?.map(({ status }) => status)).toEqual(statuses);
      const findings = checks.filter((check) => check !== sound).length;
      expect(results.findings).toHaveLength(findings);
      const isKnown = statuses.includes('failing');
      expect(results.findings.some(({ known }) => known !== undefined)).toBe(isKnown);
      expect(events[0]).toMatchObject({ type: 'run-started', knownFailures });
    },
  );

  it('keeps its requirement failed, with the reason', async () => {
    await using fake = await startFakeTarget();
    const { results } = await runAgainst(fake.target, { checks: [broken], knownFailures: [entry()] });
    expect(results.requirements.find(({ id }) => id === 'AUTH-001')).toMatchObject({
      status: 'failed',
      known: 'Repaired in the next release.',
    });
  });
});
