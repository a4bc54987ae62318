/** What checks do with transactions. */
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';
import { isRecord } from './answers.ts';
import type { EventData, EventLog } from './event-log.ts';

const statuses = ['initiated', 'processing', 'succeeded', 'failed'] as const;
export type TransactionStatus = (typeof statuses)[number];

/** The status of a transaction; undefined when the target uses words of its own, which nobody has shown. */
export async function readTransactionStatus(
  scenario: Scenario,
  caller: Caller,
  transactionId: string,
): Promise<TransactionStatus | undefined> {
  const { json } = await scenario.succeed('readTransaction', caller, { path: { transactionId } });
  const status = isRecord(json) ? json.status : undefined;
  return statuses.find((known) => known === status);
}

/**
 * Finds the transaction of a new payout by its event.
 *
 * @throws CaseEnded when there is none, which has been reported then.
 */
export async function transactionOf(
  scenario: Scenario,
  log: EventLog,
  reference: string,
): Promise<EventData> {
  await log.look();
  const initiated = log.of('transaction.initiated');
  // In a business that is ours alone, a payout under another reference is ours as well.
  const found =
    initiated.find((data) => data.reference === reference) ??
    (log.alone ? initiated.find((data) => data.type === 'PAYOUT') : undefined);
  scenario.require('TXN-002', found !== undefined, () => ({
    expected: `transaction.initiated with the reference ${show(reference)} of the payout`,
    actual: `no such event; what came: ${show(log.events.map(({ type }) => type))}`,
  }));
  if (found === undefined) throw new CaseEnded('The transaction of the payout is not known.');
  scenario.require('EVENT-032', found.type === 'PAYOUT' && found.reference === reference, {
    expected: `the type PAYOUT and the reference ${show(reference)} of the payout`,
    actual: `the type ${show(found.type)} and the reference ${show(found.reference)}`,
  });
  return found;
}
