import { expect, test } from 'vitest';
import type { paths } from '../types.ts';
import { createTypedFetch } from './typed-fetch.ts';

/** A client whose requests are answered at once, and those requests. */
function recorded(answer: () => Response = () => Response.json({}), headers: Record<string, string> = {}) {
  const sent: Request[] = [];
  const client = createTypedFetch<paths>({
    baseUrl: 'https://sandbox.example.com',
    headers,
    fetch: async (request) => {
      sent.push(request);
      return answer();
    },
  });
  return { client, sent };
}

test('parameters are encoded; what is not given is left out', async () => {
  const { client, sent } = recorded();
  await client.GET('/v1/payrolls/{payrollId}', { params: { path: { payrollId: 'a/b ?' } } });
  await client.GET('/v1/persons', { params: { query: { limit: 2, email: 'a+b c@example.com' } } });
  await client.GET('/v1/persons', { params: { query: Object.fromEntries([['limit', undefined]]) } });
  expect(sent.map(({ url }) => url)).toEqual([
    'https://sandbox.example.com/v1/payrolls/a%2Fb%20%3F',
    'https://sandbox.example.com/v1/persons?limit=2&email=a%2Bb%20c%40example.com',
    'https://sandbox.example.com/v1/persons',
  ]);
});

test('the headers of a call override those of the client', async () => {
  const { client, sent } = recorded(undefined, { 'X-MultiTenantKey': 'one', accept: 'text/csv' });
  await client.GET('/v1/persons', { params: { header: { 'X-MultiTenantKey': 'two' } } });
  await client.GET('/v1/persons', { headers: { 'X-MultiTenantKey': 'three' } });
  expect(sent.map(({ headers }) => headers.get('x-multitenantkey'))).toEqual(['two', 'three']);
  expect(sent[0]?.headers.get('accept')).toBe('text/csv');
});

test('a body is sent as JSON, a form as it is', async () => {
  const { client, sent } = recorded();
  const form = new FormData();
  form.append('file', new Blob(['%PDF']), 'passport.pdf');
  await client.POST('/v1/payrolls', { body: { workerType: 'CONTRACTOR' } });
  // @ts-expect-error: the type has the fields of the form
  await client.POST('/v1/files', { body: form });
  expect(await sent[0]?.json()).toEqual({ workerType: 'CONTRACTOR' });
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  expect(sent[1]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
});

test('a response is read as the call says', async () => {
  const text = recorded(() => new Response('id\n1\n'));
  expect(await text.client.GET('/v1/payouts', { parseAs: 'text' })).toMatchObject({ data: 'id\n1\n' });
  const empty = recorded(() => new Response(null, { status: 204 }));
  expect((await empty.client.GET('/v1/persons')).data).toBeUndefined();
  const page = recorded(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await page.client.GET('/v1/persons')).toMatchObject({ error: '<h1>Bad gateway</h1>' });
});

test('requests pass middleware in order, responses in the reverse, until it is taken out', async () => {
  const { client, sent } = recorded();
  const seen: string[] = [];
  const named = (name: string) => ({
    onRequest({ request }: { request: Request }) {
      request.headers.append('x-passed', name);
      return request;
    },
    onResponse() {
      seen.push(name);
      return undefined;
    },
  });
  const [first, second] = [named('first'), named('second')];
  client.use(first, second);
  await client.GET('/v1/persons');
  client.eject(first);
  await client.GET('/v1/persons');
  expect(sent.map(({ headers }) => headers.get('x-passed'))).toEqual(['first, second', 'second']);
  expect(seen).toEqual(['second', 'first', 'second']);
});
