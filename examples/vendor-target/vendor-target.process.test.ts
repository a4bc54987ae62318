import { afterAll, beforeAll, expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { renderMarkdown } from '../../reports/markdown.ts';
import { diagnose } from '../../src/cli/connect/diagnose.ts';
import { collectResults } from '../../src/collect-results.ts';
import { parseConfig } from '../../src/config/parse-config.ts';
import { resolveTarget } from '../../src/config/settings.ts';
import { openTarget } from '../../src/targets/open-target.ts';
import { tool } from '../../src/tool.ts';
import config from './conformance.config.ts';
import { startVendor, type Vendor } from './server.ts';

const keys = { platform: 'vendor-platform-key', org: 'vendor-org-key' };
const signal = AbortSignal.timeout(120_000);

let vendor: Vendor;
beforeAll(async () => {
  vendor = await startVendor(keys);
});
afterAll(() => vendor[Symbol.asyncDispose]());

const open = async (configured: unknown, variables: Readonly<Record<string, string>>) => {
  const parsed = parseConfig(configured, 'conformance.config.ts');
  const settings = resolveTarget({ control: true, baseUrl: vendor.url }, parsed, variables);
  return (await openTarget(settings, signal)).target;
};

const withConfig = () => open(config, { VENDOR_PLATFORM_KEY: keys.platform, VENDOR_ORG_KEY: keys.org });
const withKeyOnly = () => open({}, { CONFORMANCE_ORG_TOKEN: keys.org });

async function run(target: Awaited<ReturnType<typeof open>>): Promise<Results> {
  return collectResults(
    runConformance({ target, checks: allChecks, seed: 9, profile: 'standard', concurrency: 4, tool, signal }),
  );
}

function expectNothingHeld({ findings, checks, verdict }: Results): void {
  const held = findings.filter(({ level }) => level === 'documented');
  expect(held.map(({ id, expected, actual }) => [id, expected, actual])).toEqual([]);
  expect(checks.flatMap(({ id, error }) => (error === undefined ? [] : [[id, error]]))).toEqual([]);
  expect(verdict).toBe('partial');
}

const passedIn = ({ requirements }: Results) =>
  requirements.filter(({ status }) => status === 'passed').map(({ id }) => id);

test('nothing is held against a vendor with other names, configured or not, and its configuration adds to it', async () => {
  const bare = await run(await withKeyOnly());
  expectNothingHeld(bare);
  const configured = await run(await withConfig());
  expectNothingHeld(configured);
  // Without the names, nothing can be checked about persons, payrolls and wallets.
  expect(passedIn(bare)).not.toContain('PERSON-006');
  expect(passedIn(configured)).toEqual(
    expect.arrayContaining(['PERSON-006', 'PERSON-007', 'PAYROLL-012', 'SANDBOX-001', 'AUTH-008']),
  );
  expect(passedIn(configured).length).toBeGreaterThan(passedIn(bare).length + 30);
  // In real time a payroll goes as far as it can without a clock, and the report gives the reason why it goes no
  // further.
  expect(Object.keys(configured.coverage.transitions)).toEqual(
    expect.arrayContaining(
      ['save', 'approve', 'approve-past', 'await-funds', 'funds-arrive', 'collect-funds'].map(
        (id) => `payroll/${id}`,
      ),
    ),
  );
  const summary = renderMarkdown(configured);
  expect(summary).toMatch(/^\| Payroll \| 6 of 6 \|/m);
  expect(summary).toMatch(
    /^- Out of reach: .*`payroll\/start-processing`.* Missing on the target: clock\.$/m,
  );
});

test('nothing is held against the vendor, and nothing created there, when it is only read', async () => {
  const found = await withConfig();
  const before = await run({ ...found, access: 'read-only' });
  expectNothingHeld(before);
  expect(passedIn(before)).toEqual(expect.arrayContaining(['AUTH-001', 'PERSON-004', 'PERSON-015']));
  const writes = Object.keys(before.coverage.operations).filter((id) =>
    /^(create|save|update|submit)/.test(id),
  );
  expect(writes).toEqual([]);
});

test('what would raise the coverage of the vendor is said', async () => {
  const { next } = diagnose(await withConfig());
  const controls = next.flatMap(({ needs }) => needs.map(({ name }) => name));
  expect(controls).toEqual(expect.arrayContaining(['webhooks', 'drain', 'clock']));
});
