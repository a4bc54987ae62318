import { expect, test } from 'vitest';
import type { IncomingResponse } from '../http/transport.ts';
import { Beside } from './beside.ts';

const write = { method: 'POST', path: '/v1/payrolls', headers: {} };

/** A server that carries out one write at a time. */
function busyServer() {
  let running = 0;
  return async (): Promise<IncomingResponse> => {
    running += 1;
    const status = running > 1 ? 409 : 201;
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return { status, headers: {}, text: '', durationMillis: 0 };
  };
}

test('writes at the same time that are rejected with 409 are sent again, one at a time', async () => {
  const send = new Beside().layer(busyServer());
  const answers = await Promise.all([send(write), send(write), send(write)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});

test('a write that is rejected with 409 alone is not sent again', async () => {
  let sent = 0;
  const send = new Beside().layer(async () => {
    sent += 1;
    return { status: 409, headers: {}, text: '', durationMillis: 0 };
  });
  expect((await send(write)).status).toBe(409);
  expect(sent).toBe(1);
});
