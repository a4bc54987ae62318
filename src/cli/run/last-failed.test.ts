import { expect, it } from 'vitest';
import { conformantResults } from '../../../reports/testing/sample-results.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { invoke } from '../../testing/invoke.ts';
import { unsettled } from './last-failed.ts';

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
});

it('says where there is no run to go on from', async () => {
  using folder = temporaryFolder();
  expect(await invoke(['run', '--last-failed'], folder.path)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no run in conformance-report yet: leave --last-failed out'),
  });
});
