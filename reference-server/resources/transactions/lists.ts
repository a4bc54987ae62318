/** The lists of transactions: as transactions, and as disbursements. */

import type { BusinessState } from '../../state/business-state.ts';
import { type CursorQuery, cursorPageOf } from '../../state/pages.ts';
import type { StoredTransaction } from '../../state/records/money.ts';
import type { Schemas } from '../../state/schemas.ts';

export interface TransactionQuery extends CursorQuery {
  readonly type?: Schemas['TransactionType'];
  readonly status?: Schemas['TransactionStatus'];
}

function disbursementOf(transaction: StoredTransaction): Schemas['Disbursement'] {
  const { id, type, amount, status, reference, recipientId, recipientType, description, createdTimestamp } =
    transaction;
  return {
    id,
    type,
    amount,
    status,
    reference,
    recipientId,
    recipientType,
    ...(description !== undefined && { description }),
    createdTimestamp,
  };
}

export const transactionLists = {
  /** One page of the transactions in the order of their creation. */
  page(
    { transactions }: BusinessState,
    { type, status, ...query }: TransactionQuery,
  ): Schemas['TransactionList'] {
    return cursorPageOf(
      transactions.map(({ transaction }) => transaction),
      query,
      (item) => (type ?? item.type) === item.type && (status ?? item.status) === item.status,
    );
  },

  /** One page of all movements of money, deposits included, in the order of their creation. */
  disbursements({ transactions }: BusinessState, query: CursorQuery): Schemas['DisbursementList'] {
    return cursorPageOf(
      transactions.map(({ transaction }) => disbursementOf(transaction)),
      query,
    );
  },
};
