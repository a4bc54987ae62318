/** The verification in other languages, to which docs/guide-webhooks.md leads, against the test vectors: `npm run task -- receivers`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import vectors from '../../openapi/vectors/webhook-signatures.json' with { type: 'json' };

interface Language {
  readonly name: string;
  readonly file: string;
  /** Command that succeeds if the language is installed. */
  readonly interpreter: readonly [command: string, ...args: string[]];
  /** Starts it on the file. */
  readonly start: (file: string) => readonly [command: string, ...args: string[]];
}

const languages: readonly Language[] = [
  {
    name: 'Python',
    file: 'verify.py',
    interpreter: ['python3', '--version'],
    start: (file) => ['python3', file],
  },
  { name: 'Go', file: 'verify.go', interpreter: ['go', 'version'], start: (file) => ['go', 'run', file] },
  { name: 'Java', file: 'Verify.java', interpreter: ['java', '-version'], start: (file) => ['java', file] },
  { name: 'Ruby', file: 'verify.rb', interpreter: ['ruby', '--version'], start: (file) => ['ruby', file] },
  { name: 'PHP', file: 'verify.php', interpreter: ['php', '--version'], start: (file) => ['php', file] },
  {
    name: 'C#',
    file: 'csharp/Verify.cs',
    interpreter: ['dotnet', '--version'],
    // From .NET 10 on a file is a program.
    start: (file) => ['dotnet', 'run', file],
  },
];

const isThere = ([command, ...args]: Language['interpreter']): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** One line for each vector. An absent header becomes an empty one, which a receiver must reject too. */
const lines = vectors.vectors.map(({ now, headers, secrets, bodyBase64 }) => {
  const { 'hook-id': id = '', 'hook-timestamp': timestamp = '', 'hook-signature': signature = '' } = headers;
  return [now, id, timestamp, signature, secrets.join(' '), bodyBase64].join('\t');
});

const guide = readFileSync(join(import.meta.dirname, '../../docs/guide-webhooks.md'), 'utf8');

describe.each(languages)('the verification in $name', ({ name, file, interpreter, start }) => {
  const path = join(import.meta.dirname, 'languages', file);

  it('is what the guide shows or links to', () => {
    const shown = /^```python\n(.*?)^```$/ms.exec(guide)?.[1] ?? '';
    if (name === 'Python') expect(readFileSync(path, 'utf8')).toContain(shown);
    else expect(guide).toContain(`(../examples/webhook-receiver/languages/${file})`);
  });

  it('decides every test vector rightly', ({ skip }) => {
    if (!isThere(interpreter)) skip(`${interpreter[0]} is not on this machine`);
    const folder = mkdtempSync(join(tmpdir(), 'verify-'));
    try {
      const [command, ...args] = start(path);
      const said = execFileSync(command, args, {
        input: `${lines.join('\n')}\n`,
        encoding: 'utf8',
        cwd: folder,
      });
      const decided = said
        .trim()
        .split('\n')
        .map((word, index) => `${vectors.vectors[index]?.name}: ${word}`);
      expect(decided).toEqual(vectors.vectors.map(({ name: what, expect: want }) => `${what}: ${want}`));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
