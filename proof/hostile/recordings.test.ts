/** Recordings of a stranger, judged by `check-traffic`: no secret in them reaches a report, a terminal or an annotation. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatNames } from '../../reports/formats.ts';
import { temporaryFolder } from '../../src/testing/conformance-process.ts';
import { invoke } from '../../src/testing/invoke.ts';
import { hostileRecordings } from './testing/hostile-recordings.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');

/** The forms that a reader would recognise; the middle of Base64 is the same whatever stands before it. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  ...[0, 1, 2].map((before) =>
    base64(`${' '.repeat(before)}${secret}`).slice(before === 0 ? 0 : before + 1, -3),
  ),
];

it.each(hostileRecordings)('%s: no secret is in any output', async (_, { secrets, har }) => {
  using folder = temporaryFolder();
  folder.write('session.har', har);
  const args = ['check-traffic', 'session.har', '--out', 'out', '--format', formatNames.join(',')];
  const { stdout, stderr } = await invoke(args, folder.path, { GITHUB_ACTIONS: 'true' });
  const out = join(folder.path, 'out');
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .map((name) => join(out, name))
    .filter((name) => statSync(name).isFile());
  expect(files.length).toBeGreaterThan(10);
  const written = files.map((name) => readFileSync(name, 'utf8'));
  for (const text of [stdout, stderr, ...written])
    for (const form of secrets.flatMap(formsOf)) expect(text).not.toContain(form);
  // The place where it was is shown.
  expect(written.join('\n')).toContain('$CONFORMANCE_SECRET');
});
