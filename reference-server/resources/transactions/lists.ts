/** How transactions are listed: as what they are, and as disbursements. */
import { type CursorQuery, cursorPageOf } from '../../pages.ts';
import type { Schemas } from '../../schemas.ts';
import type { BusinessState } from '../../store/business-state.ts';
import type { StoredTransaction } from './records.ts';

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
