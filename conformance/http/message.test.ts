import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlScript } from './curl.ts';
import { buildRequest, toExchange } from './message.ts';
import { Redactor } from './redactor.ts';

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

test('the recorded form is the command that sends the same bytes', () => {
  const request = buildRequest('uploadFile', {}, { form });
  const exchange = toExchange('http://127.0.0.1:1', request, new Error('none'), new Redactor(), 'uploadFile');
  const script = curlScript([{ label: 'upload', phase: 'step', exchanges: [exchange], deliveries: [] }]);
  const [, printed] = script.split('# upload\n');
  const command = printed?.slice(0, printed.lastIndexOf(' | curl')) ?? '';
  expect(execFileSync('sh', ['-c', command])).toEqual(Buffer.from(request.body as Uint8Array));
});

test('a JSON body is sent as text', () => {
  expect(buildRequest('listPersons', {}, { body: { a: 1 } })).toMatchObject({
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
});
