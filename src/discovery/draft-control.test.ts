import { expect, it } from 'vitest';
import { adapterText } from './adapter-text.ts';
import { discover } from './discover.ts';

const TenantKey = { name: 'X-MultiTenantKey', in: 'header', schema: { type: 'string' } };
const json = (...names: readonly string[]) => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    },
  },
});

/** A description with one route that registers endpoints of webhooks. */
const describing = (given: readonly string[], registration: object) => ({
  openapi: '3.1.0',
  security: [{ token: [] }],
  components: { parameters: { TenantKey } },
  paths: {
    '/v1/persons': { get: { responses: { 200: { description: 'OK' } } } },
    '/v1/webhook-endpoints': {
      post: {
        summary: 'Register a webhook endpoint',
        requestBody: { content: json(...given) },
        responses: { 201: { description: 'OK', content: json('id', 'secret') } },
        ...registration,
      },
    },
  },
});

const byReference = { parameters: [{ $ref: '#/components/parameters/TenantKey' }] };

it.each<[string, readonly string[], object, string | undefined]>([
  ['the tenant key in a header', ['url'], { parameters: [TenantKey] }, 'case'],
  ['the tenant key in a header, by reference', ['url'], byReference, 'case'],
  ['the id of the business as well', ['url', 'businessId'], byReference, undefined],
  ['no tenant key', ['url'], {}, undefined],
  ['a key of its own as well', ['url'], { ...byReference, security: [{ opsKey: [] }] }, undefined],
])('a control that takes %s', (_, given, registration, key) => {
  const { controls } = discover(describing(given, registration), 'theirs.yaml').drafts;
  const found = controls.find(({ wanted }) => wanted.name === 'registerWebhookEndpoint');
  expect(found?.request?.path).toBe('/v1/webhook-endpoints');
  expect(found?.request?.key).toBe(key);
});

it('a tenant key beside a key of its own needs a function, so the line is a guess', () => {
  const own = { ...byReference, security: [{ opsKey: [] }] };
  const { controls } = discover(describing(['url'], own), 'theirs.yaml').drafts;
  expect(controls.find(({ wanted }) => wanted.name === 'registerWebhookEndpoint')).toMatchObject({
    status: 'guess',
    why: expect.stringContaining('it needs a function'),
  });
});

it('a header that is no key of a security scheme stays a comment, with the variable to set', () => {
  const header = (name: string, more: object = {}) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
    ...more,
  });
  const own = {
    parameters: [header('X-Test-Key'), header('Authorization'), header('X-Trace', { required: false })],
  };
  const document = describing(['url', 'businessId'], own);
  const { drafts, usualSchemes } = discover(document, 'theirs.yaml');
  const found = drafts.controls.find(({ wanted }) => wanted.name === 'registerWebhookEndpoint');
  expect(found).toMatchObject({
    status: 'guess',
    needsOnlyHeader: true,
    why: 'it requires the header X-Test-Key: set CONFORMANCE_X_TEST_KEY to its value',
    requires: ['the header X-Test-Key'],
  });
  expect(String(adapterText(drafts, 'theirs.yaml', usualSchemes, false))).toMatch(
    /\/\/ Needs a header: .*\n *\/\/ registerWebhookEndpoint: .* headers: \{ 'x-test-key': \{ env: 'CONFORMANCE_X_TEST_KEY' \} \}[\s\S]*\n *controlKey: /,
  );
  const asScheme = { securitySchemes: { testKey: { type: 'apiKey', in: 'header', name: 'X-Test-Key' } } };
  const { controls } = discover({ ...document, components: asScheme }, 'theirs.yaml').drafts;
  expect(controls.find(({ wanted }) => wanted.name === 'registerWebhookEndpoint')?.requires).toEqual([]);
});
