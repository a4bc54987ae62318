/** Findings of 40 kinds as tests: each fails on the server that has the fault, and passes on the sound one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { OpenTarget, Target } from '../../conformance/target/target.ts';
import { type FindingTest, testOf } from '../../reports/exported/conversation.ts';
import { asHurl } from '../../reports/exported/hurl.ts';
import { asVitest } from '../../reports/exported/vitest.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { faultById } from '../faults/index.ts';

const run = promisify(execFile);

/** A fault, the check that finds it, and the requirement that it breaks there. */
const kinds = [
  ['other-environment-key-accepted', 'authentication.other-environment', 'AUTH-003'],
  ['org-token-may-not-list-payrolls', 'authentication.org-scope', 'AUTH-010'],
  ['auto-approve-tax-id-wins-over-a-preset', 'kyb.combined-sentinels', 'KYB-009'],
  ['unknown-tenant-key-answers-404', 'authentication.foreign-tenant-key', 'AUTH-004'],
  ['org-token-reads-any-payroll', 'authentication.org-scope', 'AUTH-008'],
  ['template-required-flag-as-text', 'contracts.templates', 'TEMPLATE-002'],
  ['payout-export-without-start-date', 'payouts.csv-dates', 'LIMIT-004'],
  ['insufficient-permissions-answer-401', 'authentication.token-type', 'AUTH-005'],
  ['users-as-a-bare-list', 'operations.lists', 'USER-005'],
  ['page-meta-as-strings', 'existing.lists', 'CONV-009'],
  ['template-country-in-lower-case', 'contracts.templates', 'CONV-004'],
  ['invoice-status-open', 'invoices.read', 'INVOICE-002'],
  ['contracts-as-bare-list', 'existing.lists', 'CONTRACT-015'],
  ['tax-needs-additional-attributes', 'taxes.calculation', 'TAX-008'],
  ['invoice-due-date-with-time', 'invoices.read', 'INVOICE-003'],
  ['beneficiaries-as-bare-list', 'existing.lists', 'BENEFICIARY-010'],
  ['any-token-accepted', 'authentication.invalid-token', 'AUTH-002'],
  ['invoice-purpose-as-list', 'invoices.read', 'INVOICE-009'],
  ['invoice-address-in-parts', 'invoices.read', 'INVOICE-004'],
  ['payouts-as-bare-list', 'existing.lists', 'PAYOUT-007'],
  ['only-first-item-with-total', 'invoices.read', 'INVOICE-005'],
  ['params-holds-objects', 'bodies.create-beneficiary', 'ERR-003'],
  ['person-metadata-holds-a-number', 'persons.read', 'PERSON-009'],
  ['invalid-body-has-another-message', 'bodies.create-beneficiary', 'ERR-004'],
  ['limit-1-refused', 'operations.parameters', 'PERSON-005'],
  ['review-answers-200', 'kyc.answers', 'SANDBOX-004'],
  ['person-phone-country-code-is-a-number', 'persons.fields', 'CONV-007'],
  ['beneficiary-update-as-text', 'beneficiaries.list', 'BENEFICIARY-005'],
  ['worker-type-in-lower-case', 'payrolls.list', 'PAYROLL-002'],
  ['payroll-without-id', 'payrolls.list', 'PAYROLL-001'],
  ['money-as-string', 'payrolls.list', 'PAYROLL-007'],
  ['created-business-without-id', 'answers.shapes', 'PLATFORM-001'],
  ['created-contract-title-null', 'contracts.create', 'CONTRACT-009'],
  ['invalid-body-has-another-code', 'bodies.create-contract', 'ERR-002'],
  ['beneficiary-inner-objects-not-validated', 'bodies.create-beneficiary', 'BENEFICIARY-011'],
  ['contract-creation-in-milliseconds', 'contracts.create', 'CONTRACT-019'],
  ['exchange-accepts-any-body', 'bodies.exchange-jwt-broken', 'TOKEN-002'],
  ['review-with-null-answers-500', 'bodies.review-kyc-doubtful', 'SANDBOX-008'],
  ['kyc-read-without-identity', 'kyc.answers', 'KYC-034'],
  ['no-token-needed-to-list-persons', 'authentication.no-token', 'AUTH-001'],
] as const;

interface Exported {
  readonly fault: string;
  readonly written: FindingTest;
  readonly faulty: OpenTarget;
}

async function findingOf(target: Target, check: string, requirement: string) {
  const events = runConformance({
    target,
    checks: allChecks.filter(({ id }) => id === check),
    seed: 1,
    profile: 'smoke',
    concurrency: 1,
    tool,
    endAt: (finding) => finding.requirement === requirement,
  });
  const { findings } = await collectResults(events);
  return findings.find((each) => each.requirement === requirement);
}

/** The environment variables of a test. */
const variablesOf = ({ baseUrl, credentials }: Target) => ({
  CONFORMANCE_BASE_URL: baseUrl,
  CONFORMANCE_PLATFORM_TOKEN: credentials.platformToken ?? '',
  CONFORMANCE_ORG_TOKEN: credentials.orgToken ?? '',
  CONFORMANCE_OTHER_ENVIRONMENT_TOKEN: credentials.otherEnvironmentToken ?? '',
  CONFORMANCE_FOREIGN_TENANT_KEY: credentials.foreignTenantKey ?? '',
  CONFORMANCE_JWT_SECRET: credentials.jwtSecret ?? '',
});

const folder = mkdtempSync(join(tmpdir(), 'exported-'));
const exported: Exported[] = [];
let sound: OpenTarget;

beforeAll(async () => {
  sound = await openEmbeddedTarget({ control: true });
  for (const [fault, check, requirement] of kinds) {
    const faulty = await openEmbeddedTarget({ control: true, fault: faultById(fault) });
    const finding = await findingOf(faulty.target, check, requirement);
    if (finding === undefined) throw new Error(`${check} does not find ${fault}`);
    exported.push({ fault, written: testOf(finding, faulty.target.baseUrl), faulty });
  }
});

afterAll(async () => {
  await Promise.all([sound, ...exported.map(({ faulty }) => faulty)].map(({ close }) => close()));
  rmSync(folder, { recursive: true });
});

test('the last request of each shows the violation, so that nobody has to write an assertion', () => {
  expect(exported.filter(({ written }) => written.place !== undefined)).toEqual([]);
  expect(new Set(kinds.map(([, , requirement]) => requirement)).size).toBe(40);
});

describe('as Vitest tests', () => {
  interface Report {
    readonly testResults: readonly {
      readonly name: string;
      readonly status: string;
      readonly message: string;
    }[];
  }

  function write(name: string, { target }: OpenTarget, written: FindingTest): void {
    const lines = Object.entries(variablesOf(target)).map(
      ([variable, value]) => `process.env[${JSON.stringify(variable)}] = ${JSON.stringify(value)};`,
    );
    writeFileSync(join(folder, `${name}.test.ts`), `${lines.join(' ')}\n${asVitest(written)}`);
  }

  test('they fail on the faulty server and pass on the sound one', async () => {
    for (const { fault, written, faulty } of exported) {
      write(`${fault}.faulty`, faulty, written);
      write(`${fault}.sound`, sound, written);
    }
    const modules = resolve(import.meta.dirname, '../../node_modules');
    symlinkSync(modules, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { isolate: false } };');
    const report = join(folder, 'report.json');
    const { VITEST: _, ...env } = process.env;
    await run(
      process.execPath,
      [
        join(modules, 'vitest/vitest.mjs'),
        'run',
        '--reporter',
        'json',
        '--outputFile',
        report,
        '--maxWorkers',
        '1',
      ],
      { cwd: folder, env, maxBuffer: 100_000_000 },
    ).catch(() => undefined);
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    const outcome = (ending: string, status: string) =>
      testResults
        .filter((each) => each.name.endsWith(`.${ending}.test.ts`) && each.status === status)
        .map(({ name }) => name);
    expect(outcome('sound', 'failed')).toEqual([]);
    expect(outcome('faulty', 'passed')).toEqual([]);
    expect(outcome('sound', 'passed')).toHaveLength(kinds.length);
    expect(outcome('faulty', 'failed')).toHaveLength(kinds.length);
    const skipped = JSON.stringify(testResults).includes('"status":"skipped"');
    expect(skipped).toBe(false);
  });
});

/** The sound server shows no such value. Hurl cannot say that a value may be missing; a comment in the file does. */
const mayBeMissing = 'person-metadata-holds-a-number';

/** Hurl is no package of npm, so that the test needs one that is installed. */
const hurl = await run('hurl', ['--version']).then(
  () => true,
  () => false,
);

describe.skipIf(!hurl)('as Hurl files', () => {
  async function passes(name: string, { target }: OpenTarget, written: FindingTest): Promise<boolean> {
    const file = join(folder, `${name}.hurl`);
    writeFileSync(file, asHurl(written));
    const made = written.fresh.map((variable) => [variable, crypto.randomUUID()]);
    const given = [...Object.entries(variablesOf(target)), ...made];
    const variables = given.flatMap(([variable, value]) => ['--variable', `${variable}=${value}`]);
    return run('hurl', ['--test', ...variables, file]).then(
      () => true,
      (error: { readonly stderr: string }) => {
        if (!error.stderr.includes('error: Assert')) throw new Error(error.stderr);
        return false;
      },
    );
  }

  test('they fail on the faulty server and pass on the sound one', async () => {
    for (const { fault, written, faulty } of exported) {
      expect(await passes(fault, faulty, written), fault).toBe(false);
      if (fault !== mayBeMissing) expect(await passes(fault, sound, written), fault).toBe(true);
    }
  });
});
