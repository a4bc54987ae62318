import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { OpenTarget, Target } from '../../conformance/target/target.ts';
import { answerRequirements } from '../../openapi/answer-requirements.ts';
import type { RequirementId } from '../../openapi/catalogue.ts';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import { diagnose } from '../cli/connect/diagnose.ts';
import { collectResults } from '../collect-results.ts';
import { startMockServer } from '../mock/mock-server.ts';
import { tool } from '../tool.ts';
import { openTarget } from './open-target.ts';

const settings = { credentials: {}, controls: 'auto', absentOperations: [] } as const;
const signal = AbortSignal.timeout(600_000);

const runOn = (target: Target) =>
  collectResults(
    runConformance({ target, checks: allChecks, seed: 5, profile: 'smoke', concurrency: 4, tool }),
  );

let prism: OpenTarget;
let results: Results;
beforeAll(async () => {
  prism = await openTarget({ ...settings, kind: 'prism' }, signal);
  results = await runOn(prism.target);
});
afterAll(() => prism.close());

const resultOf = (wanted: RequirementId) => results.requirements.find(({ id }) => id === wanted);

test('Prism has no finding, and no check is errored', () => {
  expect(results.target.kind).toBe('prism');
  expect(results.findings).toEqual([]);
  expect(results.checks.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(results.verdict).toBe('partial');
});

test('most response and authentication requirements are exercised, as many as the guide states', () => {
  const wanted = answerRequirements();
  const passed = wanted.filter(({ id }) => resultOf(id)?.status === 'passed');
  expect(passed.length / wanted.length).toBeGreaterThanOrEqual(0.6);
  const guide = readFileSync(new URL('../../docs/targets.md', import.meta.url), 'utf8');
  expect(guide).toContain(`are ${wanted.length} requirements, of which ${passed.length} are exercised`);
});

test('every requirement that is not exercised has a reason', () => {
  const others = results.requirements.filter(({ status }) => status === 'not-exercised');
  expect(others.filter(({ reason = '' }) => reason === '')).toEqual([]);
  expect(resultOf('PLATFORM-002')?.reason).toMatch(/keeps no state/);
  // Prism accepts any key.
  expect(resultOf('AUTH-002')).toMatchObject({
    status: 'not-exercised',
    reason: expect.stringMatching(/accepts any key/),
  });
});

test('the diagnosis names the exercised requirements', () => {
  const { exercisable } = diagnose(prism.target);
  const passed = results.requirements.filter(
    ({ level, status }) => level === 'documented' && status === 'passed',
  );
  expect(exercisable.toSorted()).toEqual(passed.map(({ id }) => id).toSorted());
});

test('a running Prism is detected by its responses, and needs no key', async () => {
  const { target } = await openTarget({ ...settings, baseUrl: prism.target.baseUrl }, signal);
  expect(target.kind).toBe('prism');
  expect(target.credentials.orgToken).toBeDefined();
});

test('a running Prism with generated responses has no finding', async () => {
  const options = { description: bundled, port: 0, host: '127.0.0.1', dynamic: true, log: false };
  const server = await startMockServer(options);
  try {
    const { target } = await openTarget({ ...settings, baseUrl: server.url }, signal);
    expect(target.kind).toBe('prism');
    const { findings, checks } = await runOn(target);
    expect(findings).toEqual([]);
    expect(checks.filter(({ error }) => error !== undefined)).toEqual([]);
  } finally {
    await server.close();
  }
});

test('a server configured as live is not probed for Prism', async () => {
  const credentials = { orgToken: 'key' };
  const { target } = await openTarget(
    { ...settings, baseUrl: prism.target.baseUrl, kind: 'live', credentials },
    signal,
  );
  expect(target.kind).toBe('live');
});
