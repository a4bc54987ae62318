import type { Decide } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { notFound } from '../state/refusal.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

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
