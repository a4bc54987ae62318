import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { verify } from '../../sdk/webhooks/index.ts';
import { RunCollector } from '../catalogues.ts';
import type { Results } from '../engine/results.ts';
import { consumerChecks } from './checks/index.ts';
import { describeDialect, dialects, signatureOf } from './dialect.ts';
import { httpProbe } from './probe.ts';
import { type ConsumerOptions, runConsumer } from './run.ts';

const secret = 'whsec_ABEiM0RVZneImaq7zN3u/wEjRWeJq83v/ty6mHZUMhA=';

type Receive = (request: IncomingMessage, response: ServerResponse, body: Buffer, server: Server) => void;

async function tryOut(
  receive: Receive,
  optionsAt: (origin: string) => Partial<ConsumerOptions> = () => ({}),
): Promise<Results> {
  const server = createServer(async (request, response) => {
    receive(request, response, Buffer.concat(await Array.fromAsync(request)), server);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const collector = new RunCollector();
  const events = runConsumer({
    url: `${origin}/hooks`,
    secrets: [secret],
    seed: 1,
    tool: { name: 'test', version: '0' },
    profile: 'smoke',
    checks: consumerChecks.filter(({ id }) => /time|traces|rotation|bytes/.test(id)),
    ...optionsAt(origin),
  });
  for await (const event of events) collector.add(event);
  server.close();
  server.closeAllConnections();
  if (collector.results === undefined) throw new Error('The run ended without its last event.');
  return collector.results;
}

/** Behaves as a receiver should. */
const sound: Receive = async (request, response, body) => {
  try {
    await verify(body, request.headers, secret);
    response.writeHead(200).end();
  } catch {
    response.writeHead(401).end('no');
  }
};

const page: Receive = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
};

test.each<
  [what: string, receive: Receive, optionsAt: (origin: string) => Partial<ConsumerOptions>, reason: RegExp]
>([
  [
    'another secret',
    sound,
    () => ({ secrets: ['whsec_AAECAwQFBgcICQoLDA0ODw=='] }),
    /answers a signed event with 401 with "no".*--secret/,
  ],
  ['a page', page, () => ({}), /answers every POST with an HTML page/],
  ['another address', (_, response) => response.writeHead(404).end(), () => ({}), /nothing takes POST there/],
  [
    'a redirect',
    (_, response) => response.writeHead(308, { location: '/hooks/' }).end(),
    () => ({}),
    /answers 308 and leads to \/hooks\/, where no provider follows/,
  ],
  ['no answer', () => {}, () => ({ timeoutMillis: 50 }), /gives no answer within 0.05 s/],
  ['no time', (_, response) => response.writeHead(429).end(), () => ({}), /429.*--rate/],
  [
    'http at the port',
    sound,
    (origin) => ({ url: origin.replace('http:', 'https:') }),
    /speaks http and not https: give http:/,
  ],
  [
    'https at the port',
    (request) => request.socket.destroy(),
    () => ({}),
    /if it speaks https, give https:.* with --url/,
  ],
  ['nobody', sound, () => ({ url: 'http://127.0.0.1:9/' }), /No response from .*ECONNREFUSED/],
  [
    'a hash of JSON that was written again',
    (request, response, body) => {
      // As Python does it: json.dumps(request.get_json())
      const written = JSON.stringify(JSON.parse(body.toString()), null, 1)
        .replace(/\n */g, ' ')
        .replace(/([[{]) | ([\]}])/g, '$1$2');
      sound(request, response, Buffer.from(written), undefined as never);
    },
    () => ({}),
    /it verifies re-serialised JSON, written as by json\.dumps of Python; use the raw bytes/,
  ],
  [
    'a gateway before nothing',
    (_, response) => response.writeHead(503).end('no upstream'),
    () => ({}),
    /answers every delivery, signed or not, with 503 with "no upstream": it does not run/,
  ],
  [
    'a fault of its own',
    (_, response) => response.writeHead(500).end(),
    () => ({}),
    /signed or not, with 500/,
  ],
  [
    'a probe that answers otherwise',
    sound,
    (origin) => ({ probe: httpProbe(`${origin}/effects`) }),
    /must answer 200 with \{"count": n\}/,
  ],
  [
    'a probe that knows nothing',
    sound,
    () => ({
      probe: () => undefined,
      checks: consumerChecks.filter(({ id }) => id === 'receiver.duplicates'),
    }),
    /knows none of the events that were sent, so no effect was judged: check the address of --probe/,
  ],
])('says nothing against a receiver where there is %s', async (_what, receive, optionsAt, reason) => {
  const { verdict, reason: said, findings } = await tryOut(receive, optionsAt);
  expect({ verdict, findings }).toEqual({ verdict: 'error', findings: [] });
  expect(said).toMatch(reason);
});

test('a wrong clock is named as the cause if the receiver accepts no event', async () => {
  const { reason } = await tryOut((_request, response) => {
    response.writeHead(401, { date: new Date(Date.now() - 3_600_000).toUTCString() }).end();
  });
  expect(reason).toMatch(/Its clock is 3[56]\d\d s behind ours/);
});

test('a receiver that crashes on a forged delivery has a finding, and the remaining checks are errored', async () => {
  const { verdict, findings, checks } = await tryOut((request, response, body, server) => {
    if (request.headers['hook-signature']) return sound(request, response, body, server);
    server.close();
    server.closeAllConnections();
  });
  expect(verdict).toBe('non-conformant');
  expect(findings.map(({ id }) => id)).toEqual(['receiver.traces/RECEIVER-021']);
  expect(findings[0]?.actual).toContain('ECONNREFUSED');
  expect(findings[0]?.interpretations?.map(({ id }) => id)).toEqual([253]);
  expect(checks.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed', 'errored']);
});

test('a receiver that always responds 429 or 503 is not judged by these responses', async () => {
  let requests = 0;
  const { verdict, reason, findings } = await tryOut((request, response, body, server) => {
    requests += 1;
    if (requests < 3) sound(request, response, body, server);
    else response.writeHead(429, { 'retry-after': '0' }).end();
  });
  expect(findings.map(({ level }) => level)).not.toContain('documented');
  expect({ verdict, reason }).toEqual({ verdict: 'incomplete', reason: expect.stringContaining('--rate') });
});

test.each(
  dialects
    .filter((_, index) => index % 7 === 1)
    .map((dialect) => [describeDialect(dialect), dialect] as const),
)('a receiver that speaks another dialect is advised, not failed: %s', async (_name, dialect) => {
  const { verdict, findings } = await tryOut((request, response, body) => {
    const id = String(request.headers['hook-id']);
    const timestamp = String(request.headers['hook-timestamp']);
    const isTimely = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
    const fits = request.headers['hook-signature'] === signatureOf({ id, timestamp, body }, secret, dialect);
    // Only Standard Webhooks allows several signatures.
    const isOne = !String(request.headers['hook-signature']).includes(' ');
    response.writeHead((fits && isTimely) || !isOne ? 200 : 401).end();
  });
  expect(findings.map(({ requirement }) => requirement)).toEqual(['RECEIVER-029']);
  expect(verdict).toBe('partial');
});

test('no secret is recorded, even if the receiver returns it', async () => {
  const results = await tryOut((_request, response) => response.writeHead(200).end(`I know ${secret}`));
  expect(results.findings.length).toBeGreaterThan(0);
  expect(JSON.stringify(results)).not.toContain(secret.slice('whsec_'.length));
  expect(JSON.stringify(results)).toContain('$CONFORMANCE_WEBHOOK_SECRET');
});

test('ends on abort with the results so far', async () => {
  const controller = new AbortController();
  const { verdict, checks } = await tryOut(
    (request, response, body, server) => {
      sound(request, response, body, server);
      controller.abort(new Error('Interrupted.'));
    },
    () => ({ signal: controller.signal }),
  );
  expect(verdict).toBe('incomplete');
  expect(checks.length).toBeLessThan(3);
});

test('a slow receiver gets only part of the cases, and the expected duration is announced', async () => {
  const notices: string[] = [];
  const tried = async (options: Partial<ConsumerOptions>) => {
    let requests = 0;
    const results = await tryOut(
      (request, response, body, server) => {
        requests += 1;
        setTimeout(() => sound(request, response, body, server), 15);
      },
      () => ({ ...options, checks: consumerChecks.filter(({ id }) => /events|leniency|time/.test(id)) }),
    );
    return { requests, ...results };
  };
  const sampled = await tried({ sampleAboveMillis: 10, onNotice: (notice) => void notices.push(notice) });
  expect(notices).toEqual([
    expect.stringMatching(
      /^The receiver takes \d+\.\d s to answer: all \d+ cases would take about \d+ min\. A part .* about \d+ min; --profile thorough/,
    ),
  ]);
  expect(sampled.requests).toBeLessThan(30);
  expect(sampled.verdict).toBe('partial');
  expect(sampled.reason).toMatch(/so \d\d cases were left out/);
  const whole = await tried({ sampleAboveMillis: 10, profile: 'thorough' });
  expect(whole.requests).toBeGreaterThan(60);
});

test('a receiver that re-serialises compact JSON gets this cause where it shows', async () => {
  const { findings } = await tryOut(
    (request, response, body, server) =>
      sound(request, response, Buffer.from(JSON.stringify(JSON.parse(body.toString()))), server),
    () => ({ checks: consumerChecks.filter(({ id }) => id === 'receiver.forms') }),
  );
  expect(findings.map(({ requirement, actual }) => `${requirement}: ${actual}`)).toEqual([
    expect.stringMatching(
      /^RECEIVER-020: 401 with "no"; it verifies re-serialised JSON, written as by JSON\.stringify.*; use the raw bytes/,
    ),
  ]);
});
