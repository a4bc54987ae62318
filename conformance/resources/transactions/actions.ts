/** What checks do with transactions. */

import type { Caller } from '../../http/message.ts';
import { isRecord } from '../../provider/answers.ts';
import type { Scenario } from '../../provider/scenario.ts';

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
