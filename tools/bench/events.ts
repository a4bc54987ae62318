/** Measures a server that stores more and more events: with its log cut, without, and with all of them outstanding. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { ReferenceServer } from '../../reference-server/server.ts';
import { callsTo } from './calls.ts';
import { type Measurement, median, rounded } from './measurement.ts';
import { type Running, start, startReceiver } from './process.ts';
import type { Filling } from './processes/event-store.ts';

/** Each ten times the one before. */
const sizes = [10_000, 100_000, 1_000_000] as const;
const backlogs = [1_000, 10_000, 100_000] as const;
const keptByDefault = 10_000;
/** The events grow ten times; a cost that grows far more is worse than linear. */
const most = 15;
const turns = 3;
const callsEach = 30;
const flatMegabytes = 5;

type EventServer = Running<Pick<ReferenceServer, 'url' | 'keys' | 'businesses'> & { startedMillis: number }>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const startEventServer = (state: string, kept: number): Promise<EventServer> =>
  start('event-store', [state, String(kept)], ['--expose-gc']);

const fill = (server: EventServer, filling: Filling) => server.ask('fill', filling);
const heapOf = async (server: EventServer) => Number(await server.ask('heap'));

async function millisOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function untilCounted(receiver: Receiver, count: number): Promise<void> {
  while (Number(await receiver.ask('count')) < count) await delay(2);
}

/** A server with events that were delivered long ago, none of which it forgets. */
async function startFilled(state: string, count: number) {
  const server = await startEventServer(state, 2 * count);
  const { call, savePayrolls } = callsTo(server);
  const receiver = await startReceiver();
  const [payroll] = await savePayrolls(1);
  await call('POST', '/_control/webhook-endpoints', { url: receiver.ready.url });
  const before = await heapOf(server);
  await fill(server, {
    count,
    businessId: server.ready.businesses.platform.businessId,
    endpointId: 'of-long-ago',
  });
  const path = `/v1/payrolls/${payroll?.payrollId}/save`;
  return {
    server,
    megabytes: (await heapOf(server)) - before,
    /** A change with its event, until that has been received. */
    async announce() {
      const received = Number(await receiver.ask('count'));
      await call('POST', path, payroll?.body);
      await untilCounted(receiver, received + 1);
    },
    read: () => call('GET', '/v1/payrolls'),
    find: () => call('GET', '/_control/deliveries?eventId=evt_unknown'),
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

function inProportion(what: string, values: readonly number[], unit: string): Measurement {
  const [few = 1, many = 1] = values.slice(-2);
  const ratio = many / few;
  return {
    what: `${what}, of ${sizes.map(rounded).join(', ')} events`,
    figure: `${values.map(rounded).join(', ')} ${unit}`,
    target: `the last two: ${ratio.toFixed(1)} times, at most ${most}`,
    met: ratio <= most,
  };
}

async function measureStored(): Promise<readonly Measurement[]> {
  await using stack = new AsyncDisposableStack();
  const filled = [];
  for (const size of sizes) filled.push(stack.use(await startFilled('', size)));
  const works = {
    announce: 'an event and its delivery',
    read: 'GET /v1/payrolls',
    find: 'finding an event in the log',
  };
  const times = {
    announce: filled.map((): number[] => []),
    read: filled.map((): number[] => []),
    find: filled.map((): number[] => []),
  };
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, server] of filled.entries())
      for (const name of ['announce', 'read', 'find'] as const)
        for (let call = 0; call < callsEach; call += 1)
          times[name][index]?.push(await millisOf(server[name]));
  const [largest] = sizes.slice(-1);
  const across = (name: 'announce' | 'read'): Measurement => {
    const medians = times[name].map(median);
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    return {
      what: `${works[name]} with ${rounded(largest ?? 0)} stored events against ${rounded(sizes[0])}`,
      figure: `${ratio.toFixed(2)} times`,
      target: 'at most 2',
      met: ratio <= 2,
    };
  };
  return [
    inProportion(
      'memory',
      filled.map(({ megabytes }) => megabytes),
      'MB',
    ),
    across('announce'),
    across('read'),
    inProportion(works.find, times.find.map(median), 'ms'),
  ];
}

async function measureFile(folder: string): Promise<readonly Measurement[]> {
  const millis: number[] = [];
  for (const size of sizes) {
    const state = join(folder, `${size}.db`);
    await (await startFilled(state, size))[Symbol.asyncDispose]();
    await using again = await startEventServer(state, 2 * size);
    millis.push(again.ready.startedMillis);
  }
  return [inProportion('processor time of starting from a state file', millis, 'ms')];
}

/** Milliseconds of each of the first deliveries out of a backlog of one endpoint. */
async function millisOutOf(backlog: number): Promise<number> {
  await using server = await startEventServer('', keptByDefault);
  await using receiver = await startReceiver();
  const { call, advance } = callsTo(server);
  const { id: endpointId } = await call('POST', '/_control/webhook-endpoints', { url: receiver.ready.url });
  const { businessId } = server.ready.businesses.platform;
  await advance(0);
  // Due an hour from now: filling takes less.
  const dueAt = Math.floor(Date.now() / 1000) + 3_600;
  await fill(server, { count: backlog, businessId, endpointId: String(endpointId), dueAt });
  const millis = await millisOf(async () => {
    // The server is closed before all of it is delivered.
    advance(2 * 3_600).catch(() => {});
    await untilCounted(receiver, backlogs[0]);
  });
  return millis / backlogs[0];
}

async function measureBacklog(): Promise<readonly Measurement[]> {
  const millis = backlogs.map((): number[] => []);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, backlog] of backlogs.entries()) millis[index]?.push(await millisOutOf(backlog));
  const each = millis.map(median);
  const ratio = (each.at(-1) ?? 0) / (each[0] ?? 1);
  const [few, , many] = backlogs;
  return [
    {
      what: `a delivery out of ${rounded(many)} that are outstanding against ${rounded(few)}`,
      figure: `${ratio.toFixed(2)} times`,
      target: 'at most 2',
      met: ratio <= 2,
    },
  ];
}

/** A log that is cut does not grow. */
async function measureCuts(): Promise<readonly Measurement[]> {
  await using server = await startEventServer('', keptByDefault);
  await using receiver = await startReceiver();
  const { call, savePayrolls } = callsTo(server);
  const [payroll] = await savePayrolls(1);
  await call('POST', '/_control/webhook-endpoints', { url: receiver.ready.url });
  const { url, keys } = server.ready;
  const heaps: number[] = [];
  for (let third = 1; third <= 3; third += 1) {
    const result = await autocannon({
      url: `${url}/v1/payrolls/${payroll?.payrollId}/save`,
      method: 'POST',
      connections: 4,
      amount: keptByDefault,
      headers: { authorization: `Bearer ${keys.platformToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(payroll?.body),
    });
    if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} requests were refused`);
    await untilCounted(receiver, third * keptByDefault);
    heaps.push(await heapOf(server));
  }
  const [, second = 0, last = 0] = heaps;
  return [
    {
      what: `live memory after ${[1, 2, 3].map((third) => rounded(third * keptByDefault)).join(', ')} events, of which ${rounded(keptByDefault)} are kept`,
      figure: `${heaps.map(rounded).join(', ')} MB`,
      target: `from the second to the last less than +${flatMegabytes} MB`,
      met: last - second < flatMegabytes,
    },
  ];
}

export async function measureEvents(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return [
      ...(await measureCuts()),
      ...(await measureBacklog()),
      ...(await measureStored()),
      ...(await measureFile(folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
