import { describe, expect, test } from 'vitest';
import type { Finding } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { allOperations } from '../../openapi/description.ts';
import {
  conformantResults,
  erroredResults,
  failingResults,
  hostileResults,
  largeResults,
  surveyedResults,
} from '../testing/sample-results.ts';
import { renderHtml } from './page.ts';

const textOf = (results: Results) =>
  renderHtml(results)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the page', () => {
  test('allows only its own style and script, by hash', () => {
    const [, policy] =
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(renderHtml(failingResults)) ?? [];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; script-src 'sha256-[\w+/]+='; base-uri 'none'; form-action 'none'$/,
    );
  });

  test('is the same for the same results', () => {
    expect(renderHtml(failingResults)).toBe(renderHtml(failingResults));
  });

  test('loads no other file and has no inline style or handler', () => {
    const tags = renderHtml(failingResults).match(/<[a-z][^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(500);
    expect(tags.filter((tag) => /\s(src|style|on\w+)=/.test(tag))).toEqual([]);
    expect(tags.filter((tag) => /\shref="(?!#)/.test(tag))).toEqual([]);
  });

  test('gives each id once, and every link within it leads somewhere', () => {
    for (const results of [conformantResults, surveyedResults, erroredResults, hostileResults]) {
      const page = renderHtml(results);
      const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const links = [...page.matchAll(/\shref="#([^"]*)"/g)].map(([, id]) => id);
      expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    }
  });

  test('colours transitions by how often the run took them', () => {
    const page = renderHtml(failingResults);
    const kindOf = (label: string) =>
      new RegExp(`<g class="transition ([\\w -]+)">(?:(?!</g>).)*>${label}</text>`, 's').exec(page)?.[1];
    expect(kindOf('save ×133')).toBe('taken many');
    expect(kindOf('approve ×61')).toBe('taken some');
    expect(kindOf('approve-past ×8')).toBe('taken few');
    expect(kindOf('✕ await-funds ×12')).toBe('failed');
    expect(kindOf('complete')).toBe('never-taken');
    expect(kindOf('start-processing')).toBe('out-of-reach');
    expect(page).toContain(
      '<g class="state unreachable"><title>The document does not show what leads here.</title>',
    );
  });

  test('counts transitions, guards and pairs, and gives the reason of each transition out of reach', () => {
    const text = textOf(failingResults);
    expect(text).toContain(
      'Payroll 4 of 7 transitions taken, 1 of 5 guards seen both met and not met, 2 of 5 pairs seen, 1 out of reach',
    );
    expect(text).toContain('requirement failed, taken 12 times guard false 61 times');
    expect(text).toContain('out of reach Missing on the target: clock.');
    expect(text).toContain('3 pairs of consecutive transitions not seen save → approve-past, ');
  });

  test('lists the slowest operations with their percentiles', () => {
    const text = textOf(failingResults);
    expect(text).toMatch(/Slowest operations .* createBusinessDeposit 15.0 s p50 15.0 s p95 3 responses/);
    expect(text).toContain('readPayroll 1.5 ms p50 2.2 ms p95 460 responses');
    expect(text).toContain(`4 of ${allOperations.length} called`);
    expect(text).toMatch(/createPayroll POST \/v1\/payrolls 200 ×180 400 ×41 401 ×2 403 not seen/);
  });

  test('shows the configuration line that would make requirements testable', () => {
    const retries = failingResults.requirements.filter(({ missing }) => missing?.includes('clock')).length;
    expect(retries).toBeGreaterThan(3);
    expect(textOf(failingResults)).toContain(
      `clock controls: { advanceClock: { method: &#39;POST&#39;, path: &#39;/…&#39; } }, with the arguments {businessId}, {seconds} ${retries} more`,
    );
  });

  test('groups the findings of several checks by rule, the shortest conversation first', () => {
    const [finding] = conformantResults.findings
      .concat(failingResults.findings)
      .filter(({ steps }) => steps.length > 3);
    const again = failingResults.findings.concat({ ...finding, id: 'combined.model/PAYROLL-024' } as Finding);
    const text = textOf({ ...failingResults, findings: again });
    expect(text).toContain('3 violated requirements, worst first');
    expect(text).toContain('and in 1 further check');
    expect(text).toContain('See the 2 findings');
  });

  test('of 100 long findings stays below 2 MB, and shows the worst in full', () => {
    const page = renderHtml(largeResults);
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    expect(page.match(/<article class="finding/g)).toHaveLength(100);
    const [, first = '', ...others] = page.split('<article class="finding');
    expect(first).toContain('<b>&quot;entries&quot;</b>: [');
    expect(others.at(-1)).toContain('All steps but the last are left out');
    expect(others.at(-1)).toContain('/payslips');
    expect(others.at(-1)).toContain('--replay-steps');
  });

  test.each([
    [
      'live',
      {},
      'conformance run --base-url https://sandbox.payroll.example/api --environment sandbox --seed 42',
    ],
    ['prism', {}, 'conformance run --target prism --seed 42'],
    [
      'reference',
      { capabilities: ['clock'], fault: 'tenant-key-ignored' },
      'conformance run --fault tenant-key-ignored --seed 42',
    ],
    ['reference', { access: 'read-only' }, 'conformance run --read-only --seed 42'],
    ['reference', {}, 'conformance run --no-control --seed 42'],
  ] as const)('says how to make the same run of a %s target with %j', (kind, fields, want) => {
    const target = { ...failingResults.target, kind, ...fields };
    expect(renderHtml({ ...failingResults, target })).toContain(`<pre>${want}</pre>`);
  });

  test('omits empty sections', () => {
    const page = renderHtml(conformantResults);
    expect(page).not.toContain('id="findings"');
    expect(page).not.toContain('id="not-exercised"');
    expect(page).toContain('The target conforms');
  });
});
