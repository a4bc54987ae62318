import { expect, test } from 'vitest';
import type { Finding } from '../conformance/engine/finding.ts';
import type { Invocation } from '../conformance/engine/invocation.ts';
import type { Results } from '../conformance/engine/results.ts';
import { doctorCommand, explainCommand, findingCommand, runCommand, scriptCommand } from './commands.ts';
import { failingResults } from './testing/sample-results.ts';

const [finding] = failingResults.findings as [Finding];

const made = (invocation: Partial<Invocation>, target: Partial<Results['target']> = {}): Results => ({
  ...failingResults,
  target: { ...failingResults.target, ...target },
  run: {
    ...failingResults.run,
    profile: 'smoke',
    invocation: {
      program: 'conformance',
      record: 'conformance-report/results.json',
      options: {},
      ...invocation,
    },
  },
});

const replay = 'conformance replay conformance-report/results.json';

test.each<[what: string, id: string, results: Results, want: string]>([
  [
    'the address of the server, which gets keys only if it is named',
    'a/A-001',
    failingResults,
    `${replay} a/A-001 --base-url https://sandbox.payroll.example/api --environment sandbox`,
  ],
  ['an id that has to be quoted', "it's; rm -rf /", made({}), `${replay} 'it'\\''s; rm -rf /'`],
  [
    'how the command line is started, and the real folder',
    'a/A-001',
    made({ program: 'npx conformance', record: 'my report/results.json' }),
    "npx conformance replay 'my report/results.json' a/A-001",
  ],
  [
    'what replay takes of the options, and no more',
    'a/A-001',
    made({
      options: { config: ['x.yaml'], checks: ['a.*'], patience: ['2'], rate: ['5'], 'no-control': [] },
    }),
    `${replay} a/A-001 --config x.yaml --patience 2 --rate 5 --no-control`,
  ],
])('the command of a finding has %s', (_, id, results, want) => {
  expect(findingCommand({ ...finding, id }, results)).toBe(want);
});

const receiver = made(
  {
    options: {
      url: ['http://localhost:3000/hooks?a=$CONFORMANCE_WEBHOOK_SECRET&b=it'],
      'tenant-key': ['one', 'two three'],
      timeout: ['4'],
      checks: ['receiver.*'],
      'known-failures': ['known.yaml'],
    },
  },
  { kind: 'receiver' },
);

test('the command for a receiver repeats the check without overwriting the report', () => {
  expect(findingCommand({ ...finding, check: 'receiver.order' }, receiver)).toBe(
    `conformance webhook --url 'http://localhost:3000/hooks?a='"$CONFORMANCE_WEBHOOK_SECRET"'&b=it' --tenant-key one 'two three' ` +
      '--timeout 4 --profile smoke --checks receiver.order --seed 42 --out conformance-report/again',
  );
});

test('the command of the run has all options', () => {
  expect(runCommand(receiver)).toMatch(
    / --checks 'receiver\.\*' --known-failures known\.yaml --profile smoke --seed 42$/,
  );
});

test('other commands use the same server and file', () => {
  const results = made({
    options: { 'base-url': ['http://127.0.0.1:9'], environment: ['sandbox'], rate: ['5'] },
  });
  expect(doctorCommand(results)).toBe(
    'conformance doctor --base-url http://127.0.0.1:9 --environment sandbox',
  );
  expect(scriptCommand({ ...finding, id: 'a/A-001' }, results)).toBe(`${replay} a/A-001 --replay-steps`);
  expect(explainCommand('PAYROLL-024', results)).toBe('conformance explain PAYROLL-024');
});
