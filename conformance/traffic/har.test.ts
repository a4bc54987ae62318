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

test('an answer that came from a cache, from a test or not at all is none of the server', () => {
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
