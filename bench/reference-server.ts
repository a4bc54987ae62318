/** How fast the reference server answers GET /v1/payrolls, and how much faster than a mock made by Prism. */
import autocannon from 'autocannon';
import { callsTo } from './calls.ts';
import { type Measurement, rounded } from './measurement.ts';
import { type Running, startPrism, startServer } from './process.ts';

const connections = 20;
const items = 20;

/** They take turns, so that whatever else the machine does meets both. */
const rounds = 3;
const roundSeconds = 3;

/** What was measured of a server in all rounds so far. */
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
  // What both processes answer to it.
  const { user, system } = (await ask('cpu')) as NodeJS.CpuUsage;
  return user + system;
}

export async function measureRequests(): Promise<readonly Measurement[]> {
  await using server = await startServer();
  const { call, savePayrolls } = callsTo(server);
  await savePayrolls(items);
  // Both send the same answer.
  await using prism = await startPrism(await call('GET', '/v1/payrolls'));
  const token = server.ready.keys.platformToken;
  await new Tally().addRound(server, token);
  await new Tally().addRound(prism, token);
  const [ours, theirs] = [new Tally(), new Tally()];
  for (let round = 0; round < rounds; round += 1) {
    await ours.addRound(server, token);
    await theirs.addRound(prism, token);
  }
  const ratio = ours.perSecond / theirs.perSecond;
  const spared = theirs.microsEach / ours.microsEach;
  return [
    {
      what: `GET /v1/payrolls, ${items} items, ${connections} connections`,
      figure: `${rounded(ours.perSecond)} requests/s`,
      target: 'at least 3,000',
      met: ours.perSecond >= 3000,
    },
    { what: 'the same answer from Prism', figure: `${rounded(theirs.perSecond)} requests/s` },
    { what: 'ours to Prism', figure: `${ratio.toFixed(1)} times`, target: 'at least 8', met: ratio >= 8 },
    {
      what: 'processor time of a request, ours and that of Prism',
      figure: `${rounded(ours.microsEach)} and ${rounded(theirs.microsEach)} µs`,
      target: `${spared.toFixed(1)} times`,
    },
  ];
}
