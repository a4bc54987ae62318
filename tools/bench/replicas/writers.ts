/** The writes under chaos, and which of them were acknowledged. */
import fc from 'fast-check';
import type { Caller, Outcome } from './caller.ts';
import { happening } from './receiver.ts';

type PayrollStatus = 'created' | 'saved' | 'approved';

export interface Tenant {
  readonly businessId: string;
  readonly tenantKey: string;
  /** Ids of persons that were acknowledged. */
  readonly persons: string[];
  /** Amounts of deposits; no two of a business are the same. */
  readonly deposits: { readonly acknowledged: Set<number>; readonly doubtful: Set<number> };
  /** The last acknowledged status of each payroll. Payrolls in doubt are not changed again. */
  readonly payrolls: Map<string, PayrollStatus>;
  /** The payrolls that may have moved on from their acknowledged status. */
  readonly doubtful: Set<string>;
  depositCount: number;
}

export const newTenant = (businessId: string, tenantKey: string): Tenant => ({
  businessId,
  tenantKey,
  persons: [],
  deposits: { acknowledged: new Set(), doubtful: new Set() },
  payrolls: new Map(),
  doubtful: new Set(),
  depositCount: 0,
});

export interface Tally {
  acknowledged: number;
  failed: number;
  gone: number;
  readonly wrong: string[];
}

/** Each person of a payroll gets this much, in dollars. */
const salary = 10;
const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };
const usd = (amount: number) => ({ amount, currency: 'USD' });

/** Seeded choices, one after the other. */
export function createDice(seed: number): (sides: number) => number {
  const values = fc.sample(fc.nat(), { seed, numRuns: 10_000 });
  let thrown = 0;
  return (sides) => {
    thrown += 1;
    // Mixed with its place, so that the sequence does not begin anew after its end.
    return ((values[thrown % values.length] ?? 0) + thrown * 7919) % sides;
  };
}

/** Makes one write at a time for a tenant and records its outcome. */
export class Writer {
  readonly tally: Tally = { acknowledged: 0, failed: 0, gone: 0, wrong: [] };
  /** Changes that an event must have announced. */
  readonly expected: string[] = [];
  readonly #caller: Caller;
  readonly #dice: (sides: number) => number;
  readonly #busy = new Set<string>();

  constructor(caller: Caller, dice: (sides: number) => number) {
    this.#caller = caller;
    this.#dice = dice;
  }

  async write(tenant: Tenant): Promise<void> {
    switch (this.#dice(4)) {
      case 0:
        return this.#hire(tenant);
      case 1:
        return this.#deposit(tenant);
      default:
        return this.#movePayroll(tenant);
    }
  }

  async #hire(tenant: Tenant): Promise<void> {
    const body = { firstName: 'Amara', lastName: `Number ${tenant.persons.length}` };
    const outcome = await this.#send(tenant, '/v1/persons', body);
    if (outcome.type !== 'acknowledged') return;
    tenant.persons.push(String(outcome.body.id));
    this.expected.push(happening('person.created', String(outcome.body.id)));
  }

  async #deposit(tenant: Tenant): Promise<void> {
    tenant.depositCount += 1;
    const amount = 1_000 + tenant.depositCount;
    const { acknowledged, doubtful } = tenant.deposits;
    const body = { value: usd(amount), description: 'Under chaos' };
    const outcome = await this.#send(tenant, '/v1/sandbox/business-deposits', body);
    (outcome.type === 'acknowledged' ? acknowledged : doubtful).add(amount);
  }

  /** Begins a payroll, or moves one that is not in doubt one step further. */
  async #movePayroll(tenant: Tenant): Promise<void> {
    const [personId] = tenant.persons;
    const waiting = [...tenant.payrolls].find(
      ([id, status]) => status !== 'approved' && !tenant.doubtful.has(id) && !this.#busy.has(id),
    );
    if (waiting === undefined || personId === undefined) {
      const outcome = await this.#send(tenant, '/v1/payrolls', {});
      if (outcome.type !== 'acknowledged') return;
      const id = String(outcome.body.payrollId);
      tenant.payrolls.set(id, 'created');
      this.expected.push(happening('payroll.created', id));
      return;
    }
    const [id, status] = waiting;
    this.#busy.add(id);
    // Far ahead: its money is collected as soon as it is approved and the wallet covers it, and then held.
    const entries = [{ personId, salary: usd(salary) }];
    const next = status === 'created' ? 'saved' : 'approved';
    const outcome =
      next === 'saved'
        ? await this.#send(tenant, `/v1/payrolls/${id}/save`, {
            payrollDate: '2999-12-31',
            payPeriod,
            entries,
          })
        : await this.#send(tenant, `/v1/payrolls/${id}/approve`);
    this.#busy.delete(id);
    if (outcome.type === 'acknowledged') {
      tenant.payrolls.set(id, next);
      this.expected.push(happening('payroll.status.updated', id, next));
    } else tenant.doubtful.add(id);
  }

  async #send({ tenantKey }: Tenant, path: string, body?: unknown): Promise<Outcome> {
    const outcome = await this.#caller.send({ path, tenantKey, ...(body !== undefined && { body }) });
    if (outcome.type === 'wrong') this.tally.wrong.push(outcome.what);
    else this.tally[outcome.type] += 1;
    return outcome;
  }
}
