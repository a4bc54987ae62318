/** Servers that close a connection just after a request was sent on it, and what happens to the request. */
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { asksForPayrolls as asks, runAgainst } from '../testing/fake-target.ts';
import { answer, startRawTarget } from '../testing/raw-target.ts';
import { Transport } from './transport.ts';

const sound = answer('{"data":[]}');

const end = (socket: Socket) => void socket.end();
const reset = (socket: Socket) => void socket.resetAndDestroy();

/** Sends two requests, so that the second one uses the connection of the first. */
async function askTwice(method: string, onSecond: (socket: Socket) => void, onOthers = onSecond) {
  const served = new Map<Socket, number>();
  await using raw = await startRawTarget((socket) => {
    const count = (served.get(socket) ?? 0) + 1;
    served.set(socket, count);
    if (served.size > 1) onOthers(socket);
    else if (count > 1) onSecond(socket);
    else socket.write(sound);
  });
  const { signal } = new AbortController();
  const transport = new Transport(raw.target.baseUrl, {
    connections: 1,
    timeoutMillis: 5_000,
    access: 'read-write',
  });
  const ask = (asked: string) => transport.send({ method: asked, path: '/v1/payrolls', headers: {} }, signal);
  try {
    await ask('GET');
    const second = await ask(method).then(
      ({ status, repeated }) => ({ status, ...(repeated && { repeated }) }),
      (error: Error) => error.message,
    );
    return { second, requests: raw.requests.length };
  } finally {
    await transport.close();
  }
}

const answers = (socket: Socket) => void socket.write(sound);

describe.concurrent('a request on a connection that others have used', () => {
  it.each<[string, Parameters<typeof askTwice>, { second: unknown; requests: number }]>([
    ['is answered as any other', ['GET', answers], { second: { status: 200 }, requests: 2 }],
    [
      'is sent once more when the connection was ended',
      ['GET', end, answers],
      { second: { status: 200, repeated: true }, requests: 3 },
    ],
    [
      'is sent once more when it was reset',
      ['GET', reset, answers],
      { second: { status: 200, repeated: true }, requests: 3 },
    ],
    [
      'is sent once more and not twice',
      ['GET', end],
      { second: expect.stringMatching(/^No response from .*: other side closed$/), requests: 3 },
    ],
    [
      'is not sent again when an answer had begun',
      [
        'GET',
        (socket) => {
          socket.write('HTTP/1.1 2', () => socket.end());
        },
        answers,
      ],
      { second: expect.stringMatching(/^No response from/), requests: 2 },
    ],
  ])('%s', async (_, given, want) => {
    expect(await askTwice(...given)).toEqual(want);
  });
});

it.each(['POST', 'PATCH', 'PUT', 'DELETE'])(
  '%s may have changed something and is not sent again',
  async (method) => {
    expect(await askTwice(method, reset, answers)).toEqual({
      second: expect.stringMatching(/^No response from .*ECONNRESET/),
      requests: 2,
    });
  },
);

describe('a run', () => {
  it('continues, judges the later responses, and records in its events which requests were sent again', async () => {
    let ended = 0;
    await using raw = await startRawTarget((socket, { path }) => {
      if (path === '/v1/payrolls' && ended === 0) {
        ended += 1;
        socket.end();
      } else socket.write(sound);
    });
    const { events, results } = await runAgainst(raw.target, { checks: [asks] });
    expect(results.checks).toMatchObject([{ status: 'passed', requests: 1 }]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'check-finished', repeated: 1 }));
  });

  it('ends when the server does so on a new connection, too', async () => {
    await using raw = await startRawTarget((socket, { path }) => {
      if (path === '/v1/payrolls') socket.end();
      // This connection is not used again.
      else socket.end(answer('{"data":[]}', 'Connection: close'));
    });
    const { events, results } = await runAgainst(raw.target, { checks: [asks] });
    expect(results.checks).toMatchObject([{ status: 'errored' }]);
    expect(events.some((event) => 'repeated' in event)).toBe(false);
    expect(raw.requests.filter(({ path }) => path === '/v1/payrolls')).toHaveLength(1);
  });
});
