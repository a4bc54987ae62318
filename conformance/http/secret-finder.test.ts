import { expect, it } from 'vitest';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import { type Searched, secretsIn, secretsInAddress } from './secret-finder.ts';

/** What is replaced everywhere. */
const find = (searched: Partial<Searched>) => [
  ...new Set(
    [...secretsIn({ headers: {}, ...searched })].flatMap(({ type, value }) =>
      type === 'value' ? [value] : [],
    ),
  ),
];

it.each<[what: string, searched: Partial<Searched>]>([
  [
    'a tenant key',
    { headers: { 'x-multitenantkey': 'tk_7Zq8wN3uRkX9' }, body: '{"tenantKey":"tk_7Zq8wN3uRkX9"}' },
  ],
  ['the signature of a webhook', { headers: { 'hook-signature': 'v1,kX9mTb4LhV2cZq7wN3uR' } }],
  ['codes in JSON', { body: '{"code":"invalid_request","countryCode":"NGA","bankCode":"058152052"}' }],
  ['an idempotency key', { body: '{"idempotencyKey":"f81d4fae-7dec-11d0-a765"}' }],
  ['the page of a list', { path: '/v1/persons?cursor=eyJpZCI6MX0&reference=Payroll+2026' }],
  ['an error about a field', { body: '{"errors":{"password":"is required here"}}' }],
  ['words of the description', { body: '{"tokenType":"documentType","token":"dateOfBirth"}' }],
  ['numbers of a token', { body: '{"tokens":12345,"expiresIn":3600}' }],
])('leaves %s readable elsewhere', (_, searched) => {
  expect(find(searched)).toEqual([]);
});

it('finds nothing in the examples of the description but its keys', () => {
  const values = find({ body: JSON.stringify(bundled) });
  expect(values).toEqual([
    expect.stringMatching(/^eyJ/),
    'c2lnbmF0dXJl',
    expect.stringMatching(/^rt_/),
    expect.stringMatching(/^ut_/),
  ]);
});

it('is not slowed down or stopped by hostile bodies', () => {
  const started = performance.now();
  for (const part of ['eyJ', '\\"', '"a":', '//a:', '?a=', '[', '{"token":', '-----BEGIN ', 'whsec_', 'a=b&'])
    find({ body: part.repeat(Math.ceil(200_000 / part.length)) });
  find({ body: `${'['.repeat(50_000)}${']'.repeat(50_000)}` });
  // Generous: a search whose time grows with the square of the length takes minutes.
  expect(performance.now() - started).toBeLessThan(60_000);
});

it('takes of an address what may be a key', () => {
  expect(secretsInAddress('https://ann:p4ssw0rd9@x.example/hooks?env=production&key=Zq7wN3uRkX9m')).toEqual([
    'p4ssw0rd9',
    'env=production&key=Zq7wN3uRkX9m',
    'Zq7wN3uRkX9m',
  ]);
});
