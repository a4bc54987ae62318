/** Finds the business of a record, because controls name only the record. */
import type { Answer } from '../http/exchange.ts';
import type { Service } from '../service/service.ts';
import type { BusinessCollection } from '../state/records.ts';
import { notFound } from '../state/refusal.ts';
import type { Rule } from '../state/rule.ts';
import { reading } from '../store/store.ts';

/**
 * Applies a rule to the business that has a record.
 *
 * @throws Refusal when there is no such record, or the rule throws it.
 */
export async function changeOwner<Command>(
  service: Service,
  collection: BusinessCollection,
  id: string,
  rule: Rule<Command>,
  command: Command,
): Promise<void> {
  const record = await service.store.transaction((transaction) => transaction.get(collection, id), reading);
  if (record === undefined) throw notFound();
  await service.change(record.businessId, rule, command);
}

/** The answer of a control that has nothing to say but that it is done. */
export async function noContent(work: Promise<unknown>): Promise<Answer> {
  await work;
  return { status: 204 };
}
