import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conformantResults } from '../../../reports/testing/sample-results.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { invoke } from '../../testing/invoke.ts';
import { lastRun, unsettled } from './last-failed.ts';

it('runs again what failed, errored or was not reached, and not what the target lacks', () => {
  const [requirement] = conformantResults.requirements;
  const [check] = conformantResults.checks;
  if (requirement === undefined || check === undefined) throw new Error('The sample has no result');
  const cases = {
    passed: { status: 'passed' },
    failed: { status: 'failed' },
    errored: { status: 'errored' },
    'not-reached': { status: 'not-exercised' },
    lacking: { status: 'not-exercised', missing: ['webhooks'] },
  } as const;
  const results = {
    ...conformantResults,
    requirements: Object.entries(cases).map(([id, result]) => ({ ...requirement, checks: [id], ...result })),
    checks: Object.keys(cases).map((id) => ({ ...check, id })),
  };
  expect(unsettled(results)).toEqual(['failed', 'errored', 'not-reached']);
  const cutShort = { ...results, checks: results.checks.filter(({ id }) => id !== 'passed') };
  expect(unsettled(cutShort)).toEqual(['failed', 'errored', 'not-reached', 'passed']);
});

it('says where there is no run to go on from', async () => {
  using folder = temporaryFolder();
  expect(await invoke(['run', '--last-failed'], folder.path)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no run in conformance-report yet: leave --last-failed out'),
  });
});

const [failing, ...others] = conformantResults.requirements;
const [ofLast, ...rest] = conformantResults.checks;
const recorded = (options: Readonly<Record<string, readonly string[]>>) => ({
  ...conformantResults,
  run: {
    ...conformantResults.run,
    seed: 42,
    profile: 'thorough',
    invocation: { program: 'npx conformance', record: 'results.json', options },
  },
  requirements: [{ ...failing, status: 'failed', checks: [ofLast?.id] }, ...others],
  checks: [ofLast, ...rest],
});
const address = 'http://127.0.0.1:4010';
const elsewhere = { baseUrl: address, controls: 'none' } as const;
const here = { controls: 'auto' } as const;

it.each([
  ['an address', { 'base-url': [address] }, elsewhere, here, 'the embedded reference server'],
  ['a fault', { fault: ['one'] }, { ...here, fault: 'one' }, here, 'the embedded reference server'],
  ['the embedded server', {}, here, elsewhere, address],
])(
  'goes on from a run of %s with its seed and profile, and with no other server',
  (_, options, same, other, named) => {
    using folder = temporaryFolder();
    const out = join(folder.path, 'report');
    mkdirSync(out);
    writeFileSync(join(out, 'results.json'), JSON.stringify(recorded(options)));
    const target = { credentials: {}, absentOperations: [] };
    const settingsOf = (given: object) => ({ out, target: { ...target, ...given } }) as never;
    expect(lastRun(settingsOf(same))).toEqual({ checks: [ofLast?.id], seed: 42, profile: 'thorough' });
    expect(() => lastRun(settingsOf(other))).toThrow(
      new RegExp(
        `^The last run in .*report tested .*, and this one would test ${named}: give the same options`,
      ),
    );
  },
);
