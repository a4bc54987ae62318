/** The balance of a business, what it pays for, and the keys that keep a business from being created twice. */
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { textIn } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { isAlone, openTenant, platformCaller, timeOf } from '../../provider/tenant.ts';
import { businessInput, payrollBody } from '../../provider/valid-requests.ts';
import { readBalance } from '../../provider/wallet.ts';
import { createPayroll, listPayrolls, readStatus, tryToApprove } from '../payrolls/actions.ts';
import { ampleFor } from '../payrolls/funds.ts';
import { createPerson } from '../persons/actions.ts';
import { announcedOnce, enteredOnce, observedIn } from './announcements.ts';
import { listenTo } from './listen.ts';
import { amountOf, balance, idempotencyKey, payrollFunds } from './objects.ts';
import { sayStatus, statusShown, wordsOfFunded } from './payroll-statuses.ts';
import type { ClientOutcome, Clients, Shared, SharedObject } from './play.ts';
import { inWords } from './words.ts';

const descriptionOf = (amount: number) => `Funds ${amount}`;

async function deposit(scenario: Scenario, caller: Caller, amount: number): Promise<ClientOutcome> {
  const body = { value: { amount, currency: scenario.data.currency }, description: descriptionOf(amount) };
  const { status } = await scenario.send('createBusinessDeposit', caller, { body });
  return { status };
}

/** Each deposit is announced under one id. */
function depositsAnnouncedOnce(history: Clients): readonly SharedObject[] {
  const values = new Set(history.flatMap(({ call }) => (call.verb === 'deposit' ? [call.value] : [])));
  const objects = [...values].map((value) =>
    announcedOnce({
      listensTo: (call) => call.verb === 'transaction.succeeded' && call.value === value,
      causes: (call) => (call.verb === 'deposit' && call.value === value ? 1 : 0),
      owed: 0,
    }),
  );
  return observedIn(history, objects);
}

/** Deposits in one business. */
export async function shareBalance(scenario: Scenario): Promise<Shared> {
  const tenant = await openTenant(scenario);
  if (!isAlone(tenant)) throw new CaseEnded('Waiting payrolls of others may use a part of the deposits.');
  const before = await readBalance(scenario, tenant.caller);
  const listening = await listenTo(scenario, tenant, ({ type, data }) => {
    const [, amount] = /^Funds (\d+)$/.exec(String(data.description)) ?? [];
    if (type !== 'transaction.succeeded' || amount === undefined) return undefined;
    return { object: 0, value: Math.log2(Number(amount)), seen: `the deposit of ${amount}` };
  });
  return {
    ...inWords({
      deposit: ({ value }) => `deposit ${amountOf(value)}`,
      'read balance': () => 'read the balance',
    }),
    ...listening,
    tenant,
    isAtOnce: false,
    objects: (history) => [balance(before, ['SANDBOX-001']), ...depositsAnnouncedOnce(history)],
    lastReads: [{ verb: 'read balance', object: 0 }],
    perform: async ({ verb, value }) =>
      verb === 'deposit'
        ? deposit(scenario, tenant.caller, amountOf(value))
        : { status: 200, seen: await readBalance(scenario, tenant.caller) },
  };
}

/** Businesses that are created with two keys, each of which creates one. */
export async function shareKeys(scenario: Scenario): Promise<Shared> {
  const bodies = [businessInput(scenario.data), businessInput(scenario.data)];
  const caller = platformCaller(scenario);
  const create = async (object: number): Promise<ClientOutcome> => {
    const response = await scenario.send('createBusiness', caller, { body: bodies[object] });
    const seen = textIn(response, 'businessId');
    return { status: response.status, ...(seen !== undefined && { seen }) };
  };
  return {
    ...inWords({ create: ({ object }) => `create a business with key ${object + 1}` }),
    isAtOnce: true,
    objects: () => bodies.map((_, object) => idempotencyKey(object, ['PLATFORM-003', 'PLATFORM-002'])),
    lastReads: bodies.map((_, object) => ({ verb: 'create', object })),
    perform: ({ object }) => create(object),
  };
}

/** How many payrolls share the funds, and what each of them pays. */
const payrolls = { count: 3, salary: 1_000_000 };

function showWaiting(seen: string): string {
  if (seen === '') return 'none waits for funds';
  const numbers = seen.split(' ').map((each) => Number(each) + 1);
  return `in Awaiting Funds: payroll ${numbers.join(', ')}`;
}

/** Payrolls that are approved while their funds arrive. */
export async function sharePayrollFunds(scenario: Scenario): Promise<Shared> {
  const tenant = await openTenant(scenario);
  const { caller } = tenant;
  const now = timeOf(scenario, tenant);
  const personId = await createPerson(scenario, caller);
  const save = async (days: number, salary: number, earlier: number) => {
    const payrollId = await createPayroll(scenario, caller);
    const body = payrollBody(scenario.data, dateAfter(now, days), [{ personId, salary }], earlier);
    await scenario.succeed('savePayroll', caller, { path: { payrollId }, body });
    return payrollId;
  };
  // What a business must be before it may approve is not shown: it is found out with a payroll that needs no funds.
  await tryToApprove(scenario, tenant, await save(-3, 700, payrolls.count));
  if ((await readBalance(scenario, caller)) !== 0) throw new CaseEnded('The new business already has funds.');
  const ids: string[] = [];
  for (let index = 0; index < payrolls.count; index += 1) ids.push(await save(5, payrolls.salary, index));
  const listed = (await listPayrolls(scenario, caller)).find(({ payrollId }) => payrollId === ids[0]);
  const amounts = [listed?.debit, listed?.gross, listed?.net].flatMap((money) => money?.amount ?? []);
  const [debit] = amounts;
  if (debit === undefined) throw new CaseEnded('The list of payrolls shows no debit.');
  const ample = ampleFor({ debit });
  const readPhases = async (): Promise<ClientOutcome> => {
    const statuses = await Promise.all(ids.map((id) => readStatus(scenario, caller, id)));
    const waiting = statuses.flatMap((status, index) => (status === 'Awaiting Funds' ? [index] : []));
    return { status: 200, seen: waiting.join(' ') };
  };
  const listening = await listenTo(scenario, tenant, statusShown(ids));
  const words = wordsOfFunded(scenario.conclusive);
  return {
    ...inWords(
      {
        approve: ({ object }) => `approve payroll ${object + 1}`,
        deposit: ({ value }) => `deposit ${ample + value}, which covers one payroll`,
        read: () => 'read the payrolls',
        'read phases': () => 'read the payrolls',
        'read balance': () => 'read the balance',
        'payroll.status.updated': sayStatus,
      },
      (seen, { verb }) => (verb === 'read phases' ? showWaiting(String(seen)) : String(seen)),
    ),
    ...listening,
    tenant,
    isAtOnce: false,
    objects: (history) => [
      payrollFunds({ debit, least: Math.min(...amounts), ample }),
      ...observedIn(
        history,
        ids.map((_, object) => enteredOnce({ object, words })),
      ),
    ],
    lastReads: [
      { verb: 'read phases', object: 0 },
      { verb: 'read balance', object: 0 },
    ],
    perform: async ({ verb, object, value }) => {
      // A target may take an equal deposit for the same one sent twice.
      if (verb === 'deposit') return deposit(scenario, caller, ample + value);
      if (verb === 'read phases') return readPhases();
      if (verb === 'read') {
        // While others approve, the responses of several reads show several moments.
        await readPhases();
        return { status: 200 };
      }
      if (verb === 'read balance') return { status: 200, seen: await readBalance(scenario, caller) };
      const { status } = await scenario.send('approvePayroll', caller, {
        path: { payrollId: ids[object] ?? '' },
      });
      return { status };
    },
  };
}
