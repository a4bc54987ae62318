import { expect, test } from 'vitest';
import type { ControlSend } from './controls.ts';
import { controlsOf } from './request-controls.ts';

type Request = Parameters<ControlSend>[0];

/** Gives every control the same response, and records the requests. */
function answering(json: unknown, status = 200) {
  const asked: Request[] = [];
  const send: ControlSend = async (request) => {
    asked.push(request);
    return { status, headers: {}, text: JSON.stringify(json) ?? '', json };
  };
  return { asked, send };
}

test('a control becomes a request: arguments fill the path and keep their type in the body', async () => {
  const { advanceClock } = controlsOf({
    advanceClock: {
      method: 'POST',
      path: '/ops/{businessId}/clock',
      body: { by: '{seconds}', note: 'by {seconds} s' },
      answer: { now: 'clock.time' },
      headers: { authorization: 'Bearer x' },
    },
  });
  const { asked, send } = answering({ clock: { time: 1_700_000_060 } });
  expect(await advanceClock?.(send, 'b/1', 60)).toBe(1_700_000_060);
  expect(asked).toEqual([
    {
      method: 'POST',
      path: '/ops/b%2F1/clock',
      body: { by: 60, note: 'by 60 s' },
      headers: { authorization: 'Bearer x' },
    },
  ]);
});

test('a field without a value is left out of the body', async () => {
  const { registerWebhookEndpoint } = controlsOf({
    registerWebhookEndpoint: {
      method: 'PUT',
      path: '/hooks',
      body: { target: '{url}', of: '{businessId}' },
      answer: { id: 'ref', secret: 'key' },
    },
  });
  const { asked, send } = answering({ ref: 'h-1', key: 'whsec_1' });
  expect(await registerWebhookEndpoint?.(send, { url: 'http://x' })).toEqual({
    id: 'h-1',
    secret: 'whsec_1',
  });
  expect(asked[0]?.body).toEqual({ target: 'http://x' });
});

test('a rejection and a response without a required field are errors of the control', async () => {
  const { createFiling, drain } = controlsOf({
    createFiling: { method: 'POST', path: '/filings' },
    drain: { method: 'POST', path: '/drain' },
  });
  await expect(drain?.(answering({}, 500).send, 'b')).rejects.toThrow(
    /drain, POST \/drain, was rejected with 500/,
  );
  await expect(drain?.(answering(undefined, 502).send, 'b')).rejects.toThrow(/was rejected with 502$/);
  await expect(createFiling?.(answering({}).send, 'b', { requirements: [] })).rejects.toThrow(
    /did not return id: set controls\.createFiling\.answer\.id/,
  );
  const located = controlsOf({ createFiling: { path: '/filings', answer: { id: '@location' } } });
  await expect(located.createFiling?.(answering({}).send, 'b', { requirements: [] })).rejects.toThrow(
    /did not return @location: set controls\.createFiling\.answer\.id/,
  );
});

test.each([
  ['null', { id: 'h-1', secret: null }, 'secret'],
  ['nothing', { id: 'h-1', secret: '' }, 'secret'],
  ['an object', { id: { of: 'h-1' }, secret: 's' }, 'id'],
])('%s is not taken for an id or a secret', async (_, answer, what) => {
  const { registerWebhookEndpoint } = controlsOf({
    registerWebhookEndpoint: { method: 'POST', path: '/hooks' },
  });
  await expect(registerWebhookEndpoint?.(answering(answer).send, { url: 'http://x' })).rejects.toThrow(
    `did not return ${what}: set controls.registerWebhookEndpoint.answer.${what} to the field that contains it`,
  );
});

test('a request names the business of the call, and fields of its arguments and records', async () => {
  const { receiveBankTransfer } = controlsOf({
    receiveBankTransfer: {
      path: '/ops/{tenantKey}/{virtualAccountId.wallet.id}/deposits',
      body: {
        of: '{businessId}',
        net: '{sender.network}',
        cents: '{amount.amount}',
        number: '{virtualAccountId.no}',
      },
    },
  });
  const about = {
    businessId: 'b',
    tenantKey: 'tk',
    fieldsOf: (id: string) => (id === 'v' ? { wallet: { id: 'w' } } : {}),
  };
  const amount = { amount: 5, currency: 'USD' };
  const { asked, send } = answering({ id: 't' });
  const transfer = { amount, sender: { accountName: 'A', network: 'ach' as const } };
  expect(await receiveBankTransfer?.(send, 'v', transfer, about)).toBe('t');
  expect(asked[0]).toEqual({
    method: 'POST',
    path: '/ops/tk/w/deposits',
    body: { of: 'b', net: 'ach', cents: 5 },
  });
  await expect(receiveBankTransfer?.(send, 'other', transfer, about)).rejects.toThrow(
    'controls.receiveBankTransfer needs {virtualAccountId.wallet.id}, which the target has not said.',
  );
});

test('a control that is not configured does not exist', () => {
  expect(controlsOf({})).toEqual({});
});
