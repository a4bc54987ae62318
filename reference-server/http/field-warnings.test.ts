import { expect, test } from 'vitest';
import { operation } from '../../openapi/description.ts';
import { startScenario } from '../testing/scenario.ts';
import { fieldWarnings } from './field-warnings.ts';

test.each<[body: unknown, want: readonly string[]]>([
  [{ businessName: 'Marina' }, []],
  [{ businessName: 'Marina', address: { line1: '', countryCode: 'NG' } }, []],
  [
    { businessNam: 'Marina' },
    [
      'businessNam is unknown. Did you mean businessName?',
      expect.stringMatching(/^The example also has (?!.*businessName).*adminEmail/),
    ],
  ],
  [
    { address: { lin: '' } },
    ['address.lin is unknown. Did you mean one of line1, line2?', expect.stringContaining('also')],
  ],
  [{}, [expect.stringMatching(/^The example also has businessName, /)]],
  [[], []],
  [null, []],
  [
    { ['\r\nset-cookie: é'.repeat(50)]: 1 },
    [expect.stringMatching(/^[\x20-\x7e]{1,60} is unknown\.$/), expect.anything()],
  ],
  [
    Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`x${index}`, 1])),
    [...Array(10).fill(expect.anything()), '2 more are unknown.', expect.anything()],
  ],
])('%j', (body, want) => {
  expect(fieldWarnings(operation('createBusiness'), body)).toEqual(want);
});

test.each<[Record<string, string>, Record<string, string>, readonly string[]]>([
  [{ type: 'EMPLOYEE', firstName: '' }, {}, []],
  [{ type: 'EMPLOYE' }, {}, ['type has an unknown value. Did you mean EMPLOYEE?']],
  [{ type: 'contractor' }, {}, ['type has an unknown value. Did you mean CONTRACTOR?']],
  [{ type: 'a-key-of-mine' }, {}, []],
  [{ firstName: '' }, { limit: '1' }, ['limit in the query is unknown.']],
])('the words of %j and the query %j', (body, query, want) => {
  expect(fieldWarnings(operation('createPerson'), body, query)).toEqual(want);
});

test('a misspelt name in a query is named with the one that was meant', () => {
  expect(fieldWarnings(operation('listPersons'), undefined, { limit: '1', emial: 'a' })).toEqual([
    'emial in the query is unknown. Did you mean email?',
  ]);
});

test('fields inside of lists are looked at, those of an open object are not', () => {
  const warnings = (body: object) => fieldWarnings(operation('savePayroll'), body);
  expect(warnings({ entries: [{ personId: '' }, { person: '' }] })).toContain(
    'entries.1.person is unknown. Did you mean personId?',
  );
  expect(fieldWarnings(operation('updatePerson'), { metadata: { any: '' } })).toEqual([]);
});

test('the header names a misspelt field only where a server was told to', async () => {
  for (const [options, want] of [
    [{ fieldWarnings: true }, /^businessNam is unknown\. Did you mean businessName\?/],
    [{}, /^$/],
  ] as const) {
    await using scenario = await startScenario(options);
    const { keys, url } = scenario.server;
    const response = await fetch(`${url}/v1/platform/businesses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.platformToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ businessNam: 'Marina' }),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-field-warnings') ?? '').toMatch(want);
  }
});
