import { expect, test } from 'vitest';
import { providerHeaders } from './provider-headers.ts';

const values = { id: 'evt_1', timestamp: '1772438400', signature: 'v1,abc' };
const withPrefix = (prefix: string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));

test.each(['hook-', 'relay-', 'x-provider-'])('reads the headers with the prefix %s', (prefix) => {
  expect(providerHeaders({ host: 'localhost', ...withPrefix(prefix) })).toEqual(values);
});

test('a header that is missing is not taken from others', () => {
  const { 'hook-id': _, ...others } = withPrefix('hook-');
  expect(providerHeaders({ ...others, 'x-id': '7' })).toEqual({ ...values, id: '' });
  const { 'relay-id': __, ...incomplete } = withPrefix('relay-');
  expect(providerHeaders(incomplete)).toEqual({ id: '', timestamp: '', signature: '' });
});

test('the neutral prefix takes precedence', () => {
  expect(
    providerHeaders({ 'x-signature': 's', 'x-id': 'i', 'x-timestamp': 't', ...withPrefix('hook-') }),
  ).toEqual(values);
});
