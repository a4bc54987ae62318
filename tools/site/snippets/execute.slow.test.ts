/** The checks of snippets that start the compiler or a process, proved able to fail. `npm run task -- docs:test` */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { typeProblems } from './check-typescript.ts';
import { commandProblem, configurationProblems, executionProblems } from './execute.ts';
import type { Snippet } from './fences.ts';

const pack = {
  root: join(import.meta.dirname, '../../..'),
  exports: packageJson.exports,
  name: packageJson.name,
};

const snippet = (language: string, text: string, options: Partial<Snippet> = {}): Snippet => ({
  file: 'page.md',
  line: 10,
  language,
  flags: [],
  context: '',
  text,
  ...options,
});

describe('the compiler', () => {
  const snippets = [
    snippet('ts', "import { createClient } from 'workforce-conformance/client';\n"),
    snippet('ts', "import { createKlient } from 'workforce-conformance/client';\n"),
    snippet('ts', "\nconst count: number = 'two';\n", { context: "import fc from 'fast-check';\n" }),
    snippet('ts', 'const a = {;\n'),
    snippet('js', 'const seen = new Set();\nseen.push(1);\n'),
  ];
  const problems = typeProblems(
    snippets.map((each, index) => ({ ...each, file: `${index}.md` })),
    pack,
  );

  it.each<[string, number | undefined, RegExp | undefined]>([
    ['0.md', undefined, undefined],
    ['1.md', 10, /createKlient/],
    ['2.md', 11, /not assignable to type 'number'/],
    ['3.md', 10, /expected/],
    ['4.md', 11, /push/],
  ])('%s', (file, line, message) => {
    const [first] = problems.filter((each) => each.file === file);
    expect(first?.line).toBe(line);
    if (message !== undefined) expect(first?.message).toMatch(message);
  });
});

describe('what is executed', () => {
  it.each<[string, Snippet, RegExp | undefined]>([
    [
      'a command',
      snippet('sh', 'conformance list machines > machines.txt\ntest -s machines.txt\n'),
      undefined,
    ],
    ['a command that fails', snippet('sh', 'conformance explain NOPE-1\ntrue\n'), /ended with 2/],
    ['one that should', snippet('sh', 'conformance explain NOPE-1\n', { flags: ['exits=2'] }), undefined],
    [
      'a module',
      snippet('ts', "import { sign } from 'workforce-conformance/webhooks';\nsign satisfies object;\n"),
      undefined,
    ],
    ['a module that throws', snippet('ts', "throw new Error('no person');\n"), /no person/],
  ])('%s', (_, given, want) => {
    const messages = executionProblems(given, pack).map(({ message }) => message);
    if (want === undefined) expect(messages).toEqual([]);
    else expect(messages.join()).toMatch(want);
  });

  it('is a command that only prints', () => {
    expect(commandProblem(['list', 'machines'], pack.root)).toBeUndefined();
    expect(commandProblem(['list', 'nothing'], pack.root)).toMatch(/ended with 2/);
  });

  it.each<[string, RegExp | undefined]>([
    ["{ baseUrl: 'http://127.0.0.1:3000' }", undefined],
    ["{ bindings: { listPayrolls: { path: '/v1/runs' } } }", /cannot be bound/],
  ])('is a configuration: %s', async (value, want) => {
    const text = `import { defineConfig } from 'workforce-conformance';\nexport default defineConfig(${value});\n`;
    const messages = (await configurationProblems(snippet('ts', text), pack)).map(({ message }) => message);
    if (want === undefined) expect(messages).toEqual([]);
    else expect(messages.join()).toMatch(want);
  });
});
