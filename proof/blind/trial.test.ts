import { describe, expect, test } from 'vitest';
import type { BlindFault } from './fault.ts';
import { tryFault } from './trial.ts';

const fault = (rest: Omit<BlindFault, 'id' | 'title' | 'breaks'>): BlindFault => ({
  ...{ id: 'blind-test', title: 'A test', breaks: 'nothing' },
  ...rest,
});

describe.each([
  [
    'a changed answer',
    fault({
      answer: async (call, { next }) => {
        const answer = await next(call);
        return call.method === 'GET' && call.path === '/v1/persons' ? { ...answer, status: 500 } : answer;
      },
    }),
    'authentication.tenant-selection',
    { status: 'caught' },
  ],
  [
    'a payload that is signed as it is sent',
    fault({
      deliver: (attempt, { send }) =>
        send({ ...attempt, event: { ...attempt.event, data: { ...attempt.event.data, tenantKey: 7 } } }),
    }),
    'webhooks.deliveries',
    { status: 'caught', requirement: 'HOOK-007' },
  ],
  [
    'a signature that is made otherwise',
    fault({
      deliver: (attempt, { send }) =>
        send(attempt, { headers: (signed) => ({ ...signed, 'hook-signature': 'v1,AAAA' }) }),
    }),
    'webhooks.deliveries',
    { status: 'caught', requirement: 'HOOK-010' },
  ],
  [
    'nothing that the checks come to',
    fault({
      answer: async (call, { next }) =>
        call.path === '/v1/nowhere' ? { status: 418, headers: {} } : next(call),
      deliver: (attempt, { send }) => send(attempt),
    }),
    'webhooks.deliveries',
    { status: 'inert' },
  ],
  [
    'a mistake of its own',
    fault({
      answer: async () => {
        throw new Error('a mistake');
      },
    }),
    'persons.email-filter',
    { status: 'broken' },
  ],
])('a fault with %s', (_, given, check, expected) => {
  test(`is ${expected.status}`, async () => {
    expect(await tryFault(given, check)).toMatchObject(expected);
  });
});
