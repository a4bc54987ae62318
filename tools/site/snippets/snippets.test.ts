/** Every kind of check, proved able to fail. The real pages are checked by `npm run task -- snippets`. */
import { describe, expect, it, test } from 'vitest';
import { dataProblems } from './check-data.ts';
import {
  commandProblems,
  harmlessCommand,
  inlineProblems,
  type Repository,
  shellProblems,
} from './check-shell.ts';
import { inlineCode, type Snippet, snippetsIn } from './fences.ts';
import { shellCommands } from './shell.ts';

const repository: Repository = {
  peers: ['vitest'],
  scripts: {
    docs: 'node tools/scripts/docs.ts',
    selftest: 'node bin/main.ts selftest',
    task: 'node tools/task.ts',
  },
  tasks: ['layers'],
  has: (path) => path === 'examples/vendor-target/main.ts',
};

const snippet = (language: string, text: string, ...flags: string[]): Snippet => ({
  file: 'page.md',
  line: 10,
  language,
  flags,
  context: '',
  text,
});

describe('the fences of a page', () => {
  test('are found with their line, language, flags, context, and without their indentation', () => {
    const page = [
      '# Page',
      '',
      '1. In a list:',
      '',
      '   <!-- context',
      "   import fc from 'fast-check';",
      '   -->',
      '   ```ts run exits=1',
      '   fc.nat();',
      '   ```',
    ].join('\n');
    expect(snippetsIn('page.md', page)).toEqual([
      {
        file: 'page.md',
        line: 9,
        language: 'ts',
        flags: ['run', 'exits=1'],
        context: "import fc from 'fast-check';\n",
        text: 'fc.nat();\n',
      },
    ]);
  });

  test('say why they are not checked, or are refused', () => {
    const page = (info: string) => `\`\`\`${info}\nrm -rf x\n\`\`\`\n`;
    expect(snippetsIn('page.md', page('sh unchecked: needs a cluster'))[0]?.unchecked).toBe(
      'needs a cluster',
    );
    expect(() => snippetsIn('page.md', page('sh unchecked'))).toThrow('say why');
  });

  test('are no inline code', () => {
    expect(inlineCode('a\n```sh\n`b`\n```\nand `c`')).toEqual([{ line: 5, code: 'c' }]);
  });
});

describe('the commands of a shell snippet', () => {
  it.each<[string, string[][]]>([
    ['conformance run # all of it', [['conformance', 'run']]],
    ['A=… B=2 npx conformance doctor', [['npx', 'conformance', 'doctor']]],
    [
      'npm ci && npm run docs',
      [
        ['npm', 'ci'],
        ['npm', 'run', 'docs'],
      ],
    ],
    ['conformance spec > openapi.yaml', [['conformance', 'spec']]],
    ['conformance run \\\n  --seed 7', [['conformance', 'run', '--seed', '7']]],
    [
      'for a in 1 2; do\n  conformance run || code=$?\ndone',
      [['for', 'a', 'in', '1', '2'], ['conformance', 'run'], ['done']],
    ],
    ['conformance explain <id>', [['conformance', 'explain', '__id__']]],
  ])('%j', (text, want) => {
    expect(shellCommands(text).map(({ words }) => [...words])).toEqual(want);
  });

  test('are in a console what stands behind a prompt', () => {
    expect(shellCommands('$ conformance list\nCHECK  KIND\n', 'console')).toEqual([
      { line: 0, words: ['conformance', 'list'] },
    ]);
  });
});

describe('a command', () => {
  it.each<[string, RegExp | undefined]>([
    ['conformance run --profile smoke', undefined],
    ['conformance run --no-such-flag', /unknown option '--no-such-flag'/],
    ['conformance run --profile huge', /huge/],
    ['conformance runn', /unknown command/],
    ['conformance run --fault balance-one-short-accepted', undefined],
    ['conformance run --fault balance-two-short-accepted', /No fault matches "balance-two-short-accepted"/],
    ['conformance run --checks "payrol.*"', /No check matches/],
    ['conformance explain PAYROLL-999', /There is no requirement, check, .* or interpretation "PAYROLL-999"/],
    ['conformance explain settlePayroll', undefined],
    ['conformance explain <id>', undefined],
    ['conformance report merge a b --out c', undefined],
    ['conformance report merge a b --shards 2', /unknown option/],
    ['conformance replay', /missing required argument/],
    ['npm run docs', undefined],
    ['npm run dosc', /no script dosc/],
    ['npm run task -- layers', undefined],
    ['npm run task -- lairs', /no task lairs/],
    ['npm run selftest -- --no-such-flag', /unknown option/],
    ['npm install left-pad', /left-pad/],
    ['npm install @workforce-conformance/sdk', undefined],
    ['node examples/vendor-target/main.ts', undefined],
    ['node examples/vendor-target/server.js', /no file/],
    ['curl http://127.0.0.1:4010/v1/persons', undefined],
    ['curl http://127.0.0.1:4010/v1/people', /no \/v1\/people/],
    ['curl -X DELETE http://127.0.0.1:4010/v1/payrolls', /no DELETE/],
    ["curl http://127.0.0.1:4010/v1/payrolls -H 'Prefer: example=none'", undefined],
    ["curl http://127.0.0.1:4010/v1/payrolls -H 'Prefer: example=paid'", /no example paid/],
    ['curl -X POST http://127.0.0.1:4010/_control/clocks/$B/advance', undefined],
    ['frobnicate', /nobody knows/],
    ['openapi-generator-cli generate -g csharp -i openapi.json -o client', undefined],
    ['openapi-generator-cli generate -g cobol -i openapi.json -o client', /with other options/],
  ])('%s', async (text, want) => {
    const [command] = shellCommands(text);
    const problems = await commandProblems(command?.words ?? [], repository);
    if (want === undefined) expect(problems).toEqual([]);
    else expect(problems.join()).toMatch(want);
  });

  test('that is wrong is reported at its line', async () => {
    const problems = await shellProblems(snippet('sh', 'conformance run\nconformance rum\n'), repository);
    expect(problems).toEqual([expect.objectContaining({ file: 'page.md', line: 11 })]);
  });

  test('is executed when it only prints', () => {
    const args = (text: string) => shellCommands(text).map(harmlessCommand);
    expect(args('npx conformance list faults')).toEqual([['list', 'faults']]);
    expect(args('conformance run')).toEqual([undefined]);
    expect(args('conformance explain <id>')).toEqual([undefined]);
  });

  it.each<[string, boolean]>([
    ['conformance init', true],
    ['conformance run --target prism', true],
    ['conformance run --targt prism', false],
    ['--seed', true],
    ['--sed', false],
    ['npm run docs', true],
    ['npm run dogs', false],
    ['Content-Type: application/json', true],
  ])('within a sentence: %s', async (code, holds) => {
    const problems = await inlineProblems(code, repository, new Set(['--seed']));
    expect(problems.length === 0).toBe(holds);
  });
});

describe('data', () => {
  const workflow = '# .github/workflows/a.yml\non: push\njobs:\n  a:\n    runs-on: x\n    steps:\n';

  it.each<[string, string, RegExp | undefined]>([
    ['json', '{"a": 1}', undefined],
    ['json', '{"a": 1', /JSON/],
    ['yaml', 'a: [1', /Flow/i],
    ['yaml', '# conformance.config.yaml\nbaseUrl: http://127.0.0.1:3000\n', undefined],
    ['yaml', '# conformance.config.yaml\nbaseURL: http://127.0.0.1:3000\n', /unknown key baseURL/],
    ['yaml', '# known-failures.yaml\n- requirement: PAYROLL-024\n  reason: Known.\n', undefined],
    ['yaml', '# known-failures.yaml\n- requirement: PAYROLL-999\n  reason: Known.\n', /PAYROLL-999/],
    ['yaml', '# .github/workflows/a.yml\non: push\njobs:\n  a:\n    runs-on: x\n    steps: []\n', undefined],
    ['yaml', '# .github/workflows/a.yml\non: push\njobs:\n  a:\n    run-on: x\n', /run-on/],
    ['yaml', `${workflow}      - uses: OWNER/a@v1\n`, /OWNER is for the reader to replace/],
    ['yaml', `${workflow}      # Replace OWNER.\n      - uses: OWNER/a@v1\n`, undefined],
  ])('%s %j', (language, text, want) => {
    const messages = dataProblems(snippet(language, text)).map(({ message }) => message);
    if (want === undefined) expect(messages).toEqual([]);
    else expect(messages.join()).toMatch(want);
  });

  test('of an excerpt is completed', () => {
    expect(dataProblems(snippet('json', '"faults": {\n  "a": [{ "b": 1 }]\n},\n', 'excerpt'))).toEqual([]);
    expect(dataProblems(snippet('json', '{\n  "a": [{ "b": 1 },\n', 'excerpt'))).toEqual([]);
    expect(dataProblems(snippet('json', '"faults": { "a" }', 'excerpt'))).toHaveLength(1);
  });
});
