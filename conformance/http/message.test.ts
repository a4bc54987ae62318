import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Exchange, Finding } from '../engine/finding.ts';
import { Redactor } from '../engine/redactor.ts';
import { curlScript } from './curl.ts';
import { buildRequest, toExchange } from './message.ts';

const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const form = { file: { name: 'Zoë "1" \\ %.png', contentType: 'image/png', content } };

test('a form holds the bytes of its file as they are', async () => {
  const request = buildRequest('uploadFile', {}, { form });
  const parsed = await new Response(Buffer.from(request.body as Uint8Array), {
    headers: request.headers,
  }).formData();
  const file = parsed.get('file') as File;
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
  expect(file.type).toBe('image/png');
});

/** A finding of one step with these exchanges. */
function findingWith(...exchanges: readonly Exchange[]): Omit<Finding, 'curl'> {
  return {
    id: 'test/AUTH-001',
    requirement: 'AUTH-001',
    level: 'documented',
    check: 'test',
    title: 'a rule',
    expected: 'one line\nof two',
    actual: 'nothing',
    steps: [{ label: 'upload', phase: 'step', believed: 'payroll A saved', exchanges, deliveries: [] }],
    replay: { seed: 1 },
  };
}

function scriptOf(...exchanges: readonly Exchange[]): string {
  return curlScript(
    findingWith(...exchanges),
    { baseUrl: 'http://127.0.0.1:1', kind: 'live' },
    'Authentication',
  );
}

function exchange(
  method: string,
  path: string,
  given: Partial<Exchange['request']>,
  body: unknown,
): Exchange {
  return {
    request: { method, url: `http://127.0.0.1:1${path}`, headers: {}, ...given },
    response: { status: 200, headers: {}, body: JSON.stringify(body), durationMillis: 1 },
  };
}

test('the recorded form is the command that sends the same bytes', () => {
  const request = buildRequest('uploadFile', {}, { form });
  const recorded = toExchange('http://127.0.0.1:1', request, new Error('none'), new Redactor(), 'uploadFile');
  const [, printed] = scriptOf(recorded).split('# expected state before this step: payroll A saved\n');
  const command = printed?.slice(0, printed.lastIndexOf(' | curl')) ?? '';
  expect(execFileSync('sh', ['-c', command])).toEqual(Buffer.from(request.body as Uint8Array));
});

test('a script tried on another server sends the ids of that server, and secrets from the environment', () => {
  const id = 'c557981a-8d48-4264-aeb6-b7e2f7cdd601';
  const script = scriptOf(
    exchange('POST', '/v1/persons', { headers: { authorization: 'Bearer $CONFORMANCE_ORG_TOKEN' } }, { id }),
    exchange('POST', '/v1/tokens', { body: `{"personId":"${id}"}` }, { token: '$CONFORMANCE_USER_TOKEN' }),
    exchange('GET', `/v1/persons/${id}?$(touch x)`, { headers: { a: '$CONFORMANCE_USER_TOKEN' } }, {}),
  );
  // Records what it would send, and responds with its own values.
  const curl = `curl() {
    for each; do case $each in -*|GET|POST|'\\n') ;; *) printf '%s\n' "$each" >&2; esac; done
    printf 'an answer'
  }
  jq() { case $2 in .id) echo 'its own' ;; .token) echo t-1 ;; esac; }`;
  const told = execFileSync('sh', ['-c', `${curl}\nexec 2>&1\n${script}`], {
    env: { ...process.env, CONFORMANCE_ORG_TOKEN: 'key', CONFORMANCE_BASE_URL: 'http://other' },
    encoding: 'utf8',
  });
  expect(told.replaceAll(/an answer\n?/g, '').split('\n')).toEqual([
    'http://other/v1/persons',
    'authorization: Bearer key',
    'http://other/v1/tokens',
    '{"personId":"its own"}',
    'http://other/v1/persons/its own?$(touch x)',
    'a: t-1',
    '',
  ]);
  expect(script).toMatch(
    /^#!\/bin\/sh\n# AUTH-001, documented, section "Authentication".*\n# expected: one line of two\n# actual: nothing\n$/s,
  );
});

test('a script makes up new ids each time, and says how to start a server that ended with its run', () => {
  const key = '184c0f29-7324-42ac-b915-83a8de6a3011';
  const script = curlScript(
    findingWith(exchange('POST', '/v1/persons', { body: `{"email":"a.${key}@b","key":"${key}"}` }, {})),
    { baseUrl: 'http://127.0.0.1:1', kind: 'reference', fault: 'balance-not-checked' },
    'Authentication',
  );
  expect(script).toContain('# The server of the run ended with it. Start one: conformance serve');
  expect(script).toContain('--fault balance-not-checked');
  const sent = () => {
    const curl = `curl() { for each; do case $each in {*) printf '%s' "$each" ;; esac; done; }`;
    return JSON.parse(execFileSync('sh', ['-c', `${curl}\n${script}`], { encoding: 'utf8' }));
  };
  const [first, second] = [sent(), sent()];
  expect(first.key).toMatch(/^[0-9a-f-]{36}$/i);
  expect(first.email).toBe(`a.${first.key}@b`);
  expect(new Set([first.key, second.key, key]).size).toBe(3);
});

test('a JSON body is sent as text', () => {
  expect(buildRequest('listPersons', {}, { body: { a: 1 } })).toMatchObject({
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
});
