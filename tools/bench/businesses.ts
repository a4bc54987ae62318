/** Whether a call takes longer the more businesses are stored, of which it is about one. */
import { randomUUID } from 'node:crypto';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.ts';
import type { Store } from '../../reference-server/store/store.ts';
import { startPostgres } from '../testing/postgres.ts';
import { callsTo } from './calls.ts';
import { type Measurement, median } from './measurement.ts';

const few = 100;
const many = 100_000;
const calls = 300;
/** The alternatives are compared within one run, turn by turn, so that a busy machine slows both sides. */
const rounds = 5;

/** Stores the records of each business. */
async function fill(store: Store, count: number): Promise<void> {
  const batch = 1_000;
  for (let done = 0; done < count; done += batch)
    await store.transaction(async (transaction) => {
      for (let index = 0; index < Math.min(batch, count - done); index += 1) {
        const id = randomUUID();
        await transaction.put('businesses', {
          id,
          tenantKey: `tk_${id}`,
          idempotencyKey: id,
          kind: 'created',
        });
        await transaction.put('customFields', { id: randomUUID(), businessId: id, name: 'Floor' });
        await transaction.put('customFields', { id: randomUUID(), businessId: id, name: 'Shift' });
      }
    });
}

interface Filled extends AsyncDisposable {
  readonly server: ReferenceServer;
}

async function startFilled(count: number, state?: string): Promise<Filled> {
  let opened: Store | undefined;
  const wrapStore = (store: Store) => {
    opened = store;
    return store;
  };
  const fault = { id: 'none', overrides: { wrapStore } };
  const server = await startReferenceServer({ control: true, fault, ...(state !== undefined && { state }) });
  if (opened === undefined) throw new Error('The server opened no store');
  await fill(opened, count);
  return { server, [Symbol.asyncDispose]: () => server.close() };
}

interface Times {
  list: number;
  read: number;
  save: number;
  create: number;
}

async function once(make: () => Promise<unknown>, count: number): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const begun = performance.now();
    await make();
    times.push(performance.now() - begun);
  }
  return median(times);
}

async function timesOf(server: ReferenceServer): Promise<Times> {
  const { call, savePayrolls } = callsTo({ ready: server });
  const [payroll] = await savePayrolls(1);
  const path = `/v1/payrolls/${payroll?.payrollId}`;
  const each = Math.ceil(calls / rounds);
  return {
    list: await once(() => call('GET', '/v1/payrolls'), each),
    read: await once(() => call('GET', path), each),
    save: await once(() => call('POST', `${path}/save`, payroll?.body), each),
    create: await once(
      () => call('POST', '/v1/platform/businesses', { businessName: 'New', idempotencyKey: randomUUID() }),
      each,
    ),
  };
}

async function compare(where: string, states: readonly (string | undefined)[]): Promise<Measurement[]> {
  await using small = await startFilled(few, states[0]);
  await using large = await startFilled(many, states[1]);
  const ratios: Record<keyof Times, number[]> = { list: [], read: [], save: [], create: [] };
  for (let round = 0; round < rounds; round += 1) {
    const before = await timesOf(small.server);
    const after = await timesOf(large.server);
    for (const [name, values] of Object.entries(ratios)) {
      const key = name as keyof Times;
      values.push(after[key] / before[key]);
    }
  }
  return Object.entries(ratios).map(([name, values]) => {
    const ratio = median(values);
    return {
      what: `${name} with ${many.toLocaleString('en')} businesses against ${few}, ${where}`,
      figure: `${ratio.toFixed(2)} times`,
      target: 'at most 2',
      met: ratio <= 2,
    };
  });
}

export async function measureBusinesses(): Promise<readonly Measurement[]> {
  await using postgres = await startPostgres();
  return [
    ...(await compare('in memory', [undefined, undefined])),
    ...(await compare('in Postgres', [postgres.newState(), postgres.newState()])),
  ];
}
