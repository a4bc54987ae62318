/**
 * `npm run task -- replicas:chaos [--seconds 120 --rate 200 --seed 1 --postgres none|restart|crash]`: three reference servers on
 * one Postgres, of which a random one is killed every second while requests come. Fails when anything that was
 * acknowledged is lost, told under two ids or never, done twice, or when money appears or disappears.
 */
import { parseArgs, styleText } from 'node:util';
import { startPostgres } from '../../testing/postgres.ts';
import { Caller } from './caller.ts';
import { killAtRandom } from './kills.ts';
import { type EventReceiver, startEventReceiver } from './receiver.ts';
import { startReplicas } from './replica-set.ts';
import { problemsOf, problemsOfEvents } from './verdict.ts';
import { createDice, newTenant, type Tenant, Writer } from './writers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    rate: { type: 'string', default: '200' },
    businesses: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'string', default: 'none' },
    'no-kills': { type: 'boolean', default: false },
  },
});

/** @throws Error when an option is no number. */
function numberOf(name: 'seconds' | 'rate' | 'businesses' | 'seed'): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`Give --${name} as a number from 1`);
  return number;
}
const [seconds, rate] = [numberOf('seconds'), numberOf('rate')];
const [businesses, seed] = [numberOf('businesses'), numberOf('seed')];
if (!['none', 'restart', 'crash'].includes(values.postgres))
  throw new Error('Give --postgres as none, restart or crash');

/**
 * A receiver responds at once, so an attempt without a response by then belongs to a server that is gone, and two
 * seconds later another takes over.
 */
const attemptTimeoutMillis = 2_000;
/** Requests under way at a time; beyond it writes are left out and counted. */
const mostUnderWay = 32;
/** How long deliveries may take when all is quiet again. */
const settleMillis = 240_000;

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

async function createTenants(caller: Caller): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (let count = 0; count < businesses; count += 1) {
    const body = { businessName: `Business ${count}`, idempotencyKey: `chaos ${count}` };
    const created = await caller.insist({ path: '/v1/platform/businesses', body });
    tenants.push(newTenant(String(created.businessId), String(created.tenantKey)));
  }
  return tenants;
}

/** Writes at a rate, without waiting for the outcomes. @returns how many were left out because too many were under way. */
async function write(writer: Writer, tenants: readonly Tenant[], dice: (sides: number) => number) {
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  let [made, skipped] = [0, 0];
  for (;;) {
    const elapsed = performance.now() - begun;
    if (elapsed >= seconds * 1000) break;
    for (; made < (elapsed / 1000) * rate; made += 1) {
      const tenant = tenants[dice(tenants.length)];
      if (tenant === undefined || underWay.size >= mostUnderWay) {
        skipped += 1;
        continue;
      }
      const one = writer.write(tenant).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await pause(5);
  }
  await Promise.all(underWay);
  return skipped;
}

/** Waits until every event that must come has come. @returns the seconds that it took. */
async function settle(receiver: EventReceiver, expected: readonly string[]): Promise<number> {
  const begun = performance.now();
  while (
    performance.now() - begun < settleMillis &&
    expected.some((happening) => !receiver.ids.has(happening))
  )
    await pause(200);
  return (performance.now() - begun) / 1000;
}

const percentile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

await using postgres = await startPostgres({ fsync: 'on' });
await using receiver = await startEventReceiver();
await using replicas = await startReplicas(postgres.newState(), 3, { attemptTimeoutMillis, spares: 4 });
const caller = new Caller(replicas);
await caller.insist({ path: '/_control/webhook-endpoints', body: { url: receiver.url } });
const tenants = await createTenants(caller);
caller.took.length = 0;

const dice = createDice(seed);
const writer = new Writer(caller, dice);
const ended = new AbortController();
const killing = values['no-kills'] ? 0 : killAtRandom(replicas, createDice(seed + 1), ended.signal);
const disturbing = pause(seconds * 500).then(async () => {
  if (values.postgres === 'restart') await postgres.restart();
  if (values.postgres === 'crash') await postgres.crash();
});
const skipped = await write(writer, tenants, dice);
await disturbing;
ended.abort();
const kills = await killing;
const settled = await settle(receiver, writer.expected);
const problems = [...writer.tally.wrong, ...problemsOfEvents(receiver, writer.expected)];
for (const tenant of tenants) problems.push(...(await problemsOf(caller, tenant)));

const took = caller.took.toSorted((one, other) => one - other);
const { acknowledged, failed, gone } = writer.tally;
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const rows: readonly (readonly [string, string | number])[] = [
  ['seed', seed],
  ['seconds of writing', seconds],
  ['replicas killed', kills],
  ['Postgres', values.postgres === 'none' ? 'left alone' : values.postgres],
  ['writes acknowledged', `${acknowledged} (${Math.round(acknowledged / seconds)} a second)`],
  ['answered with the error object', failed],
  ['never answered', gone],
  ['left out, too many under way', skipped],
  ['median and 99th percentile', `${percentile(took, 0.5)} ms, ${percentile(took, 0.99)} ms`],
  ['events that had to come', writer.expected.length],
  ['events that came', receiver.bodies.size],
  ['  of them more than once', receiver.count - receiver.bodies.size],
  ['seconds until all had come', settled.toFixed(1)],
  [
    'persons, deposits, payrolls kept',
    `${sum(tenants.map(({ persons }) => persons.length))}, ${sum(tenants.map(({ deposits }) => deposits.acknowledged.size))}, ${sum(tenants.map(({ payrolls }) => payrolls.size))}`,
  ],
];
for (const [name, value] of rows) console.log(`${name.padEnd(34)}${value}`);
if (acknowledged < seconds)
  problems.push(
    `Only ${acknowledged} writes were acknowledged, which tells nothing: the machine is too busy`,
  );
console.log(`${'violations'.padEnd(34)}${problems.length}`);
for (const problem of problems.slice(0, 20)) console.error(styleText('red', problem));
if (problems.length > 0) process.exitCode = 1;
