import { afterAll, beforeAll, expect, test } from 'vitest';
import { allChecks } from '../conformance/checks/index.ts';
import type { Results } from '../conformance/engine/results.ts';
import { runConformance } from '../conformance/engine/run.ts';
import { exampleOf } from '../conformance/generate/example.ts';
import { requirements } from '../openapi/catalogue.ts';
import { allOperations } from '../openapi/description.ts';
import { evidenceOf } from '../openapi/evidence.ts';
import { collectResults } from './collect-results.ts';
import type { OpenTarget } from './embedded-target.ts';
import { openTarget } from './open-target.ts';
import { tool } from './tool.ts';

const settings = { credentials: {}, controls: 'auto', absentOperations: [] } as const;
const signal = AbortSignal.timeout(60_000);

let prism: OpenTarget;
let results: Results;
beforeAll(async () => {
  prism = await openTarget({ ...settings, kind: 'prism' }, signal);
  const { target } = prism;
  results = await collectResults(
    runConformance({ target, checks: allChecks, seed: 5, profile: 'smoke', concurrency: 4, tool }),
  );
});
afterAll(() => prism.close());

/** What the examples of successful answers of documented operations can say anything about. */
function shownByExamples(): Set<string> {
  const schemas = allOperations.flatMap(({ provenance, responses }) =>
    provenance === 'documented' ? (responses['2XX'] ?? responses['200'] ?? []) : [],
  );
  return new Set(
    schemas.flatMap(({ schema }) =>
      schema === undefined ? [] : evidenceOf(schema, exampleOf(schema)).map(({ requirement }) => requirement),
    ),
  );
}

test('nothing is held against Prism, and no check has trouble with it', () => {
  expect(results.target.kind).toBe('prism');
  expect(results.findings).toEqual([]);
  expect(results.checks.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(results.verdict).toBe('partial');
});

test('most of what the examples show is exercised, and so is the refusal of a request without a token', () => {
  const documented = new Set(requirements.flatMap(({ id, level }) => (level === 'documented' ? [id] : [])));
  const wanted = [...shownByExamples()].filter((id) => documented.has(id as never));
  const passed = new Set(results.requirements.flatMap(({ id, status }) => (status === 'passed' ? [id] : [])));
  expect(wanted.length).toBeGreaterThan(40);
  const share = wanted.filter((id) => passed.has(id as never)).length / wanted.length;
  expect(share).toBeGreaterThanOrEqual(0.6);
  expect(passed).toContain('AUTH-001');
});

test('what needs memory is not exercised, and the reason says so', () => {
  const { status, reason } = results.requirements.find(({ id }) => id === 'PLATFORM-002') ?? {};
  expect(status).toBe('not-exercised');
  expect(reason).toMatch(/keeps no state/);
});

test('a running Prism is known by its answers, and needs no key', async () => {
  const { target } = await openTarget({ ...settings, baseUrl: prism.target.baseUrl }, signal);
  expect(target.kind).toBe('prism');
  expect(target.credentials.orgToken).toBeDefined();
});

test('a server that is said to be live is not asked whether it is Prism', async () => {
  const credentials = { orgToken: 'key' };
  const { target } = await openTarget(
    { ...settings, baseUrl: prism.target.baseUrl, kind: 'live', credentials },
    signal,
  );
  expect(target.kind).toBe('live');
});
