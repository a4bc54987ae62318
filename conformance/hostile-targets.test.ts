/**
 * Runs against targets that break HTTP, flood, lie or do nothing. Each row is a real server: what it does with the
 * requests of one check or of all checks, and what the run reports.
 */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Results } from './engine/results.ts';
import { example } from './provider/check.ts';
import { asksForPayrolls as asks, runAgainst } from './testing/fake-target.ts';
import { answer, type Behaviour, type RawRequest, startRawTarget } from './testing/raw-target.ts';

const sound = '{"data":[]}';

const zeros = Buffer.alloc(64 * 1024 * 1024);
const bomb = gzipSync(zeros);
const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

/** Keeps writing until the other side closes the connection. */
function endlessly(socket: Socket, piece: Buffer | string, millis = 0): void {
  const write = () => {
    if (socket.destroyed) return;
    const ready = socket.write(piece);
    if (millis > 0) setTimeout(write, millis);
    else if (ready) setImmediate(write);
    else socket.once('drain', write);
  };
  write();
}

const says =
  (raw: Buffer | string): Behaviour =>
  (socket) =>
    void socket.write(raw);
const ends =
  (raw: Buffer | string): Behaviour =>
  (socket) =>
    void socket.end(raw);
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const packed = (body: Buffer, coding: string) => says(answer(body, `Content-Encoding: ${coding}`));

/** A server that would get the token if a redirect to it were followed. */
const elsewhere = { asked: 0, url: '' };
const other = createServer((_, response) => {
  elsewhere.asked += 1;
  response.end(sound);
});
await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
elsewhere.url = `http://localhost:${(other.address() as AddressInfo).port}/`;
afterAll(() => void other.close());

/** The check that sent the request is errored for this reason; the target is up and the run continues. */
const errored = (reason: RegExp) => ({ verdict: 'error', check: 'errored', said: reason }) as const;
/** The response is judged, and this was seen. */
const found = (actual: RegExp) => ({ verdict: 'non-conformant', check: 'failed', said: actual }) as const;
const passes = { verdict: 'partial', check: 'passed', said: /^$/ } as const;
/** Only the time budget ends it. */
const outOfTime = {
  verdict: 'incomplete',
  check: undefined,
  said: /time budget of 0\.6 s is spent/,
} as const;

const seen = new WeakSet<Socket>();

interface Case {
  readonly does: Behaviour;
  readonly connected?: (socket: Socket) => void;
  /** Misbehaves from the first request on. */
  readonly fromTheFirst?: true;
  readonly want: { verdict: Results['verdict']; check: string | undefined; said: RegExp };
}

const cases: Readonly<Record<string, Case>> = {
  // Time
  'never answers': { does: () => {}, want: outOfTime },
  'never answers from the first request on': { does: () => {}, fromTheFirst: true, want: outOfTime },
  'drips what is no HTTP': {
    does: (socket) => endlessly(socket, 'x', 20),
    want: errored(/No response from/),
  },
  'drips a header that never ends': {
    does: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      endlessly(socket, 'x', 20);
    },
    want: outOfTime,
  },
  'drips its body': {
    does: (socket) => {
      socket.write(chunked);
      endlessly(socket, '1\r\n \r\n', 20);
    },
    want: outOfTime,
  },
  'drips 1xx': {
    does: (socket) => endlessly(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 5),
    want: errored(/more than 20 answers of 1xx/),
  },

  // Size
  'sends a body that never ends': {
    does: (socket) => {
      socket.write(chunked);
      endlessly(socket, `10000\r\n${' '.repeat(0x10000)}\r\n`);
    },
    want: errored(/its body is longer than 8388608 bytes/),
  },
  'sends a body that never ends from the first request on': {
    does: (socket) => {
      socket.write(chunked);
      endlessly(socket, `10000\r\n${' '.repeat(0x10000)}\r\n`);
    },
    fromTheFirst: true,
    want: { verdict: 'error', check: undefined, said: /its body is longer than 8388608 bytes/ },
  },
  'announces a body of a petabyte': {
    does: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1125899906842624\r\n\r\n');
      endlessly(socket, Buffer.alloc(65_536));
    },
    want: errored(/its body is longer than/),
  },
  'sends a gzip bomb': { does: packed(bomb, 'gzip'), want: errored(/its body is longer than 8388608 bytes/) },
  'sends a deflate bomb': {
    does: packed(deflateSync(zeros), 'deflate'),
    want: errored(/its body is longer than/),
  },
  'sends a raw deflate bomb': {
    does: packed(deflateRawSync(zeros), 'deflate'),
    want: errored(/its body is longer than/),
  },
  'sends a brotli bomb': {
    does: packed(brotliCompressSync(zeros), 'br'),
    want: errored(/its body is longer than/),
  },
  'sends a zstd bomb': {
    does: packed(zstdCompressSync(zeros), 'zstd'),
    want: errored(/its body is longer than/),
  },
  'sends a bomb in a bomb': {
    does: packed(gzipSync(bomb), 'gzip, gzip'),
    want: errored(/its body is longer than/),
  },
  'says that a body is compressed a hundred times over': {
    does: packed(
      bomb,
      many(100, () => 'gzip,'),
    ),
    want: errored(/it is compressed more than 3 times over/),
  },
  'names a compression that nobody knows': {
    does: packed(bomb, '__proto__'),
    want: errored(/its content-encoding "__proto__" is not known/),
  },
  'says gzip and sends none': {
    does: packed(Buffer.from(sound), 'gzip'),
    want: errored(/its body is not gzip, as it says/),
  },
  'compresses without being asked': { does: packed(gzipSync(sound), 'gzip'), want: passes },
  'compresses with zstd': { does: packed(zstdCompressSync(sound), 'zstd'), want: passes },
  'compresses twice': { does: packed(brotliCompressSync(gzipSync(sound)), 'gzip, br'), want: passes },
  'sends a header of a megabyte': {
    does: says(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(1e6)}\r\n\r\n`),
    want: errored(/its headers are longer than 16384 bytes/),
  },
  'sends headers that never end': {
    does: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      endlessly(socket, 'X-Again: and again\r\n'.repeat(100));
    },
    want: errored(/its headers are longer than 16384 bytes/),
  },
  'sends ten thousand headers': {
    does: says(`HTTP/1.1 200 OK\r\n${many(10_000, (i) => `X-${i}: 1\r\n`)}\r\n`),
    want: errored(/its headers are longer than 16384 bytes/),
  },
  'floods with 1xx': {
    does: (socket) => endlessly(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100)),
    want: errored(/more than 20 answers of 1xx came before it/),
  },
  'hints early, once': {
    does: says(Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), answer(sound)])),
    want: passes,
  },

  // JSON
  'sends JSON as deep as it is long': {
    does: says(answer('['.repeat(4e6) + ']'.repeat(4e6))),
    want: errored(/more than 200 objects and lists inside of each other/),
  },
  'sends deep JSON inside of its fields': {
    does: says(answer(`{"data":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}`)),
    want: errored(/more than 200 objects and lists inside of each other/),
  },
  'sends a million values': {
    does: says(answer(`{"data":[${'{},'.repeat(1e6)}{}]}`)),
    want: errored(/its body holds more than 100000 values/),
  },
  'hides its depth behind white space': {
    does: says(answer(`${' '.repeat(1e5)}${'['.repeat(1e5)}`)),
    want: errored(/more than 200 objects and lists/),
  },
  'sends a table of a million fields': { does: says(answer(','.repeat(1e6))), want: found(/200 with ",,,/) },
  'sends brackets in a text': {
    does: says(answer(`{"data":[],"note":"${'['.repeat(1e6)}\\""}`)),
    want: passes,
  },
  'sends numbers without end': {
    does: says(answer(`{"data":[],"count":${'9'.repeat(1e5)}, "more": 1e999}`)),
    want: passes,
  },
  'sends a number where a list belongs': { does: says(answer('{"data":1e999}')), want: found(/Infinity/) },
  'sends keys twice': { does: says(answer('{"data":1,"data":[]}')), want: passes },
  'sends __proto__ and constructor as keys': {
    does: says(answer('{"data":[],"__proto__":{"data":1},"constructor":{"prototype":{"polluted":1}}}')),
    want: passes,
  },
  'sends __proto__ instead of what is wanted': {
    does: says(answer('{"__proto__":{"data":[]}}')),
    want: found(/__proto__/),
  },
  'sends NaN': { does: says(answer('{"data":NaN}')), want: found(/NaN/) },
  'sends null': { does: says(answer('null')), want: found(/200 with null/) },
  'sends half of its JSON': { does: says(answer('{"data":[')), want: found(/200 with/) },
  'sends nothing with 200': { does: says(answer('')), want: found(/200 with an empty body/) },
  'sends half of a pair of surrogates': {
    does: says(answer('{"data":[],"note":"\\ud800"}')),
    want: passes,
  },
  'sends half of a pair of surrogates as a key instead of what is wanted': {
    does: says(answer('{"\\udfff":[]}')),
    want: found(/200 with \{"\\udfff"/),
  },
  'sends bytes that are not UTF-8': {
    does: says(answer(Buffer.from([0x22, 0xff, 0xc0, 0x80, 0x22]))),
    want: found(/200 with "�+"/),
  },
  'begins with a byte order mark': { does: says(answer(`\ufeff${sound}`)), want: passes },
  'says UTF-16 and sends UTF-8': {
    does: says(answer(sound, 'Content-Type: application/json; charset=utf-16')),
    want: passes,
  },
  'sends UTF-16': { does: says(answer(Buffer.from(sound, 'utf16le'))), want: found(/200 with/) },
  'sends a page instead of JSON': {
    does: says(answer('<script>alert(1)</script>', 'Content-Type: text/html')),
    want: found(/200 with "<script>/),
  },

  // Redirects and cookies
  'redirects for ever': {
    does: says(answer('', 'Location: /v1/payrolls', '307 Temporary Redirect')),
    want: found(/307/),
  },
  'redirects to another host': {
    does: says(answer('', `Location: ${elsewhere.url}`, '302 Found')),
    want: found(/302/),
  },
  'sets cookies': {
    does: says(answer(sound, many(50, (i) => `Set-Cookie: a${i}=b\r\n`).trim())),
    want: passes,
  },

  // Connections
  'resets each connection': {
    does: () => {},
    connected: (socket) => socket.resetAndDestroy(),
    fromTheFirst: true,
    want: { verdict: 'error', check: undefined, said: /No response from .*(ECONNRESET|other side closed)/ },
  },
  'resets after the request': {
    does: (socket) => void socket.resetAndDestroy(),
    want: errored(/No response from .*(ECONNRESET|closed)/),
  },
  'closes without a word': { does: ends(''), want: errored(/other side closed/) },
  'resets in its headers': {
    does: (socket) => void socket.write('HTTP/1.1 200 OK\r\nCont', () => socket.resetAndDestroy()),
    want: errored(/No response from/),
  },
  'closes in its headers': { does: ends('HTTP/1.1 200 OK\r\nCont'), want: errored(/No response from/) },
  'closes in its body': {
    does: ends('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data"'),
    want: errored(/No response from/),
  },
  'closes in a chunk': { does: ends(`${chunked}64\r\n{"data"`), want: errored(/No response from/) },
  'says a length that is too short': {
    does: says('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{"data":[]}'),
    want: { verdict: 'non-conformant', check: 'failed', said: /200 with/ },
  },
  'says two lengths': {
    does: says('HTTP/1.1 200 OK\r\nContent-Length: 11\r\nContent-Length: 2\r\n\r\n{"data":[]}'),
    want: errored(/No response from/),
  },
  'says a length and chunks': {
    does: says(
      `HTTP/1.1 200 OK\r\nContent-Length: 11\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n${sound}\r\n0\r\n\r\n`,
    ),
    want: errored(/No response from/),
  },
  'says a length below zero': {
    does: says('HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'),
    want: errored(/No response from/),
  },
  'says a chunk that no number holds': {
    does: says(`${chunked}FFFFFFFFFFFFFFFFF\r\n${sound}`),
    want: errored(/No response from/),
  },
  'sends a body with 204': {
    does: says(answer(sound, '', '204 No Content')),
    want: found(/204 with an empty body/),
  },
  'sends a body with 304': {
    does: says(answer(sound, '', '304 Not Modified')),
    want: found(/304/),
  },
  'sends headers in no encoding': {
    does: says(
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\nX: '),
        Buffer.from([0xff, 0xc0, 0x80]),
        answer(sound).subarray(15),
      ]),
    ),
    want: passes,
  },
  'says a length twice, and the same': {
    does: says(`HTTP/1.1 200 OK\r\nContent-Length: 11\r\nContent-Length: 11\r\n\r\n${sound}`),
    want: errored(/No response from/),
  },
  'is behind a gateway that finds it again': {
    does: (socket) => {
      const isFirst = !seen.has(socket);
      seen.add(socket);
      socket.write(
        isFirst ? answer('<h1>502</h1>', 'Content-Type: text/html', '502 Bad Gateway') : answer(sound),
      );
    },
    want: passes,
  },
  'is behind a gateway that does not find it': {
    does: says(answer('<h1>502</h1>', 'Content-Type: text/html', '502 Bad Gateway')),
    want: found(/502 with "<h1>/),
  },
  'wants fewer requests': {
    does: says(answer('{}', 'Retry-After: 0', '429 Too Many Requests')),
    want: errored(/429, after 6 attempts: send fewer requests with --rate/),
  },
  'answers twice': { does: says(Buffer.concat([answer(sound), answer('{"data":1}')])), want: passes },
  'answers before it is asked': {
    does: says(answer(sound)),
    connected: (socket) => void socket.write(answer(sound)),
    want: passes,
  },
  'closes after each answer and does not say so': { does: ends(answer(sound)), want: passes },
  'stays half open': {
    does: (socket) => void socket.end(answer(sound, 'Connection: keep-alive')),
    fromTheFirst: true,
    want: passes,
  },
  'sends trailers': {
    does: says(
      `${chunked.replace('chunked', 'chunked\r\nTrailer: X-Sum')}b\r\n${sound}\r\n0\r\nX-Sum: 1\r\nSet-Cookie: a=b\r\n\r\n`,
    ),
    want: passes,
  },
  'changes the protocol': {
    does: says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
    want: errored(/it changes the protocol, for which nobody asked/),
  },

  // Not HTTP
  'speaks SSH': { does: says('SSH-2.0-OpenSSH_9.6\r\n'), want: errored(/No response from/) },
  'greets before it is asked': {
    does: () => {},
    connected: (socket) => void socket.write('220 mail.example.com ESMTP\r\n'),
    fromTheFirst: true,
    want: { verdict: 'error', check: undefined, said: /No response from/ },
  },
  'speaks TLS': { does: says(Buffer.from('15030100020246', 'hex')), want: errored(/No response from/) },
  'speaks HTTP/0.9': { does: ends('{"data":[]}'), want: errored(/No response from/) },
  'speaks HTTP/2 without being asked': {
    does: says(Buffer.from('000012040000000000', 'hex')),
    want: errored(/No response from/),
  },
  'sends the status 000': { does: says(answer(sound, '', '000 Nothing')), want: errored(/its status is 0/) },
  'sends the status 999': { does: says(answer(sound, '', '999 Much')), want: found(/999/) },
  'sends a status of four digits': {
    does: says(answer(sound, '', '2000 OK')),
    want: errored(/No response from/),
  },
  'puts control characters into its headers': {
    does: says('HTTP/1.1 200 OK\r\nX: \u001b[31m\u0000\r\nContent-Length: 0\r\n\r\n'),
    want: errored(/No response from/),
  },
};

async function run({ does, connected, fromTheFirst, want }: Case) {
  const behave = (socket: Socket, request: RawRequest) => {
    if (fromTheFirst || request.path === '/v1/payrolls') does(socket, request);
    else socket.write(answer(sound));
  };
  await using raw = await startRawTarget(behave, connected);
  // Responses that end get the time of a busy machine.
  const timeBudgetMillis = want === outOfTime ? 600 : 20_000;
  const { results } = await runAgainst(raw.target, { checks: [asks], timeBudgetMillis });
  return results;
}

describe.concurrent('a target that', () => {
  it.each(Object.entries(cases))('%s', async (_, each) => {
    const results = await run(each);
    const [check] = results.checks;
    const [finding] = results.findings;
    const said = finding?.actual ?? check?.error ?? results.reason ?? '';
    expect({ verdict: results.verdict, check: check?.status, said }).toMatchObject({
      verdict: each.want.verdict,
      said: expect.stringMatching(each.want.said),
      ...(each.want.check !== undefined && { check: each.want.check }),
    });
    const judged = results.requirements.filter(({ status }) => status === 'passed' || status === 'failed');
    // The run makes no claim about what it did not see.
    expect(judged.length > 0).toBe(each.want.check === 'passed' || each.want.check === 'failed');
    if (each.want === outOfTime) expect(results.run.durationMillis).toBeLessThan(5_000);
  });
});

it('reports no missing event when some webhooks were not read', async () => {
  const behave = (socket: Socket) => void socket.write(answer(sound));
  await using raw = await startRawTarget(behave);
  const flooded = example({
    id: 'test.flooded',
    title: 'A check of the test',
    covers: ['HOOK-001'],
    needs: [],
    run: async (scenario) => {
      const { url } = scenario.endpoints.openChannel();
      await fetch(url, { method: 'POST', body: Buffer.alloc(2 * 1024 * 1024) }).catch(() => {});
      scenario.require('HOOK-001', false, 'a delivery', 'none');
    },
  });
  const { results } = await runAgainst(raw.target, { checks: [flooded] });
  expect(results.findings).toEqual([]);
  expect(results.checks[0]?.error).toBe(
    'One webhook endpoint of a case received a delivery of more than 1048576 bytes, which is more than the suite judges.',
  );
});

it('sends the token to no other host', () => {
  expect(elsewhere.asked).toBe(0);
});
