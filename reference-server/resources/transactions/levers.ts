import type { ControlHandlers } from '../../control/exchange.ts';
import type { Decide } from '../../core.ts';
import { notFound } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { reading } from '../../store/store.ts';

type TransactionLevers =
  | 'passChecks'
  | 'settleTransaction'
  | 'failTransaction'
  | 'returnTransaction'
  | 'requestInformation';

export function transactionLevers(service: Service): Pick<ControlHandlers, TransactionLevers> {
  const { store, environment, timing } = service;
  const rules = service.rules.transactions;

  /** Applies a rule to the business that has the transaction. */
  async function change(transactionId: string, decide: Decide) {
    const record = await store.transaction(
      (transaction) => transaction.get('transactions', transactionId),
      reading,
    );
    if (record === undefined) throw notFound();
    await service.change(record.businessId, decide);
    return { status: 204 };
  }

  return {
    passChecks: ({ path: { transactionId } }) =>
      change(transactionId, (state, now) =>
        rules.passChecks(state, { transactionId }, { environment, ...timing }, now),
      ),

    settleTransaction: ({ path: { transactionId } }) =>
      change(transactionId, (state, now) => rules.settle(state, { transactionId }, now)),

    failTransaction: ({ path: { transactionId }, body: { message } }) =>
      change(transactionId, (state, now) => rules.fail(state, { transactionId, message }, now)),

    returnTransaction: ({ path: { transactionId }, body: { message } }) =>
      change(transactionId, (state, now) => rules.returnToSender(state, { transactionId, message }, now)),

    requestInformation: ({ path: { transactionId }, body: { actionRequired } }) =>
      change(transactionId, (state, now) =>
        rules.requestInformation(state, { transactionId, actionRequired }, now),
      ),
  };
}
