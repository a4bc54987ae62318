/**
 * How fast the reference server answers GET /v1/payrolls, beside a mock made by Prism and beside a server that does nothing
 * but write the same bytes.
 */
import assert from 'node:assert/strict';
import autocannon from 'autocannon';
import { request } from 'undici';
import { callsTo } from './calls.ts';
import { type Measurement, rounded } from './measurement.ts';
import { type Running, startBareServer, startPrism, startServer, type WholeAnswer } from './process.ts';

const connections = 20;
const items = 20;

/** They take turns, so that other work on the machine slows both. */
const rounds = 3;
const roundSeconds = 3;

/** The measurements of a server in all rounds so far. */
export class Tally {
  #answers = 0;
  #seconds = 0;
  #cpuMicros = 0;

  get perSecond(): number {
    return this.#answers / this.#seconds;
  }

  /** Processor time of the server for one answer. Other work on the machine hardly changes it. */
  get microsEach(): number {
    return this.#cpuMicros / this.#answers;
  }

  /** @throws Error when any request fails. */
  async addRound({ ready: { url }, ask }: Running<{ url: string }>, token: string): Promise<void> {
    const before = await cpuMicros(ask);
    const result = await autocannon({
      url: `${url}/v1/payrolls`,
      connections,
      duration: roundSeconds,
      headers: { authorization: `Bearer ${token}` },
    });
    if (result.non2xx + result.errors + result.timeouts > 0)
      throw new Error(`${result.non2xx} refused, ${result.errors} errors, ${result.timeouts} without answer`);
    this.#answers += result.requests.total;
    this.#seconds += result.duration;
    this.#cpuMicros += (await cpuMicros(ask)) - before;
  }
}

async function cpuMicros(ask: Running<unknown>['ask']): Promise<number> {
  // Both processes reply with this type.
  const { user, system } = (await ask('cpu')) as NodeJS.CpuUsage;
  return user + system;
}

/** Headers that Node.js adds to every response. */
const ofNode = ['date', 'connection', 'keep-alive'];

async function getPayrolls(url: string, token: string): Promise<WholeAnswer> {
  const response = await request(`${url}/v1/payrolls`, {
    headers: { authorization: `Bearer ${token}` },
    responseHeaders: 'raw',
  });
  // With raw headers, undici returns names and values in turn.
  const raw = response.headers as unknown as readonly string[];
  const headers = raw.filter((_, index) => !ofNode.includes(raw[index - (index % 2)]?.toLowerCase() ?? ''));
  return { headers, body: await response.body.text() };
}

export async function measureRequests(): Promise<readonly Measurement[]> {
  await using server = await startServer();
  const { savePayrolls } = callsTo(server);
  await savePayrolls(items);
  const token = server.ready.keys.platformToken;
  // All send the same body, and the bare server the same headers as well.
  const answer = await getPayrolls(server.ready.url, token);
  await using bare = await startBareServer(answer);
  assert.deepEqual(await getPayrolls(bare.ready.url, token), answer);
  await using prism = await startPrism(JSON.parse(answer.body));
  const [ours, ofBare, ofPrism] = [new Tally(), new Tally(), new Tally()];
  const turns = [
    [server, ours],
    [bare, ofBare],
    [prism, ofPrism],
  ] as const;
  for (const [each] of turns) await new Tally().addRound(each, token);
  for (let round = 0; round < rounds; round += 1)
    for (const [each, tally] of turns) await tally.addRound(each, token);
  const ratio = ours.perSecond / ofPrism.perSecond;
  const spared = ofPrism.microsEach / ours.microsEach;
  const added = ours.microsEach / ofBare.microsEach;
  return [
    {
      what: `GET /v1/payrolls, ${items} items, ${connections} connections`,
      figure: `${rounded(ours.perSecond)} requests/s`,
      target: 'at least 3,000',
      met: ours.perSecond >= 3000,
    },
    { what: 'the same answer from Prism', figure: `${rounded(ofPrism.perSecond)} requests/s` },
    { what: 'ours to Prism', figure: `${ratio.toFixed(1)} times`, target: 'at least 8', met: ratio >= 8 },
    {
      what: 'processor time of a request, ours and that of Prism',
      figure: `${rounded(ours.microsEach)} and ${rounded(ofPrism.microsEach)} µs`,
      target: `${spared.toFixed(1)} times`,
    },
    {
      what: 'the same bytes from a bare node:http server, which looks at nothing',
      figure: `${rounded(ofBare.perSecond)} requests/s`,
    },
    {
      what: 'processor time of a request, ours and that of the bare server',
      figure: `${rounded(ours.microsEach)} and ${rounded(ofBare.microsEach)} µs`,
      target: `${added.toFixed(1)} times`,
    },
  ];
}
