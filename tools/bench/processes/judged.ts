/**
 * Judges recorded traffic of a server again and again, with other ids and keys, for the requested number of requests,
 * and measures its memory.
 */
import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { openJudge, type Side } from '../../../conformance/traffic/run.ts';
import { keepMemoryModest } from '../../../src/cli/modest-memory.ts';
import { collectResults } from '../../../src/collect-results.ts';
import { tool } from '../../../src/tool.ts';
import { megabytes } from '../measurement.ts';
import type { Message } from '../watched-faults/traffic.ts';
import { reportTo } from './parent.ts';

/** After so many messages the checks have their turn, as they have between two that come over a network. */
const turn = 20;
const sampleEvery = 10_000;
/** In each round of the same traffic, so that nothing goes back in time. */
const roundMillis = 400 * 86_400_000;

const ids = /(?<![0-9a-f])[0-9a-f]{8}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f])/g;

export interface JudgedTraffic {
  readonly requests: number;
  /** Processor time for each, making the message included. */
  readonly micros: number;
  /** Megabytes of the process from time to time. */
  readonly samples: readonly number[];
  /** Findings about the server, and about its clients. */
  readonly findings: readonly (readonly string[])[];
}

/** The same message of another day: nothing in it has the id or the key that it had before. */
function again(message: Message, round: number, number: number): Message {
  const prefix = round.toString(16).padStart(8, '0');
  const renamed = <T>(value: T): T => JSON.parse(JSON.stringify(value).replace(ids, `${prefix}$1`));
  const later = { startedAt: round * roundMillis };
  if (message.type === 'delivery') {
    const delivery = message.delivery;
    return {
      type: 'delivery',
      delivery: { ...renamed(delivery), startedAt: delivery.startedAt + later.startedAt },
    };
  }
  const { request, response, startedAt, endedAt } = renamed(message.exchange);
  const { authorization } = request.headers;
  const headers = {
    ...request.headers,
    ...(authorization && { authorization: `${authorization}-${number}` }),
  };
  return {
    type: 'exchange',
    exchange: {
      ...{ startedAt: startedAt + later.startedAt, endedAt: endedAt + later.startedAt },
      ...{ request: { ...request, headers }, response },
    },
  };
}

// As `conformance watch` does.
keepMemoryModest();

// Written by the bench.
const traffic = deserialize(readFileSync(process.argv[2] ?? '')) as readonly Message[];

async function judge(amount: number): Promise<JudgedTraffic> {
  const judges = (['observed', 'clients'] satisfies Side[]).map((side) =>
    openJudge(side, { baseUrl: 'http://127.0.0.1:1', tool }),
  );
  const reading = judges.map(({ events }) => collectResults(events));
  const samples: number[] = [];
  const before = process.cpuUsage();
  let requests = 0;
  const pass = (message: Message) => {
    for (const each of judges) {
      if (message.type === 'delivery') each.delivery(message.delivery);
      else {
        each.request(message.exchange.request);
        each.exchange(message.exchange);
      }
    }
    if (message.type === 'exchange') requests += 1;
  };
  for (let round = 0; requests < amount; round += 1)
    for (const [number, message] of traffic.entries()) {
      pass(again(message, round, requests));
      if (number % turn === 0) await new Promise(setImmediate);
      if (requests >= samples.length * sampleEvery) samples.push(megabytes(process.memoryUsage.rss()));
    }
  const { user, system } = process.cpuUsage(before);
  for (const { end } of judges) end();
  const findings = (await Promise.all(reading)).map((results) =>
    results.findings.map(({ id, expected, actual }) => `${id}: expected ${expected}, got ${actual}`),
  );
  return { requests, micros: (user + system) / requests, samples, findings };
}

reportTo(undefined, { judge: (amount) => judge(Number(amount)), close: () => undefined });
