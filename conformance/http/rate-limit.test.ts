import { expect, it } from 'vitest';
import { untilAllowed } from './rate-limit.ts';
import type { IncomingResponse } from './transport.ts';

const request = { method: 'GET', path: '/v1/persons', headers: {} };

/** Sends a request to a target that rejects it this many times with 429. */
async function sending(limited: number, retryAfter?: string) {
  let left = limited;
  const waits: number[] = [];
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const exchange = async () => {
    left -= 1;
    return { status: left < 0 ? 200 : 429, headers } as unknown as IncomingResponse;
  };
  const came = await untilAllowed(async (millis) => void waits.push(millis))(exchange)(request).then(
    ({ status }) => status,
    ({ message }: Error) => message,
  );
  return { came, waits };
}

it.each([
  ['takes the first response that is not limited', 0, undefined, 200, []],
  ['waits longer each time', 3, undefined, 200, [50, 100, 200]],
  ['waits as long as the target asks', 2, '7', 200, [7_000, 7_000]],
  ['does not wait for a time that has passed', 1, 'Wed, 21 Oct 2015 07:28:00 GMT', 200, [50]],
  ['waits a little where it cannot read how long', 1, 'soon', 200, [50]],
])('%s', async (_, limited, retryAfter, came, waits) => {
  expect(await sending(limited, retryAfter)).toEqual({ came, waits });
});

it('gives up after five waits', async () => {
  const { came, waits } = await sending(6);
  expect(came).toBe('GET /v1/persons returned 429, after 6 attempts: send fewer requests with --rate.');
  expect(waits).toEqual([50, 100, 200, 400, 800]);
});

it('gives up after a minute, and at once if Retry-After is longer', async () => {
  expect((await sending(9, '25')).waits).toEqual([25_000, 25_000]);
  expect((await sending(9, '3600')).waits).toEqual([]);
});
