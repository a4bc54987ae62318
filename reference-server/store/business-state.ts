/** Everything that the rules of one business look at, loaded and saved as a whole. */
import { notFound } from '../refusal.ts';
import type { BusinessRecord, DomainEvent, PayrollRecord, PersonRecord, WalletRecord } from './records.ts';
import type { Transaction } from './store.ts';

export interface BusinessState {
  readonly business: BusinessRecord;
  readonly persons: readonly PersonRecord[];
  readonly wallets: readonly WalletRecord[];
  readonly payrolls: readonly PayrollRecord[];
}

/** What a rule decided: the state after it and what is to be announced. */
export interface Outcome<State = BusinessState> {
  readonly state: State;
  readonly events: readonly DomainEvent[];
}

/** @throws Refusal when there is no such business. */
export async function loadBusiness(transaction: Transaction, businessId: string): Promise<BusinessState> {
  const business = await transaction.get('businesses', businessId);
  if (business === undefined) throw notFound();
  return {
    business,
    persons: await transaction.list('persons', { businessId }),
    wallets: await transaction.list('wallets', { businessId }),
    payrolls: await transaction.list('payrolls', { businessId }),
  };
}

/** Writes the records that are not the ones that were loaded. */
export async function saveBusiness(
  transaction: Transaction,
  before: BusinessState,
  after: BusinessState,
): Promise<void> {
  const changed = <Record>(old: readonly Record[], current: readonly Record[]) => {
    const known = new Set(old);
    return current.filter((record) => !known.has(record));
  };
  if (after.business !== before.business) await transaction.put('businesses', after.business);
  for (const person of changed(before.persons, after.persons)) await transaction.put('persons', person);
  for (const wallet of changed(before.wallets, after.wallets)) await transaction.put('wallets', wallet);
  for (const payroll of changed(before.payrolls, after.payrolls)) await transaction.put('payrolls', payroll);
}
