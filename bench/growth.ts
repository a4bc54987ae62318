/** Whether a business notices how many others there are: the time of a list, a read and a save, and the memory of the server. */
import { type Calls, callsTo } from './calls.ts';
import { type Measurement, megabytes, rounded } from './measurement.ts';
import { type RunningServer, startServer } from './process.ts';

const sizes = [100, 1_000, 10_000, 100_000] as const;
const creatorsAtATime = 16;
const rounds = 400;
const mostTimes = 2;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const actions = ['list', 'read', 'save'] as const;

type Sends = Readonly<Record<(typeof actions)[number], () => Promise<unknown>>>;

async function createBusinesses({ call }: Calls, from: number, to: number): Promise<void> {
  let next = from;
  const createSome = async () => {
    while (next < to) {
      next += 1;
      const body = { name: `Business ${next}`, email: `business-${next}@example.com`, country: 'NG' };
      await call('POST', '/v1/platform/businesses', body);
    }
  };
  await Promise.all(Array.from({ length: creatorsAtATime }, createSome));
}

/** Fills a business, and says what is sent to it then. */
async function sendsTo(server: RunningServer): Promise<Sends> {
  const business = { name: 'Measured', email: 'measured@example.com', country: 'NG' };
  const { tenantKey } = await callsTo(server).call('POST', '/v1/platform/businesses', business);
  const { call, savePayrolls } = callsTo(server, String(tenantKey));
  const [payroll] = await savePayrolls(20);
  if (payroll === undefined) throw new Error('No payroll was saved');
  return {
    list: () => call('GET', '/v1/payrolls'),
    read: () => call('GET', `/v1/payrolls/${payroll.payrollId}`),
    save: () => call('POST', `/v1/payrolls/${payroll.payrollId}/save`, payroll.body),
  };
}

/** One request after the other, so that it is the time of a request and not of a queue; the first half warms up. */
async function medianMillis(send: () => Promise<unknown>): Promise<number> {
  const millis: number[] = [];
  for (let round = 0; round < 2 * rounds; round += 1) {
    const begun = performance.now();
    await send();
    if (round >= rounds) millis.push(performance.now() - begun);
  }
  return median(millis);
}

export async function measureGrowth(): Promise<readonly Measurement[]> {
  await using server = await startServer();
  const measured: { readonly size: number; readonly millis: Record<string, number>; readonly rss: number }[] =
    [];
  let size = 0;
  for (const next of sizes) {
    await createBusinesses(callsTo(server), size, next - 1);
    size = next;
    const sends = await sendsTo(server);
    const millis: Record<string, number> = {};
    for (const action of actions) millis[action] = await medianMillis(sends[action]);
    measured.push({ size, millis, rss: Number(await server.ask('rss')) });
  }
  const [least, ...others] = measured;
  const most = others.at(-1);
  if (least === undefined || most === undefined) throw new Error('Nothing was measured');
  const sizesInWords = `${rounded(least.size)} to ${rounded(most.size)} businesses`;
  return [
    ...actions.map((action) => {
      const [before = Number.NaN, after = Number.NaN] = [least.millis[action], most.millis[action]];
      return {
        what: `a ${action} of payrolls, from ${sizesInWords}`,
        figure: `${before.toFixed(2)} and ${after.toFixed(2)} ms`,
        target: `within ${mostTimes} times: ${(after / before).toFixed(2)}`,
        met: after <= before * mostTimes,
      };
    }),
    {
      what: `memory, from ${sizesInWords}`,
      figure: measured.map(({ rss }) => rounded(megabytes(rss))).join(', '),
      target: 'MB',
    },
  ];
}
