/** The invariants after the chaos, as plain sentences about those that do not hold. */
import { moneyProblems } from '../../../reference-server/testing/money.ts';
import type { Caller } from './caller.ts';
import type { EventReceiver } from './receiver.ts';
import type { Tenant } from './writers.ts';

type Item = Readonly<Record<string, unknown>>;

interface Movement {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly currency: string;
  readonly cause: string;
}

/** How a payroll of which this was acknowledged last may be shown. */
const shownAs: Readonly<Record<string, readonly string[]>> = {
  created: ['Created'],
  saved: ['Saved'],
  approved: ['Approved', 'Awaiting Funds', 'Scheduled'],
};

const listOf = (body: Readonly<Record<string, unknown>>): readonly Item[] =>
  Array.isArray(body.data) ? body.data : [];

async function personsOf(caller: Caller, { tenantKey }: Tenant): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/v1/persons?limit=100&page=${page}`;
    const persons = listOf(await caller.insist({ method: 'GET', path, tenantKey }));
    ids.push(...persons.map(({ id }) => String(id)));
    if (persons.length < 100) return ids;
  }
}

const sameIgnoringCase = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function moneyOf(tenant: Tenant, ledger: readonly Movement[]): string[] {
  const { acknowledged, doubtful } = tenant.deposits;
  const problems: string[] = [];
  const arrived = ledger.filter(({ from, to }) => from === 'outside' && to === 'wallet');
  const times = new Map<number, number>();
  for (const { amount } of arrived) times.set(amount, (times.get(amount) ?? 0) + 1);
  for (const amount of acknowledged)
    if (times.get(amount) !== 1)
      problems.push(`deposit ${amount} was acknowledged and is there ${times.get(amount) ?? 0} times`);
  for (const [amount, count] of times)
    if (!acknowledged.has(amount) && (!doubtful.has(amount) || count > 1))
      problems.push(`deposit ${amount} is there ${count} times`);
  const seen = new Set<string>();
  for (const { from, to, cause } of ledger.filter((entry) => entry.from !== 'outside')) {
    const movement = `${from} → ${to}, ${cause}`;
    if (seen.has(movement)) problems.push(`money moved twice: ${movement}`);
    seen.add(movement);
  }
  return problems;
}

/** Looks at one business: everything acknowledged is there once, and money is conserved. */
export async function problemsOf(caller: Caller, tenant: Tenant): Promise<string[]> {
  const { businessId, tenantKey } = tenant;
  const get = (path: string) => caller.insist({ method: 'GET', path, tenantKey });
  const persons = await personsOf(caller, tenant);
  const payrolls = listOf(await get('/v1/payrolls'));
  const wallets = listOf(await get('/v1/wallets'));
  const ledger = listOf(await get(`/_control/businesses/${businessId}/ledger`)) as unknown as Movement[];
  const problems: string[] = [];
  const there = new Set(persons);
  if (there.size < persons.length) problems.push('a person is there twice');
  for (const id of tenant.persons)
    if (!there.has(id)) problems.push(`person ${id} was acknowledged and is lost`);
  for (const [id, status] of tenant.payrolls) {
    if (status === 'created') continue;
    const { status: shown } = (await get(`/v1/payrolls/${id}`)) as { status?: string };
    // A payroll in doubt may be one step further.
    const fits = [
      ...(shownAs[status] ?? []),
      ...(tenant.doubtful.has(id) ? ['Saved', 'Approved', 'Awaiting Funds', 'Scheduled'] : []),
    ];
    if (shown === undefined || !fits.some((name) => sameIgnoringCase(name, shown)))
      problems.push(`payroll ${id} was acknowledged as ${status} and is ${shown}`);
  }
  if (new Set(payrolls.map(({ payrollId }) => payrollId)).size < payrolls.length)
    problems.push('a payroll is listed twice');
  const balances = wallets.map(({ balance }) => balance as { amount: number; currency: string });
  problems.push(...moneyProblems(ledger, balances), ...moneyOf(tenant, ledger));
  return problems.map((problem) => `${businessId}: ${problem}`);
}

/** Every change is announced under one id, and every id announces one change. */
export function problemsOfEvents({ ids, bodies }: EventReceiver, expected: readonly string[]): string[] {
  return [
    ...expected.filter((happening) => !ids.has(happening)).map((happening) => `never told: ${happening}`),
    ...[...ids]
      .filter(([, known]) => known.size > 1)
      .map(([happening, known]) => `${happening} was told under ${known.size} ids`),
    ...[...bodies]
      .filter(([, known]) => known.size > 1)
      .map(([id, known]) => `event ${id} has ${known.size} bodies`),
  ];
}
