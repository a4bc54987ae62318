import { expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { renderMarkdown } from '../../reports/markdown.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { startFront } from '../benign/front.ts';

const refusal = { code: 'account_frozen', message: 'Nothing can be changed before your account is verified' };

test('a server that rejects every write has no finding, and the report begins with the rejected requests', async () => {
  const { target, close } = await openEmbeddedTarget({ control: true });
  const front = await startFront(target.baseUrl, {
    answer: (answer, { method }) =>
      method === 'GET' || answer.status === 401
        ? answer
        : { status: 422, headers: { 'content-type': 'application/json' }, body: JSON.stringify(refusal) },
  });
  try {
    const results = await collectResults(
      runConformance({
        target: { ...target, baseUrl: front.url, kind: 'live' },
        checks: allChecks,
        seed: 1,
        profile: 'standard',
        concurrency: 4,
        tool,
      }),
    );
    const held = results.findings.filter(({ level }) => level === 'documented');
    expect(held.map(({ id, expected, actual }) => [id, expected, actual])).toEqual([]);
    expect(results.verdict).toBe('partial');
    const warned = results.findings.filter(({ requirement }) => requirement === 'ERR-011');
    // Steps that others need run in the existing business.
    expect(warned.map(({ expected }) => expected).sort()).toEqual([
      'createBeneficiary to be carried out',
      'createBusiness to be carried out',
      'createBusinessDeposit to be carried out',
    ]);
    for (const { actual } of warned) expect(actual).toContain(refusal.code);
    const page = renderMarkdown(results);
    expect(page).toContain('## Requests that the target rejected');
    expect(page).toContain('Nothing can be changed before your account is verified');
    expect(page.indexOf('## Requests that the target rejected')).toBeLessThan(
      page.indexOf('## Requirements that were not exercised'),
    );
  } finally {
    await front.close();
    await close();
  }
});
