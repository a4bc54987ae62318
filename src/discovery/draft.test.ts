import { expect, it } from 'vitest';
import { adapterText } from './adapter-text.ts';
import { discover } from './discover.ts';
import { perturb } from './testing/perturb.ts';

const doubtsOf = (document: unknown) =>
  new Map(
    discover(document, 'theirs.yaml').drafts.operations.map(({ wanted, status, why }) => [
      wanted.name,
      status === 'sure' ? 'sure' : why,
    ]),
  );

/** The description without the bodies of its requests. */
const withoutBodies = (document: unknown): unknown =>
  JSON.parse(JSON.stringify(document, (name, value) => (name === 'requestBody' ? undefined : value)));

it('a line with a body is a guess where the description shows no bodies', () => {
  const { document } = perturb({ paths: { persons: 'staff' } });
  expect(doubtsOf(document).get('scheduleOffboarding')).toBe('sure');
  const bare = doubtsOf(withoutBodies(document));
  expect(bare.get('createPerson')).toContain('its description shows no fields of its body');
  expect(bare.get('scheduleOffboarding')).toContain('its description shows no fields of its body');
});

it('a line is a guess where another owner is in its path', () => {
  const { document } = perturb({});
  const text = JSON.stringify(document).replaceAll(
    '/v1/persons/{personId}/reinstatement',
    '/v1/contracts/{contractId}/reinstatement',
  );
  expect(doubtsOf(document).get('reinstatePerson')).toBe('sure');
  const moved = doubtsOf(JSON.parse(text));
  expect(moved.get('reinstatePerson')).toContain('may be of another owner than {personId}');
});

const text = { type: 'string' };
const objectOf = (properties: object) => ({ type: 'object', properties });

it.each<[string, object, (string | undefined)[]]>([
  [
    'in an object',
    { data: objectOf({ resource_id: text, command_id: text }) },
    ['data.resource_id', 'data.resource_id'],
  ],
  ['in another style', { resourceId: text, requestId: text }, ['resourceId', 'resourceId']],
  ['beside a better one', { resourceId: text, id: text }, [undefined, 'id']],
  [
    'beside one that may be better',
    { resourceId: text, data: objectOf({ id: text }) },
    [undefined, undefined],
  ],
  ['twice', { resourceId: text, data: objectOf({ resourceId: text }) }, [undefined, undefined]],
])('the id of a resource is taken for the id of what was created: %s', (_, properties, places) => {
  const responses = {
    201: { description: 'OK', content: { 'application/json': { schema: objectOf(properties) } } },
  };
  const paths = Object.fromEntries(
    ['/v1/payrolls', '/v1/payouts'].map((path) => [path, { post: { responses } }]),
  );
  const { drafts } = discover({ openapi: '3.1.0', paths }, 'theirs.yaml');
  const idIn = (name: string, ours: string) =>
    drafts.operations.find(({ wanted }) => wanted.name === name)?.binding.answer?.[ours];
  expect([idIn('createPayout', 'id'), idIn('createPayroll', 'payrollId')]).toEqual(places);
});

it('tells a line that only needs a key from a guess', () => {
  const responses = { 200: { description: 'OK' } };
  const parameters = [{ name: 'payrollId', in: 'path', required: true, schema: { type: 'string' } }];
  const document = {
    openapi: '3.1.0',
    security: [{ token: [] }],
    paths: {
      '/v1/persons': { get: { responses } },
      '/v1/ops/payrolls/{payrollId}/approve': {
        post: { operationId: 'approvePayroll', parameters, responses, security: [{ opsKey: [] }] },
      },
    },
  };
  const { drafts, usualSchemes } = discover(document, 'theirs.yaml');
  const found = drafts.operations.find(({ wanted }) => wanted.name === 'approvePayroll');
  expect(found).toMatchObject({ status: 'guess', needsOnly: 'key' });
  const text = String(adapterText(drafts, 'theirs.yaml', usualSchemes, false));
  expect(text).toMatch(
    /\/\/ Needs your key\. POST \S+\/approve: .*CONFORMANCE_OPS_KEY.*\n *\/\/ approvePayroll: /,
  );
  expect(text).toMatch(/'approvePayroll', .*see the comment above/);
});

it('tells a line that only needs a header from a guess', () => {
  const document = {
    openapi: '3.1.0',
    paths: {
      '/v1/payrolls/{payrollId}/approve': {
        parameters: [
          { name: 'payrollId', in: 'path', required: true, schema: text },
          { name: 'X-Test-Key', in: 'header', required: true, schema: text },
        ],
        post: { operationId: 'approvePayroll', responses: { 200: { description: 'OK' } } },
      },
    },
  };
  const { drafts, usualSchemes } = discover(document, 'theirs.yaml');
  expect(drafts.operations.find(({ wanted }) => wanted.name === 'approvePayroll')).toMatchObject({
    status: 'guess',
    needsOnly: 'header',
  });
  expect(String(adapterText(drafts, 'theirs.yaml', usualSchemes, false))).toMatch(
    /\/\/ Needs a header\. POST \S+\/approve: it requires the header X-Test-Key, which a function can send\.\n *\/\/ approvePayroll: /,
  );
});
