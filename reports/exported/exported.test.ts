import { describe, expect, test } from 'vitest';
import type { Expectation } from '../../conformance/engine/expectation.ts';
import type { Exchange, Finding, Step } from '../../conformance/engine/finding.ts';
import { asArazzo } from './arazzo.ts';
import { testOf } from './conversation.ts';
import { asHurl } from './hurl.ts';
import { asVitest } from './vitest.ts';

const baseUrl = 'http://127.0.0.1:4010';

const exchange = (
  operation: string | undefined,
  request: Partial<Exchange['request']>,
  status: number,
  body = '',
) =>
  ({
    ...(operation !== undefined && { operation }),
    request: { method: 'GET', headers: {}, ...request, url: `${baseUrl}${request.url}` },
    response: { status, headers: {}, body, durationMillis: 1 },
  }) satisfies Exchange;

const id = '0b5d2c1e-0000-4000-8000-000000000001';

const created = exchange(
  'createPerson',
  {
    method: 'POST',
    url: '/v1/persons',
    headers: { authorization: 'Bearer $CONFORMANCE_ORG_TOKEN', 'content-type': 'application/json' },
    body: `{"email":"ada.${id}@example.com","note":"\`\${process.exit()} # {{x}}"}`,
  },
  201,
  '{"id":"person-7"}',
);

const read = exchange('readPerson', { url: '/v1/persons/person-7' }, 200, '{"id":"person-7","firstName":3}');

const stepOf = (label: string, ...exchanges: readonly Exchange[]): Step => ({
  label,
  phase: 'step',
  exchanges,
  deliveries: [],
});

const finding: Finding = {
  id: 'persons.read/PERSON-001',
  requirement: 'PERSON-001',
  level: 'documented',
  check: 'persons.read',
  title: 'A person has a first name.',
  expected: 'a text',
  actual: '3',
  expects: { values: [{ at: ['firstName'], rule: { type: 'is', of: ['string'] } }] },
  steps: [stepOf('create a person', created), stepOf('read it', read)],
  replay: { seed: 1 },
  curl: '',
};

const control = exchange(undefined, { method: 'POST', url: '/_control/clocks/b-1/advance', body: '{}' }, 200);

const delivery = { headers: {}, body: '{"eventType":"person.created"}', answered: 200 };

describe('values that the server or the run made up', () => {
  const written = testOf(finding, baseUrl);

  test.each([
    [
      'vitest',
      asVitest(written),
      'const personsId = answer1.json?.["id"]',
      ['/v1/persons/$', '{personsId}`'].join(''),
    ],
    [
      'hurl',
      asHurl(written),
      `personsId: jsonpath "$['id']"`,
      'GET {{CONFORMANCE_BASE_URL}}/v1/persons/{{personsId}}',
    ],
    [
      'arazzo',
      JSON.stringify(asArazzo(written)),
      '"personsId":"$response.body#/id"',
      '$steps.step1.outputs.personsId',
    ],
  ])('become variables in %s', (_, text, captured, used) => {
    expect(text).toContain(captured);
    expect(text).toContain(used);
    expect(text).not.toContain('person-7');
    expect(text).not.toContain(id);
    expect(text).toContain('CONFORMANCE_ORG_TOKEN');
  });
});

test('texts of a server are data in every format', () => {
  const written = testOf(finding, baseUrl);
  // An escaped backtick and dollar sign, so that the template neither ends nor runs code.
  expect(asVitest(written)).toContain(['\\`\\$', '{process.exit()} # {{x}}'].join(''));
  expect(asHurl(written)).toContain(['\\u{60}$', '{process.exit()} \\# \\u{7b}{x}}'].join(''));
});

test('the requests after the violation are left out', () => {
  const later = { ...finding, steps: [...finding.steps, stepOf('go on', control)] };
  expect(testOf(later, baseUrl).requests).toHaveLength(2);
});

describe('what a test cannot do alone has a place', () => {
  test('a control', () => {
    const written = testOf({ ...finding, steps: [stepOf('wait', control), ...finding.steps] }, baseUrl);
    expect(asVitest(written)).toContain('skip("needs a control: wait")');
    expect(asHurl(written)).toContain('# CONTROL:');
    expect(JSON.stringify(asArazzo(written))).toContain('$sourceDescriptions.control.');
  });

  test.each([
    ['a webhook', 'EVENT-001', [delivery], 'receive and judge the webhook'],
    ['an expectation in words', 'EVENT-001', [], 'judge what the server did'],
    ['a webhook that the rule is not about', 'PERSON-001', [delivery], 'judge what the server did'],
  ])('%s', (_, requirement, deliveries, about) => {
    const { expects: _expects, ...inWords } = finding;
    const steps = [{ ...stepOf('create a person', created), deliveries }];
    const written = testOf({ ...inWords, requirement, steps }, baseUrl);
    const place = `${about}: expected a text; the run got 3`;
    expect(written.place).toBe(place);
    expect(asVitest(written)).toContain(`skip("${place}")`);
    expect(asHurl(written)).toContain('variable "completed_by_hand" == "yes"');
    expect(JSON.stringify(asArazzo(written))).toContain("$inputs.completedByHand == 'yes'");
  });
});

test('a pattern from a file is not tried', () => {
  const rule = { type: 'matches', pattern: '(' } as const;
  const written = testOf({ ...finding, expects: { values: [{ at: ['firstName'], rule }] } }, baseUrl);
  expect(written.place).toBeUndefined();
});

describe('an expectation of one resource', () => {
  const other = exchange('readPerson', { url: '/v1/persons/person-8' }, 200, '{"firstName":3}');
  const expects = (value: number): Expectation => ({
    operation: 'readPerson',
    resource: 'person-7',
    values: [{ at: ['firstName'], rule: { type: 'none-of', values: [value] } }],
  });
  const steps = [...finding.steps, stepOf('read another', other)];

  test.each([
    ['vitest', asVitest, '.not.toBe(3)'],
    ['hurl', asHurl, `jsonpath "$['firstName']" != 3`],
    ['arazzo', (written: ReturnType<typeof testOf>) => JSON.stringify(asArazzo(written)), '^(?!(?:3)$)'],
  ])('is asserted of its response, not of a later one, in %s', (_, write, assertion) => {
    const written = testOf({ ...finding, expects: expects(3), steps }, baseUrl);
    expect(written.requests).toHaveLength(2);
    expect(write(written)).toContain(assertion);
  });

  test('has a place if its responses are as expected', () => {
    expect(testOf({ ...finding, expects: expects(4), steps }, baseUrl).place).toBeDefined();
  });
});
