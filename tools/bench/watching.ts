/** The cost of watching traffic: requests through `conformance watch`, beside Prism, a bare proxy and none, in turns. */
import autocannon from 'autocannon';
import { Agent, request } from 'undici';
import { callsTo } from './calls.ts';
import { type Measurement, median, rounded } from './measurement.ts';
import { type Running, startProxy, startServer } from './process.ts';

const rounds = 3;
/** Requests through each proxy in each round. */
const amount = 3_000;
const connections = 8;
/** One request every five milliseconds, each way in turn. */
const paceMillis = 5;
const paced = 400;

interface Way {
  readonly name: string;
  readonly process: Running<{ url: string }>;
  /** Milliseconds of single requests at a moderate rate. */
  readonly millis: number[];
  /** Microseconds of processor time for a request: of the server, and of the proxy before it. */
  readonly serverMicros: number[];
  readonly ownMicros: number[];
}

type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string };

async function microsOf({ ask }: Running<unknown>): Promise<number> {
  // Each process replies with this type.
  const { user, system } = (await ask('cpu')) as NodeJS.CpuUsage;
  return user + system;
}

/** As many as the connections carry, for the processor time. autocannon reports its duration in whole seconds only. */
async function load(
  way: Way,
  server: Running<unknown>,
  requests: Call[],
  headers: Record<string, string>,
): Promise<void> {
  const isDirect = way.process === server;
  const before = [await microsOf(server), await microsOf(way.process)] as const;
  const { url } = way.process.ready;
  const result = await autocannon({ url, connections, amount, requests, headers });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${way.name}: ${result.non2xx} refused, ${result.errors} failed`);
  way.serverMicros.push(((await microsOf(server)) - before[0]) / amount);
  way.ownMicros.push(isDirect ? 0 : ((await microsOf(way.process)) - before[1]) / amount);
}

/** One at a time, at a rate that leaves all processes idle in between. */
async function pace(
  ways: readonly Way[],
  calls: readonly Call[],
  headers: Record<string, string>,
): Promise<void> {
  const agent = new Agent({ connections: 1 });
  const begun = performance.now();
  for (let number = 0; number < paced * ways.length; number += 1) {
    const way = ways[number % ways.length];
    const call = calls[Math.floor(number / ways.length) % calls.length];
    if (way === undefined || call === undefined) continue;
    const wait = begun + number * paceMillis - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const sent = performance.now();
    const { path, ...rest } = call;
    const response = await request(way.process.ready.url + path, { ...rest, headers, dispatcher: agent });
    await response.body.text();
    way.millis.push(performance.now() - sent);
  }
  await agent.close();
}

const wayOf = (name: string, process: Way['process']): Way => ({
  ...{ name, process, millis: [], serverMicros: [], ownMicros: [] },
});

export async function measureWatching(): Promise<readonly Measurement[]> {
  await using server = await startServer();
  const { savePayrolls } = callsTo(server);
  const payrolls = await savePayrolls(20);
  const reads = ['/v1/payrolls', '/v1/persons', '/v1/wallets', `/v1/payrolls/${payrolls[0]?.payrollId}`];
  const calls: Call[] = payrolls.flatMap(({ payrollId, body }) => [
    ...reads.map((path): Call => ({ method: 'GET', path })),
    { method: 'POST', path: `/v1/payrolls/${payrollId}/save`, body: JSON.stringify(body) },
  ]);
  const { url, keys } = server.ready;
  const headers = { authorization: `Bearer ${keys.platformToken}`, 'content-type': 'application/json' };
  await using bareProxy = await startProxy('bare-proxy', url);
  await using watchProxy = await startProxy('watch', url);
  await using prismProxy = await startProxy('prism-proxy', url);
  const direct = wayOf('no proxy', server);
  const bare = wayOf('a bare proxy of node:http', bareProxy);
  const watch = wayOf('conformance watch', watchProxy);
  const prism = wayOf('the proxy of Prism', prismProxy);
  const ways = [direct, bare, watch, prism];
  // The first time everything is compiled.
  for (const way of ways) await load(wayOf(way.name, way.process), server, calls, headers);
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) await load(way, server, calls, headers);
    await pace(ways, calls, headers);
  }
  const added = ({ millis }: Way) => median(millis) - median(direct.millis);
  const own = ({ ownMicros }: Way) => median(ownMicros);
  const serverMicros = median(direct.serverMicros);
  const share = own(watch) / serverMicros;
  const beyondBare = (own(watch) - own(bare)) / serverMicros;
  return [
    {
      what: `added time of a request through conformance watch, at ${1_000 / paceMillis} requests a second in all, median`,
      figure: `${added(watch).toFixed(2)} ms`,
      target: 'less than 1 ms',
      met: added(watch) < 1,
    },
    ...[bare, prism].map((way) => ({
      what: `the same through ${way.name}`,
      figure: `${added(way).toFixed(2)} ms`,
      target: `watch to it: ${(added(watch) / added(way)).toFixed(2)} times`,
    })),
    {
      what: 'processor time that conformance watch adds to a request',
      figure: `${rounded(own(watch))} µs`,
      target: `${(share * 100).toFixed(0)} % of the ${rounded(serverMicros)} µs of the reference server`,
    },
    {
      what: 'of it more than the bare proxy takes: recording and judging',
      figure: `${rounded(own(watch) - own(bare))} µs`,
      target: `${(beyondBare * 100).toFixed(0)} % of the reference server, which should be 10 %`,
      met: beyondBare <= 0.1,
    },
    ...[bare, prism].map((way) => ({
      what: `processor time that ${way.name} adds to a request`,
      figure: `${rounded(own(way))} µs`,
      target: `watch to it: ${(own(watch) / own(way)).toFixed(2)} times`,
    })),
  ];
}
