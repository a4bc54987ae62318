import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Job } from 'kubernetes-models/batch/v1';
import { PersistentVolumeClaim } from 'kubernetes-models/v1';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createProgram } from '../../bin/program.ts';

const text = readFileSync(new URL('../../examples/kubernetes/conformance.yaml', import.meta.url), 'utf8');
const [claim, shards, merge] = parseAllDocuments(text).map((document) => document.toJS());
const [container] = shards.spec.template.spec.containers;
const folder = mkdtempSync(join(tmpdir(), 'conformance-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command of a pod, with a command line in the place of ours that reports its arguments. */
function runPod(index: number, exits: number) {
  const stub = join(folder, 'conformance');
  writeFileSync(stub, `#!/bin/sh\nprintf '%s\\n' "$@"\nexit ${exits}\n`);
  chmodSync(stub, 0o755);
  const variables = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value?: string }) => [name, value ?? 'secret']),
  );
  const env = { ...variables, PATH: `${folder}:${process.env.PATH}`, JOB_COMPLETION_INDEX: String(index) };
  const [program, ...flags] = container.command;
  const { status, stdout } = spawnSync(program, [...flags, ...container.args], { env, encoding: 'utf8' });
  return { status, given: stdout.trim().split('\n') };
}

describe('the Kubernetes example', () => {
  it('is what the API takes', () => {
    expect(() => new PersistentVolumeClaim(claim).validate()).not.toThrow();
    expect(() => new Job(shards).validate()).not.toThrow();
    expect(() => new Job(merge).validate()).not.toThrow();
    const slip = { ...shards, spec: { ...shards.spec, completions: 'four' } };
    expect(() => new Job(slip).validate()).toThrow('completions');
  });

  it('runs each shard in a pod of its own, with one seed', () => {
    const { completions, parallelism, completionMode } = shards.spec;
    expect({ completions, parallelism, completionMode }).toEqual({
      completions: 4,
      parallelism: 4,
      completionMode: 'Indexed',
    });
    const option = (given: string[], name: string) => given[given.indexOf(name) + 1];
    const pods = [0, 1, 2, 3].map((index) => runPod(index, 0).given);
    expect(pods.map((given) => option(given, '--shard'))).toEqual(['1/4', '2/4', '3/4', '4/4']);
    expect(pods.map((given) => option(given, '--out'))).toEqual([
      '/reports/shard-0',
      '/reports/shard-1',
      '/reports/shard-2',
      '/reports/shard-3',
    ]);
    expect(new Set(pods.map((given) => option(given, '--seed')))).toEqual(new Set(['20260115']));
  });

  it('names options that there are', async () => {
    const { given } = runPod(0, 0);
    const { commands } = await createProgram(() => {}, given);
    const command = commands.find((each) => each.name() === given[0]);
    const known = command?.options.map(({ long }) => long);
    expect(known).toEqual(expect.arrayContaining(given.filter((word) => word.startsWith('--'))));
  });

  it('leaves it to the merge to tell what a shard found, and tries again only what may pass by itself', () => {
    expect([0, 1, 2, 3, 4].map((exits) => runPod(0, exits).status)).toEqual([0, 0, 2, 3, 4]);
    expect(shards.spec.podFailurePolicy.rules[0].onExitCodes.values).toEqual([2, 4]);
  });

  it('is a script without a slip', () => {
    for (const job of [shards, merge]) {
      const [{ args }] = job.spec.template.spec.containers;
      expect(() => execFileSync('sh', ['-n', '-c', args[0]])).not.toThrow();
    }
  });
});
