/** After kill -9, everything that was acknowledged is stored, exactly once, and every delivery is made. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClient, type TestClient } from '../testing/client.ts';
import { createControlClient } from '../testing/control-client.ts';
import { type KillableServer, loadServer } from '../testing/killable-server.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';

const rounds = 10;
const writers = 4;

/** The writes that the server has acknowledged, and the requests without a response. */
class Ledger {
  readonly emails = new Set<string>();
  /** Status words that were acknowledged, by payroll. */
  readonly payrolls = new Map<string, string[]>();
  balance = 0;
  doubtful: number[] = [];
  acknowledged = 0;
}

const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };
const usd = (amount: number) => ({ amount, currency: 'USD' });

/** One person, one payroll that is saved and approved, and one deposit. @throws when the server is gone. */
async function write({ ok }: TestClient, ledger: Ledger, name: string, acknowledge: () => void) {
  const email = `${name}@example.com`;
  const { id: personId = '' } = await ok('createPerson', { body: { firstName: name, email } });
  ledger.emails.add(email);
  acknowledge();
  const { payrollId = '' } = await ok('createPayroll', { body: {} });
  const words = ['created'];
  ledger.payrolls.set(payrollId, words);
  acknowledge();
  // No wallet has this currency, so that the payroll waits for funds and leaves the balance alone.
  const entries = [{ personId, salary: { amount: 1000, currency: 'EUR' } }];
  const body = { payrollDate: '2999-12-31', payPeriod, entries };
  await ok('savePayroll', { path: { payrollId }, body });
  words.push('saved');
  acknowledge();
  await ok('approvePayroll', { path: { payrollId } });
  words.push('approved');
  acknowledge();
  const amount = 1000 + ledger.acknowledged;
  ledger.doubtful.push(amount);
  await ok('createBusinessDeposit', { body: { value: usd(amount) } });
  ledger.doubtful.splice(ledger.doubtful.indexOf(amount), 1);
  ledger.balance += amount;
  acknowledge();
}

/** Writes from several sides until the server has acknowledged so many, and kills it in the middle of the rest. */
async function writeUntilKilled(server: KillableServer, ledger: Ledger, round: number, most: number) {
  const client = createClient(server);
  const last = ledger.acknowledged + most;
  let killed: Promise<void> | undefined;
  const acknowledge = () => {
    ledger.acknowledged += 1;
    if (ledger.acknowledged >= last) killed ??= server.kill();
  };
  const writer = async (side: number) => {
    try {
      for (let count = 0; killed === undefined; count += 1)
        await write(client, ledger, `r${round}-w${side}-${count}`, acknowledge);
    } catch (cause) {
      // Nothing but the kill may end a writer.
      if (killed === undefined) throw new Error('A write failed', { cause });
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, side) => writer(side)));
  await killed;
}

/** Every sum of some of the amounts, or of none. */
function sumsOf([first, ...rest]: readonly number[]): number[] {
  if (first === undefined) return [0];
  return sumsOf(rest).flatMap((sum) => [sum, sum + first]);
}

async function expectState(server: KillableServer, ledger: Ledger) {
  const { ok } = createClient(server);
  const emails: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data = [], meta } = await ok('listPersons', { query: { page: String(page), limit: '100' } });
    emails.push(...data.flatMap(({ email }) => email ?? []));
    pages = meta?.pages ?? 1;
  }
  expect(new Set(emails).size).toBe(emails.length);
  expect([...ledger.emails].filter((email) => !emails.includes(email))).toEqual([]);
  const { data: payrolls = [] } = await ok('listPayrolls');
  const statuses = new Map(payrolls.map(({ payrollId, status }) => [payrollId, status]));
  expect(statuses.size).toBe(payrolls.length);
  for (const [payrollId, words] of ledger.payrolls) {
    if (words.includes('saved')) expect(statuses.has(payrollId)).toBe(true);
    if (words.includes('approved')) expect(statuses.get(payrollId)).toBe('Awaiting Funds');
  }
  const { data: wallets = [] } = await ok('listWallets');
  const balance = wallets.find((wallet) => wallet.balance?.currency === 'USD')?.balance?.amount ?? 0;
  expect(sumsOf(ledger.doubtful).map((sum) => ledger.balance + sum)).toContain(balance);
  [ledger.balance, ledger.doubtful] = [balance, []];
}

const keyOf = (payrollId: string, word: string) => `${payrollId} ${word}`;

/** The ids and bodies under which each event of a payroll arrived. */
function arrivals({ received }: Receiver) {
  const ids = new Map<string, Set<string>>();
  const bodies = new Map<string, Set<string>>();
  for (const { event, body } of received) {
    if (!event.eventType.startsWith('payroll.')) continue;
    const key = keyOf(event.data.id, event.data.status ?? 'created');
    ids.set(key, (ids.get(key) ?? new Set()).add(event.id));
    bodies.set(event.id, (bodies.get(event.id) ?? new Set()).add(body.toString()));
  }
  return { ids, bodies };
}

test(`${rounds} times killed, nothing acknowledged is lost or there twice`, {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'));
  const state = join(folder, 'state.db');
  const receiver = await startReceiver();
  const writesPerRound = fc.sample(fc.integer({ min: 5, max: 65 }), { seed: 1, numRuns: rounds });
  const ledger = new Ledger();
  let next = loadServer();
  try {
    let server = await next.start(state);
    const { keys, businesses } = server;
    await createControlClient(server).register(receiver.url);
    for (const [round, most] of writesPerRound.entries()) {
      next = loadServer();
      await writeUntilKilled(server, ledger, round, most);
      server = await next.start(state);
      expect(server).toMatchObject({ keys, businesses });
      await expectState(server, ledger);
    }
    const wanted = [...ledger.payrolls].flatMap(([id, words]) => words.map((word) => keyOf(id, word)));
    const missing = () => {
      const { ids } = arrivals(receiver);
      return wanted.filter((key) => !ids.has(key));
    };
    await expect.poll(missing, { timeout: 20_000 }).toEqual([]);
    const { ids, bodies } = arrivals(receiver);
    for (const known of [...ids.values(), ...bodies.values()]) expect(known.size).toBe(1);
    const log = () => createControlClient(server).deliveries(businesses.platform.businessId);
    await expect.poll(async () => (await log()).filter(({ status }) => status !== 'delivered')).toEqual([]);
    await server.kill();
  } finally {
    await next.discard();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
