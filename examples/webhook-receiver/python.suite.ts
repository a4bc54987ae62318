/** Receivers in Python, sound ones and those with typical mistakes: `npm run task -- receivers`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Results } from '../../src/index.ts';
import { foundBy, secret, tryReceiverAt } from './testing.ts';

/** Runs a receiver in Python while it is tested. */
async function tryPython(file: string, ...mistake: readonly string[]): Promise<Results> {
  const child = spawn('python3', [join(import.meta.dirname, 'python', file), '0', ...mistake], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  try {
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
    const origin = String(line).trim();
    if (!origin.startsWith('http')) throw new Error(`It did not start: ${stderr}`);
    return await tryReceiverAt(origin, { profile: 'smoke', quickMillis: 5_000 });
  } finally {
    child.kill();
    await ended;
  }
}

function why(script: string): string | undefined {
  try {
    execFileSync('python3', ['-c', script], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `python3 -c "${script}" failed: ${error instanceof Error ? error.message : error}`;
  }
}

const noPython = why('import http.server');
const noFlask = why('import flask');

/** The outcome of a run: findings by requirement, or why the receiver could not be judged. */
const said = (results: Results) =>
  results.verdict === 'error' ? results.reason : foundBy(results).join('\n');

const reserialised = (name: string) =>
  new RegExp(`verifies re-serialised JSON, written as by ${name}; use the raw bytes`);

describe('receivers in Python', () => {
  it.for<[what: string, file: string, missing: string | undefined]>([
    ['the standard library', 'receiver.py', noPython],
    ['Flask', 'flask_receiver.py', noFlask],
  ])('a sound one with %s conforms', async ([, file, missing], { skip }) => {
    if (missing !== undefined) skip(missing);
    const results = await tryPython(file);
    expect(foundBy(results)).toEqual([]);
    expect(results.verdict).toBe('conformant');
  });

  it.for<[what: string, file: string, mistake: string, says: RegExp, missing: string | undefined]>([
    [
      'json.dumps of what it parsed',
      'receiver.py',
      'dumps-again',
      reserialised('json.dumps of Python'),
      noPython,
    ],
    [
      'the same with sorted keys',
      'receiver.py',
      'dumps-sorted',
      /re-serialised JSON.*Python.*sorted keys/,
      noPython,
    ],
    [
      'the same with compact separators',
      'receiver.py',
      'dumps-compact',
      /^receiver\.forms\/RECEIVER-020.*re-serialised JSON/m,
      noPython,
    ],
    ['the secret as text for the key', 'receiver.py', 'secret-as-text', /RECEIVER-029/, noPython],
    ['deliveries of any age', 'receiver.py', 'any-time', /RECEIVER-023/, noPython],
    ['effects for each delivery', 'receiver.py', 'no-memory', /RECEIVER-004/, noPython],
    ['503 to everything', 'receiver.py', 'always-503', /every delivery, signed or not, with 503/, noPython],
    [
      'json.dumps of request.get_json()',
      'flask_receiver.py',
      'get-json',
      reserialised('json.dumps of Python'),
      noFlask,
    ],
  ])('one with %s is found, and told so', async ([, file, mistake, says, missing], { skip }) => {
    if (missing !== undefined) skip(missing);
    expect(said(await tryPython(file, mistake))).toMatch(says);
  });
});
