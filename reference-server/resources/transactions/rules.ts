/** Transactions (section "States and transitions, Transaction"), as pure functions of state, command and time. */

import { type BusinessState, findRecord, type Outcome, withRecord } from '../../state/business-state.ts';
import type { Account, StoredTransaction, TransactionRecord } from '../../state/records/money.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import { nextOf, type RuleContext } from '../../state/rule.ts';
import type { Money, Schemas } from '../../state/schemas.ts';
import { defined } from '../../state/values.ts';
import { admit, move } from '../wallets/ledger.ts';
import { transactionLists } from './lists.ts';

export interface OpenTransaction {
  readonly transactionId: string;
  readonly type: Schemas['TransactionType'];
  readonly amount: Money;
  readonly recipientId: string;
  readonly recipientType: Schemas['RecipientType'];
  readonly reference: string;
  readonly description?: string;
  readonly paymentInfo?: Schemas['PaymentInfo'];
  /**
   * The account that pays: `wallet` or the account that holds the money. A DEPOSIT moves money from `outside` to the
   * wallet; any other transaction moves it from its source to `outside`.
   */
  readonly source: Account;
  /** Whether it succeeds at once, without compliance checks and without an event of processing. */
  readonly settlement: 'instant' | 'delayed';
  /** Why it will fail in place of being settled: a simulated outcome of the sandbox. */
  readonly failsWith?: string;
}

export interface NamesTransaction {
  readonly transactionId: string;
}

const accountOf = ({ id }: TransactionRecord): Account => `transaction/${id}`;
const isDeposit = ({ transaction }: TransactionRecord) => transaction.type === 'DEPOSIT';

const isOpen = ({ transaction }: TransactionRecord) =>
  transaction.status === 'initiated' || transaction.status === 'processing';

/** The fields that every event of a transaction has. */
function factsOf({ id, amount, type, reference, recipientId, recipientType }: StoredTransaction) {
  return { id, amount, type, reference, recipientId, recipientType };
}

const rfiFactsOf = ({ id, type, reference }: StoredTransaction) => ({ id, type, reference });

/** A settlement counts from the initiation, so that the checks take their share of it. */
const settlesAfter = (checkedAt: number, { timing: { settlementSeconds, complianceSeconds } }: RuleContext) =>
  checkedAt + Math.max(0, settlementSeconds - complianceSeconds);

const changed = (transaction: StoredTransaction, change: Partial<StoredTransaction>, now: number) => ({
  ...transaction,
  ...change,
  lastUpdatedTimestamp: now,
});

/** Money that is on its way arrives. */
function arrive(state: BusinessState, record: TransactionRecord, now: number): Outcome {
  const { checkedAt: _, settlesAt: __, ...settled } = record;
  const transaction = changed(record.transaction, { status: 'succeeded' }, now);
  const { description, paymentInfo } = transaction;
  const event: DomainEvent = {
    eventType: 'transaction.succeeded',
    data: {
      ...factsOf(transaction),
      ...defined({ description, paymentInfo }),
    },
  };
  const movement = isDeposit(record)
    ? { from: 'outside' as const, to: 'wallet' as const }
    : { from: accountOf(record), to: 'outside' as const };
  const paid = move(state, { ...movement, money: transaction.amount, cause: accountOf(record) }, now);
  return { state: withRecord(paid, 'transactions', { ...settled, transaction }), events: [event] };
}

function startProcessing(
  state: BusinessState,
  record: TransactionRecord,
  settlesAt: number,
  now: number,
): Outcome {
  const { checkedAt: _, ...checked } = record;
  const transaction = changed(record.transaction, { status: 'processing' }, now);
  return {
    state: withRecord(state, 'transactions', { ...checked, transaction, settlesAt }),
    events: [{ eventType: 'transaction.processing', data: factsOf(transaction) }],
  };
}

/**
 * The money goes back to the wallet, from whichever source it came, both when it did not leave and when the recipient's
 * bank returned it. A failed deposit never arrived; a returned one leaves the wallet.
 */
function end(
  state: BusinessState,
  record: TransactionRecord,
  { message, isReturned }: { message: string; isReturned: boolean },
  now: number,
): Outcome {
  const { checkedAt: _, settlesAt: __, ...ended } = record;
  const transaction = changed(
    record.transaction,
    { status: 'failed', message, ...(isReturned && { isReturned }) },
    now,
  );
  const money = transaction.amount;
  const cause = accountOf(record);
  let after = state;
  if (isReturned) {
    const [from, to] = isDeposit(record)
      ? (['wallet', 'outside'] as const)
      : (['outside', 'wallet'] as const);
    if (from === 'outside') admit(state, money);
    after = move(state, { from, to, money, cause }, now);
  } else if (!isDeposit(record)) after = move(state, { from: cause, to: 'wallet', money, cause }, now);
  return {
    state: withRecord(after, 'transactions', { ...ended, transaction }),
    events: [
      {
        eventType: 'transaction.failed',
        data: { ...factsOf(transaction), message, ...(isReturned && { isReturned }) },
      },
    ],
  };
}

function informationOf({ files }: BusinessState, { message, fileIds = [] }: Schemas['RfiAnswer']) {
  if (message === undefined && fileIds.length === 0) throw invalidBody({ message: 'is missing' });
  const unknown = fileIds.flatMap((fileId, index) =>
    files.some(({ id }) => id === fileId) ? [] : [[`fileIds.${index}`, 'must name an uploaded file']],
  );
  if (unknown.length > 0) throw invalidBody(Object.fromEntries(unknown));
  return { ...(message !== undefined && { message }), fileIds };
}

export const transactionRules = {
  ...transactionLists,

  /**
   * Creates a transaction, takes its money from the source and announces it.
   *
   * @throws Refusal `invalid_state` when the wallet does not hold the amount, `invalid_request_body` when a deposit
   * would make it more than can be counted exactly.
   */
  open(state: BusinessState, command: OpenTransaction, context: RuleContext): Outcome {
    const { now } = context;
    const { transactionId, source, settlement, failsWith, ...facts } = command;
    const transaction: StoredTransaction = {
      id: transactionId,
      status: 'initiated',
      createdTimestamp: now,
      lastUpdatedTimestamp: now,
      ...facts,
    };
    const record: TransactionRecord = {
      id: transactionId,
      businessId: state.business.id,
      transaction,
      ...(settlement === 'delayed' && { checkedAt: now + context.timing.complianceSeconds }),
      ...(failsWith !== undefined && { failsWith }),
    };
    const cause = accountOf(record);
    if (isDeposit(record)) admit(state, facts.amount);
    const funded =
      facts.type === 'DEPOSIT'
        ? state
        : move(state, { from: source, to: cause, money: facts.amount, cause }, now);
    const opened = { ...funded, transactions: [...funded.transactions, record] };
    const event: DomainEvent = {
      eventType: 'transaction.initiated',
      data: factsOf(transaction),
    };
    if (settlement === 'delayed') return { state: opened, events: [event] };
    const settled = arrive(opened, record, now);
    return { state: settled.state, events: [event, ...settled.events] };
  },

  /** @throws Refusal unless the transaction is initiated and no information is awaited. */
  passChecks(state: BusinessState, { transactionId }: NamesTransaction, context: RuleContext): Outcome {
    const { now } = context;
    const record = findRecord(state.transactions, transactionId);
    const { status, rfi } = record.transaction;
    if (status !== 'initiated' || rfi?.status === 'RFI_REQUESTED')
      throw invalidState(
        'Only a transaction that is initiated and awaits no information can pass its checks',
      );
    return startProcessing(state, record, settlesAfter(now, context), now);
  },

  /** @throws Refusal unless the transaction is processing. */
  settle(state: BusinessState, { transactionId }: NamesTransaction, { now }: RuleContext): Outcome {
    const record = findRecord(state.transactions, transactionId);
    if (record.transaction.status !== 'processing')
      throw invalidState('Only a transaction that is processing can be settled');
    return arrive(state, record, now);
  },

  /** @throws Refusal unless the transaction is initiated or processing. */
  fail(
    state: BusinessState,
    { transactionId, message }: NamesTransaction & { readonly message: string },
    { now }: RuleContext,
  ): Outcome {
    const record = findRecord(state.transactions, transactionId);
    if (!isOpen(record)) throw invalidState('Only a transaction that is initiated or processing can fail');
    return end(state, record, { message, isReturned: false }, now);
  },

  /** @throws Refusal unless the transaction succeeded; or, of a deposit, when the funds are no longer there. */
  returnToSender(
    state: BusinessState,
    { transactionId, message }: NamesTransaction & { readonly message: string },
    { now }: RuleContext,
  ): Outcome {
    const record = findRecord(state.transactions, transactionId);
    if (record.transaction.status !== 'succeeded')
      throw invalidState('Only a transaction that succeeded can be returned');
    return end(state, record, { message, isReturned: true }, now);
  },

  /**
   * Opens a review; the checks do not pass before the information is provided.
   *
   * @throws Refusal unless the transaction is initiated and awaits nothing yet.
   */
  requestInformation(
    state: BusinessState,
    { transactionId, actionRequired }: NamesTransaction & { readonly actionRequired: string },
    { now }: RuleContext,
  ): Outcome {
    const record = findRecord(state.transactions, transactionId);
    const { status, rfi } = record.transaction;
    if (status !== 'initiated' || rfi?.status === 'RFI_REQUESTED')
      throw invalidState(
        'Information can be requested while a transaction is initiated, one request at a time',
      );
    const { checkedAt: _, ...reviewed } = record;
    const request = { status: 'RFI_REQUESTED' as const, actionRequired };
    const transaction = changed(record.transaction, { rfi: request }, now);
    return {
      state: withRecord(state, 'transactions', { ...reviewed, transaction }),
      events: [{ eventType: 'transaction.rfi.updated', data: { ...rfiFactsOf(transaction), ...request } }],
    };
  },

  /**
   * Ends the review; the checks begin anew.
   *
   * @throws Refusal `invalid_request_body` when it says nothing or names a file that was not uploaded, `invalid_state`
   * unless information is awaited.
   */
  provideInformation(
    state: BusinessState,
    { transactionId, input }: NamesTransaction & { readonly input: Schemas['RfiAnswer'] },
    context: RuleContext,
  ): Outcome {
    const { now } = context;
    const record = findRecord(state.transactions, transactionId);
    const information = informationOf(state, input);
    const { status, rfi } = record.transaction;
    if (status !== 'initiated' || rfi?.status !== 'RFI_REQUESTED')
      throw invalidState('No information is requested for this transaction');
    const provided = { status: 'RFI_PROVIDED' as const };
    const transaction = changed(record.transaction, { rfi: provided }, now);
    const checkedAt = now + context.timing.complianceSeconds;
    return {
      state: withRecord(state, 'transactions', { ...record, transaction, checkedAt, information }),
      events: [{ eventType: 'transaction.rfi.updated', data: { ...rfiFactsOf(transaction), ...provided } }],
    };
  },

  /** Checks pass and money arrives, each at its time; a simulated failure comes in place of the arrival. */
  progress(before: BusinessState, context: RuleContext): Outcome {
    const { now } = context;
    const events: DomainEvent[] = [];
    let state = before;
    const step = (outcome: Outcome) => {
      state = outcome.state;
      events.push(...outcome.events);
    };
    for (const { id, checkedAt } of before.transactions) {
      if (checkedAt === undefined || checkedAt > now) continue;
      // Counted from the time at which the checks passed, so that a late check does not delay the settlement.
      const settlesAt = settlesAfter(checkedAt, context);
      step(startProcessing(state, findRecord(state.transactions, id), settlesAt, now));
    }
    for (const record of state.transactions) {
      if (record.settlesAt === undefined || record.settlesAt > now) continue;
      const { failsWith } = record;
      if (failsWith === undefined) step(arrive(state, record, now));
      else step(end(state, record, { message: failsWith, isReturned: false }, now));
    }
    return { state, events };
  },

  nextProgressAt({ transactions }: BusinessState, { now }: RuleContext): number | undefined {
    return nextOf(
      transactions.flatMap(({ checkedAt, settlesAt }) => checkedAt ?? settlesAt ?? []),
      now,
    );
  },
};
