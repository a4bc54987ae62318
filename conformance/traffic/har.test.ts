import { expect, test } from 'vitest';
import { readHar } from './har.ts';

const entry = (more: object) => ({
  startedDateTime: '2026-03-02T08:00:00.000Z',
  time: 5,
  request: { method: 'GET', url: 'http://127.0.0.1:1/v1/payrolls/p-1', headers: [] },
  response: { status: 200, headers: [], content: { text: '{"payrollId":"p-1","status":"Completed"}' } },
  ...more,
});

const { response } = entry({});

test('a response from a cache or a test, or a missing one, is not a response of the server', () => {
  const entries = [
    entry({}),
    entry({ _fromCache: 'disk' }),
    entry({ _wasFulfilled: true }),
    entry({ response: { ...response, _transferSize: 0 } }),
    entry({ response: { status: 0, headers: [], content: {} } }),
  ];
  const { exchanges } = readHar({ 'session.har': JSON.stringify({ log: { entries } }) });
  expect(exchanges).toHaveLength(1);
});

const announced = (length: string) => [{ name: 'Content-Length', value: length }];

test.each([
  ['is there', {}, '{"data":[]}'],
  ['is shorter than announced', { headers: announced('500') }, undefined],
  ['is as long as announced', { headers: announced('11') }, '{"data":[]}'],
  [
    'was compressed',
    { headers: [...announced('500'), { name: 'content-encoding', value: 'gzip' }] },
    '{"data":[]}',
  ],
  ['broke off, as mitmproxy writes it', { headers: announced('500'), content: { text: '' } }, undefined],
  ['is empty, for all that is known', { content: { text: '' } }, undefined],
  ['is empty', { headers: announced('0'), content: { text: '' } }, ''],
  ['is not sent again', { status: 304, content: { text: '' } }, undefined],
  ['is a part', { status: 206, content: { text: '{"da' } }, undefined],
  ['is in base64', { content: { text: 'eyJkYXRhIjpbXX0=', encoding: 'base64' } }, '{"data":[]}'],
])('a body that %s', (_, given, body) => {
  const whole = { status: 200, headers: [], content: { text: '{"data":[]}' }, ...given };
  const har = JSON.stringify({ log: { entries: [entry({ response: whole })] } });
  expect(readHar({ 'session.har': har }).exchanges.map((each) => each.response.body)).toEqual([body]);
});
