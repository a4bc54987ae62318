import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../conformance/engine/events.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { parseResults } from '../../../reports/json.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { startWorkers } from './workers.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

/** In a process of its own, because workers start the same program again. */
const command = (given: readonly string[], variables = {}) => folder.start(given, variables).ended;

const resultsIn = (out: string) => parseResults(readFileSync(join(folder.path, out, 'results.json'), 'utf8'));

/** The parts of the results that the seed decides. */
const said = ({ verdict, requirements, findings, checks }: Results) => ({
  verdict,
  requirements: requirements.map(({ id, status, evaluations }) => `${id} ${status} ${evaluations}`),
  findings: findings.map(({ id, level, steps }) => `${id} ${level} ${steps.length}`).toSorted(),
  checks: checks.map(({ id, status, requests }) => `${id} ${status} ${requests}`).toSorted(),
});

const some = ['--checks', 'authentication.no-token', 'custom-fields.*', 'deposits.*', '--profile', 'smoke'];
const args = (...more: readonly string[]) => ['run', ...some, '--seed', '7', '--quiet', ...more];
const aFault = ['--fault', 'custom-field-renamed-in-the-answer-only'];

/** Each starts several processes, on a machine that is busy with other tests. */
const unhurried = 120_000;

describe('a run by several workers', () => {
  it(
    'comes to what a run in one process comes to',
    async () => {
      const one = await command(args(...aFault, '--out', 'one'));
      const balance = ['--balance', 'one/results.json'];
      const three = await command(args(...aFault, '--workers', '3', ...balance, '--out', 'three'));
      expect([one.code, three.code]).toEqual([1, 1]);
      expect(said(resultsIn('three'))).toEqual(said(resultsIn('one')));
      const { run } = resultsIn('three');
      expect(run.invocation?.options).toMatchObject({ workers: ['3'] });
    },
    unhurried,
  );

  it(
    'ends at the first finding of any worker, and not as an interrupted run',
    async () => {
      const { code } = await command(args(...aFault, '--fail-fast', '--workers', '2', '--out', 'first'));
      expect(code).toBe(1);
      expect(resultsIn('first').verdict).toBe('non-conformant');
    },
    unhurried,
  );

  it(
    'says once why no worker can begin',
    async () => {
      const { code, stderr } = await command(
        args('--base-url', 'http://127.0.0.1:9', '--workers', '2', '--out', 'dead'),
        { CONFORMANCE_PLATFORM_TOKEN: 'any-platform-token' },
      );
      expect(code).toBe(3);
      expect(stderr.match(/error: /g)).toHaveLength(1);
      expect(stderr).toContain('http://127.0.0.1:9');
    },
    unhurried,
  );

  it('needs a token that can create businesses', async () => {
    const { code, stderr } = await command(
      args('--base-url', 'http://127.0.0.1:9', '--workers', '2', '--out', 'org'),
      { CONFORMANCE_ORG_TOKEN: 'any-org-token' },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('With an org token alone all checks work in one business');
  });

  it(
    'is of no use when a worker is gone before its part is done',
    async () => {
      const script = join(folder.path, 'dying.cjs');
      const started = {
        type: 'run-started',
        schemaVersion: 1,
        tool: { name: 'any', version: '1' },
        target: { baseUrl: 'http://127.0.0.1', kind: 'live', environment: 'sandbox', capabilities: [] },
        run: { seed: 1, profile: 'smoke', startedAt: '2026-01-01T00:00:00.000Z' },
        checks: [],
      };
      const finished: RunEvent = {
        type: 'run-finished',
        verdict: 'partial',
        finishedAt: '2026-01-01T00:00:01.000Z',
        durationMillis: 1_000,
        requests: 1,
      };
      writeFileSync(
        script,
        `process.once('message', ({ begin }) => process.send({ event: ${JSON.stringify(started)} }, () => {
          if (begin.shard.index === 1) process.exit(7);
          process.send({ event: ${JSON.stringify(finished)} }, () => process.disconnect());
        }));`,
      );
      const shards = [1, 2].map((index) => ({ index, count: 2, plan: [] }));
      const events: RunEvent[] = [];
      const run = await startWorkers({
        script,
        shards,
        options: { try: true, control: true },
        seed: 1,
        invocation: { program: 'conformance', record: 'results.json', options: {} },
        signal: new AbortController().signal,
      });
      for await (const event of run) events.push(event);
      expect(events.map(({ type }) => type)).toEqual(['run-started', 'run-finished']);
      expect(events.at(-1)).toMatchObject({
        verdict: 'error',
        reason: 'Worker 1 of 2: The worker ended with status 7 before its part of the run was done.',
      });
    },
    unhurried,
  );
});
