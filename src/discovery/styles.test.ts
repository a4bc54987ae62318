/** What the adapter says of a description in another style, as text. */
import { expect, it } from 'vitest';
import { adapterText } from './adapter-text.ts';
import { discover } from './discover.ts';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const query = (name: string) => ({ name, in: 'query', required: true, schema: {} });

function adapterOf(paths: object, components: object = {}): string {
  const { drafts, usualSchemes } = discover({ openapi: '3.1.0', paths, components }, 'theirs.yaml');
  return String(adapterText(drafts, 'theirs.yaml', usualSchemes, true));
}

it('finds the parameters of a path in the query and in the body', () => {
  const transaction = object({ transactionId: text, status: text, amount: object({}) });
  const adapter = adapterOf({
    '/v1/persons': { get: { responses: { 200: {} } } },
    '/v1/transaction.get': {
      get: { parameters: [query('transactionId')], responses: { 200: json(transaction) } },
    },
    '/v1/payroll.approve': {
      post: {
        requestBody: json(object({ payrollId: text, note: text }, ['payrollId'])),
        responses: { 200: json(object({ payrollId: text, status: text })) },
      },
    },
  });
  expect(adapter).toContain(
    "    readTransaction: { path: '/v1/transaction.get?transactionId={transactionId}', answer: { id: 'transactionId' } },",
  );
  expect(adapter).toContain(
    "    approvePayroll: { path: '/v1/payroll.approve', constants: { payrollId: '{payrollId}' } },",
  );
});

const upload = (properties: object, required: readonly string[]) => ({
  '/v1/files': {
    post: {
      requestBody: { content: { 'multipart/form-data': { schema: object(properties, required) } } },
      responses: { 201: json(object({ id: text })) },
    },
  },
});

it.each([
  [upload({ file: text, purpose: text }, ['file']), '    uploadFile: {},'],
  [upload({ content: text, purpose: text }, ['content']), "    uploadFile: { form: { file: 'content' } },"],
  [
    upload({ content: text, purpose: { enum: ['a', 'b'] } }, ['content', 'purpose']),
    'requires the part purpose',
  ],
])('knows the part of a form that a file is in: %j', (paths, line) => {
  expect(adapterOf(paths)).toContain(line);
});

it('takes a required field from deeper in our body', () => {
  const person = object({ firstName: text, country: text, homeAddress: object({ line1: text }) }, [
    'country',
  ]);
  const adapter = adapterOf({
    '/v1/persons': {
      get: { responses: { 200: {} } },
      post: { requestBody: json(person), responses: { 201: json(object({ personId: text })) } },
    },
  });
  expect(adapter).toMatch(/^ {4}createPerson: async .*\n.*body: \{ country: body\.address\?\.countryCode, /m);
  expect(adapter).toContain("{ id: 'personId' }");
});

it('finds what the paths have instead of /v1', () => {
  const read = { get: { responses: { 200: {} } } };
  const adapter = adapterOf({
    '/api/v2/persons': read,
    '/api/v2/payrolls': read,
    '/api/v2/balances': { get: { summary: 'Wallets', responses: { 200: {} } } },
  });
  expect(adapter).toContain("  pathPrefix: '/api/v2',");
  expect(adapter).toContain("listWallets: { path: '/v1/balances' }");
});

it('takes names that are not shown for ours only where no filter could be ignored', () => {
  const lists = (parameters: readonly object[]) =>
    adapterOf({ '/v1/payouts': { get: { parameters, responses: { 200: {} } } } });
  const named = ['client_ref', 'sort_order', 'page_token', 'page_size', 'format', 'status'].map(query);
  expect(lists(named)).toMatch(/^ {4}listPayouts: \{ query: /m);
  expect(lists(named.slice(1))).not.toMatch(/^ {4}listPayouts: /m);
});

it('sends the key of controls in the header that it is described in', () => {
  const persons = { get: { security: [{ token: [] }], responses: { 200: {} } } };
  const settle = { post: { security: [{ opsKey: [] }], responses: { 200: {} } } };
  const adapter = adapterOf(
    { '/v1/persons': persons, '/v1/ops/payrolls/{payrollId}/settle': settle },
    { securitySchemes: { opsKey: { type: 'apiKey', in: 'header', name: 'X-Ops-Key' } } },
  );
  expect(adapter).toContain("headers: { 'x-ops-key': { env: 'CONFORMANCE_OPS_KEY' } }");
  expect(adapter).not.toContain('controlKey');
});
