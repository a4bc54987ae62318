/** Test support: runs as a renderer may meet them, the hostile ones among them. */
import { RunCollector } from '../../conformance/catalogues.ts';
import type { CheckFinished, RunEvent } from '../../conformance/engine/events.ts';
import type { Exchange, Finding, Step } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import type { RequestValues, Survey } from '../../conformance/engine/survey.ts';
import { type RequirementId, requirements, stateMachines } from '../../openapi/catalogue.ts';

const baseUrl = 'https://sandbox.payroll.example/api';

/** A hostile target may put this into any text; `window.hacked` shows that some of it ran. */
const hostile = [
  '<script>window.hacked = true</script><img src=x onerror="window.hacked = true">',
  '"\'></pre></textarea></style></details><svg onload="window.hacked=true">',
  ']]> ```\n# heading\n@everyone [x](javascript:window.hacked=true) | cell | `tick`',
  'bell\u0007 escape\u001b[2J\u001b]0;owned\u0007 nul\u0000 c1\u009b31m rtl\u202eevil\u2066 line\u2028end \u2029 bad\ufffe lone\ud800',
].join('\n');

const json = { 'content-type': 'application/json' };

function exchange(
  method: string,
  path: string,
  status: number,
  sent?: unknown,
  received?: unknown,
): Exchange {
  return {
    request: {
      method,
      url: `${baseUrl}${path}`,
      headers: { ...json, authorization: 'Bearer <platform-token>', 'user-agent': 'workforce-conformance' },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    },
    response: {
      status,
      headers: { ...json, 'x-request-id': 'req_8f14e45f' },
      ...(received !== undefined && { body: JSON.stringify(received) }),
      durationMillis: 12.4,
    },
  };
}

const step = (
  label: string,
  exchanges: Exchange[],
  deliveries: Step['deliveries'] = [],
  believed?: string,
): Step => ({
  label,
  phase: 'step',
  ...(believed !== undefined && { believed }),
  exchanges,
  deliveries,
});

const setup: Step = {
  label: 'A business with one person',
  phase: 'setup',
  exchanges: [
    exchange('POST', '/v1/platform/businesses', 200, { name: 'Marina' }, { tenantKey: 'tk_1' }),
    exchange(
      'POST',
      '/v1/persons',
      200,
      { firstName: 'Ada' },
      { id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6' },
    ),
  ],
  deliveries: [],
};

const payroll = '2f1c7d90-1111-4a6b-9c2d-8a1b2c3d4e5f';

function event(status: string) {
  const data = { id: payroll, status, tenantKey: 'tk_1' };
  return {
    headers: { 'hook-id': 'evt_2f1c7d90', 'hook-timestamp': '1767225600', 'hook-signature': 'v1,K5oZ…' },
    body: JSON.stringify({ eventType: 'payroll.status.updated', id: 'evt_2f1c7d90', version: '1.0', data }),
    answered: 200,
  };
}

const modelFinding: Finding = {
  id: 'payroll.model/PAYROLL-024',
  requirement: 'PAYROLL-024',
  level: 'documented',
  check: 'payroll.model',
  title: 'An approved payroll that the balance does not cover was scheduled',
  expected: 'status awaiting-funds',
  actual: 'status scheduled',
  interpretations: [
    {
      id: 1,
      interpretation: 'The amount to cover is the `debit` of the list.',
      otherwise: 'Fees that are charged beside it must be covered too.',
    },
  ],
  steps: [
    setup,
    step('Create a payroll of 1,200.00 GBP dated in ten days', [
      exchange('POST', '/v1/payrolls', 200, { workerType: 'EMPLOYEE', type: 'ONE_OFF' }, { id: payroll }),
    ]),
    step(
      'Save it',
      [
        exchange(
          'POST',
          `/v1/payrolls/${payroll}/save`,
          200,
          {
            entries: [{ personId: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', amount: 120000, currency: 'GBP' }],
          },
          { id: payroll, status: 'saved' },
        ),
      ],
      [event('saved')],
    ),
    step(
      'Approve it',
      [exchange('POST', `/v1/payrolls/${payroll}/approve`, 200)],
      [event('approved'), event('scheduled')],
      'payroll A saved, 2026-01-25, debits 120000; balance 0',
    ),
    step('Read it', [
      exchange('GET', `/v1/payrolls/${payroll}`, 200, undefined, { id: payroll, status: 'scheduled' }),
      exchange('GET', `/v1/payrolls/${payroll}/payslips`, 404),
    ]),
  ],
  replay: { seed: 42, path: '17:2:1:0' },
  curl: `#!/bin/sh\nset -eu\n: "\${PLATFORM_TOKEN:?}"\ncurl -sS -X POST '${baseUrl}/v1/payrolls' \\\n  -H "Authorization: Bearer $PLATFORM_TOKEN" \\\n  -d '{"workerType":"EMPLOYEE","type":"ONE_OFF"}'\n`,
};

const exampleFinding: Finding = {
  id: 'errors.shape/ERR-001',
  requirement: 'ERR-001',
  level: 'documented',
  check: 'errors.shape',
  title: 'The error of an invalid body has another shape',
  expected: 'a body with error and message',
  actual: 'a body with detail',
  steps: [
    step('Send a body that is not JSON', [
      {
        ...exchange('POST', '/v1/payrolls', 400, undefined, { detail: 'Bad Request' }),
        operation: 'createPayroll',
      },
    ]),
    step('Send it again', [
      {
        request: { method: 'POST', url: `${baseUrl}/v1/payrolls`, headers: {}, body: '{' },
        error: 'socket hang up',
      },
    ]),
  ],
  replay: { seed: 42 },
  curl: `curl -sS -X POST '${baseUrl}/v1/payrolls' -d '{'\n`,
};

const hostileFinding: Finding = {
  id: 'versioning.example/ERR-004',
  requirement: 'ERR-004',
  level: 'observed',
  check: 'versioning.example',
  title: hostile,
  expected: hostile,
  actual: `${hostile} ${'long'.repeat(20_000)}`,
  steps: [
    step(
      hostile,
      [
        {
          request: {
            method: 'POST',
            url: `${baseUrl}/${hostile}`,
            headers: { 'x-evil': hostile },
            body: hostile,
          },
          response: {
            status: 200,
            headers: { [hostile]: hostile },
            body: JSON.stringify({ [hostile]: hostile }),
            durationMillis: 3,
          },
        },
        exchange('GET', `/${'very-long-path/'.repeat(40)}`, 599, undefined, { text: 'W'.repeat(60_000) }),
      ],
      [{ headers: { 'hook-id': hostile }, body: hostile, answered: 500 }],
    ),
  ],
  replay: { seed: 42, path: '3:1' },
  curl: `curl '${hostile}'`,
};

const noCoverage = { operations: {}, transitions: {}, heldBack: {}, pairs: {}, outOfReach: {}, events: {} };

function checkFinished(check: string, fields: Partial<CheckFinished>): CheckFinished {
  const base = {
    status: 'passed',
    durationMillis: 840,
    requests: 24,
    runs: 1,
    coverage: noCoverage,
  } as const;
  return { type: 'check-finished', check, ...base, evaluations: {}, notExercised: {}, ...fields };
}

const testable = requirements.filter(({ untestable }) => untestable === undefined).map(({ id }) => id);
const evaluated = (ids: readonly RequirementId[]) =>
  Object.fromEntries(ids.map((id, index) => [id, 1 + index * 3]));

function startOf(
  checks: readonly { id: string; title: string; covers: readonly RequirementId[] }[],
): RunEvent {
  return {
    type: 'run-started',
    schemaVersion: 1,
    tool: { name: 'workforce-conformance', version: '0.1.0' },
    target: { baseUrl, kind: 'live', environment: 'sandbox', capabilities: ['platform-token', 'webhooks'] },
    run: { seed: 42, profile: 'standard', startedAt: '2026-01-15T09:30:00.000Z' },
    checks,
  };
}

const end = { type: 'run-finished', finishedAt: '2026-01-15T09:31:23.400Z', durationMillis: 83_400 } as const;

/** A run in which every testable requirement passed. */
export const conformantEvents: readonly RunEvent[] = [
  startOf([{ id: 'all.example', title: 'Everything holds', covers: testable }]),
  { type: 'check-started', check: 'all.example' },
  { type: 'check-progressed', check: 'all.example', requests: 100 },
  checkFinished('all.example', {
    evaluations: evaluated(testable),
    requests: 321,
    coverage: {
      operations: { createPayroll: { '200': 12, '400': 3 } },
      transitions: Object.fromEntries(
        stateMachines.flatMap(({ id, transitions }) => transitions.map((each) => [`${id}/${each.id}`, 4])),
      ),
      heldBack: { 'payroll/await-funds': 3 },
      pairs: { 'payroll/save > approve': 4 },
      outOfReach: {},
      events: { 'payroll.created': 12 },
      latencies: { createPayroll: { '2.2': 10, '47': 5 } },
    },
  }),
  { ...end, verdict: 'conformant', requests: 321 },
];

const exercised = testable.filter((id) => !/^(RETRY|PLATFORM|HOOK-01)/.test(id));
const unreachable = 'connect ECONNREFUSED 127.0.0.1:9';
const reasons = evaluatedReasons();
const lacking: CheckFinished['lacking'] = Object.fromEntries(
  testable.filter((id) => id.startsWith('RETRY')).map((id) => [id, ['clock']]),
);

function evaluatedReasons(): Record<string, string> {
  const noClock = 'The target offers no control that moves its clock (capability clock).';
  const retries = testable.filter((id) => id.startsWith('RETRY')).map((id) => [id, noClock]);
  const hooks = testable.filter((id) => id.startsWith('HOOK-01')).map((id) => [id, hostile]);
  return Object.fromEntries([...retries, ...hooks]);
}

const sampleValues: RequestValues = {
  country: 'NG',
  currency: 'NGN',
  phoneNumber: { countryCode: '+234', number: '8035550142' },
  address: {
    countryCode: 'NG',
    line1: '5 Broad Street',
    city: 'Lagos',
    postalCode: '101221',
    state: 'Lagos',
  },
  bank: { name: 'Marina Bank', code: '058', accountNumber: '0123456789' },
  emailDomain: 'example.com',
  payrollType: 'ONE_OFF',
  form: 'full',
};

const sampleSurvey: Survey = {
  baseUrl,
  surveyedAt: '2026-01-15T09:30:01.000Z',
  requests: 57,
  reachable: { request: 'GET /v1/persons', status: 200 },
  keys: { orgToken: 'accepted', platformToken: 'accepted' },
  operations: { absent: ['renewKyc'], keyless: ['listSupportedLocations'] },
  accepts: {
    values: sampleValues,
    opensBusinesses: true,
    refused: [
      {
        values: { ...sampleValues, country: 'US', currency: 'USD' },
        operation: 'createBusiness',
        status: 400,
        said: hostile,
      },
    ],
  },
  lag: { listMillis: 126, readMillis: 0 },
  clock: 'shared',
  webhooks: 'signed',
  limits: { limited: 2, longestWaitMillis: 1_000 },
  lines: [
    { line: 'operations.createPerson', outcome: 'works', why: 'POST /v1/joiners: 202' },
    { line: 'controls.drain', outcome: 'unusable', why: hostile },
  ],
};

/** A run with findings of two levels, gaps, an errored check, and a target that tries to break the report. */
export const failingEvents: readonly RunEvent[] = [
  startOf([
    { id: 'payroll.model', title: 'A payroll follows its states', covers: exercised },
    { id: 'errors.shape', title: 'Errors have the documented shape', covers: ['ERR-001'] },
    { id: 'versioning.example', title: 'Versions', covers: ['ERR-004'] },
    {
      id: 'webhooks.retry',
      title: 'Deliveries are tried again',
      covers: testable.filter((id) => /^RETRY|^HOOK-01/.test(id)),
    },
    {
      id: 'platform.example',
      title: 'Businesses of a platform',
      covers: testable.filter((id) => id.startsWith('PLATFORM')),
    },
  ]),
  { type: 'check-started', check: 'payroll.model' },
  { type: 'check-started', check: 'errors.shape' },
  { type: 'check-progressed', check: 'payroll.model', requests: 120 },
  { type: 'finding-reported', finding: hostileFinding },
  { type: 'finding-reported', finding: modelFinding },
  { type: 'notice-given', notice: 'All businesses share one clock.' },
  checkFinished('payroll.model', {
    status: 'failed',
    durationMillis: 61_200,
    requests: 1432,
    runs: 100,
    evaluations: evaluated(exercised),
    coverage: {
      operations: {
        createPayroll: { '200': 180, '400': 41, '401': 2 },
        savePayroll: { '200': 133, '404': 7 },
        readPayroll: { '200': 460 },
        createBusinessDeposit: { '500': 3 },
      },
      transitions: {
        'payroll/save': 133,
        'payroll/approve': 61,
        'payroll/await-funds': 12,
        'payroll/approve-past': 8,
      },
      heldBack: { 'payroll/await-funds': 61 },
      pairs: { 'payroll/save > approve': 61, 'payroll/approve > await-funds': 12 },
      outOfReach: { 'payroll/start-processing': 'Missing on the target: clock.' },
      events: { 'payroll.created': 180, 'payroll.status.updated': 271 },
      latencies: {
        createPayroll: { '3.3': 200, '18': 23 },
        readPayroll: { '1.5': 240, '2.2': 200, '120': 20 },
        createBusinessDeposit: { '15000': 3 },
      },
    },
  }),
  { type: 'finding-reported', finding: exampleFinding },
  checkFinished('errors.shape', { status: 'failed', evaluations: { 'ERR-001': 2 } }),
  checkFinished('versioning.example', { status: 'warned', evaluations: { 'ERR-004': 1 } }),
  checkFinished('webhooks.retry', { status: 'not-exercised', requests: 0, notExercised: reasons, lacking }),
  checkFinished('platform.example', { status: 'errored', error: unreachable }),
  { ...end, verdict: 'non-conformant', requests: 1528 },
];

/** A run that could not be made. */
const erroredEvents: readonly RunEvent[] = [
  startOf([]),
  { ...end, verdict: 'error', requests: 1, reason: `Preflight failed: ${unreachable}` },
];

/** @throws Error when the events do not end a run */
function resultsOf(events: readonly RunEvent[]): Results {
  const collector = new RunCollector();
  for (const each of events) collector.add(each);
  const { results } = collector;
  if (results === undefined) throw new Error('Failed to fold the sample: it has no end: add run-finished');
  return results;
}

export const conformantResults: Results = resultsOf(conformantEvents);
export const failingResults: Results = resultsOf(failingEvents);
/** The same after a survey in which the target tried to break the report. */
export const surveyedResults: Results = { ...failingResults, survey: sampleSurvey };
export const erroredResults: Results = resultsOf(erroredEvents);

/** Members with a closed set of values, which parsing results ensures. */
const closed = [
  'level',
  'status',
  'kind',
  'environment',
  'access',
  'verdict',
  'profile',
  'phase',
  'missing',
  'clock',
  'webhooks',
  'outcome',
  'payrollType',
  'form',
  'keys',
];
const isRequirement = (text: string) => requirements.some(({ id }) => id === text);

function spoil(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    if (closed.includes(key) || isRequirement(value)) return value;
    return key === 'id' ? `${hostile}${value}` : hostile;
  }
  if (Array.isArray(value)) return value.map((member) => spoil(member, key));
  if (typeof value !== 'object' || value === null) return value;
  const open = ['headers', 'operations', 'events'].includes(key);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const kept = [name, spoil(member, closed.includes(key) ? key : name)] as const;
      return open ? [kept, [hostile, kept[1]]] : [kept];
    }),
  );
}

/** Every string is an attack, except values of a closed set and the ids of requirements. */
export const hostileResults = spoil(surveyedResults) as Results;

/** 445 requirements and 100 findings, each with a conversation of 28 requests. */
export const largeResults: Results = {
  ...failingResults,
  findings: testable.slice(0, 100).map((requirement) => ({
    ...modelFinding,
    id: `payroll.model/${requirement}`,
    requirement,
    steps: Array.from({ length: 4 }, () => modelFinding.steps).flat(),
    curl: modelFinding.curl.repeat(20),
  })),
};
