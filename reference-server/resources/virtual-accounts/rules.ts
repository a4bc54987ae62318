/** Virtual accounts; the document shows their states and events, the arrows between them are ours. */

import { type BusinessState, findRecord, inTurn, type Outcome } from '../../state/business-state.ts';
import type { StoredVirtualAccount, VirtualAccountRecord } from '../../state/records/money.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import { type Asks, nextOf, type RuleContext } from '../../state/rule.ts';
import type { Money, Schemas } from '../../state/schemas.ts';
import { defined, derivedId, masked } from '../../state/values.ts';
import { transactionRules } from '../transactions/rules.ts';
import { positiveAmount } from '../wallets/ledger.ts';

/** Approved automatically in the sandbox, whatever the type of the identification. */
const approvedNumber = '99999900';

export type CreateVirtualAccount = Asks<'virtualAccountId', Schemas['VirtualAccountInput']>;

export interface MoveVirtualAccount {
  readonly virtualAccountId: string;
  readonly status: 'submitted' | 'created';
}

export interface BankTransfer {
  readonly virtualAccountId: string;
  readonly transactionId: string;
  readonly amount: Money;
  /** Reference of the sender's bank. */
  readonly reference?: string;
  readonly description?: string;
  readonly sender?: Sender;
}

/** Ten digits that are always the same for the same account. */
const accountNumberOf = (id: string) =>
  String(BigInt(`0x${derivedId(`${id}/number`).replaceAll('-', '')}`) % 10n ** 10n).padStart(10, '0');

/** Name of the owner, where it is the business and has one. */
const nameOf = ({ business }: BusinessState, { businessId }: StoredVirtualAccount) =>
  (businessId !== undefined && business.details?.businessName) || 'Virtual account';

function eventOf(account: StoredVirtualAccount): DomainEvent {
  const { id, userId, businessId, currency, bankName, accountName, accountNumber } = account;
  const data = {
    id,
    // Exactly one of them is there.
    ...defined({ userId, businessId, currency }),
  };
  if (account.status === 'requested') return { eventType: 'virtual-account.requested', data };
  if (account.status === 'submitted') return { eventType: 'virtual-account.submitted', data };
  return {
    eventType: 'virtual-account.created',
    data: {
      ...data,
      ...defined({ bankName, accountName, accountNumber }),
    },
  };
}

/** Puts an account into its next state and announces it. */
function enter(
  state: BusinessState,
  { submittedAt: _, ...record }: VirtualAccountRecord,
  status: MoveVirtualAccount['status'],
  now: number,
): Outcome {
  const details = {
    accountName: nameOf(state, record.account),
    accountNumber: accountNumberOf(record.id),
    bankName: 'Lagoon Bank',
    bankCode: '058',
  };
  const account = {
    ...record.account,
    status,
    lastUpdatedTimestamp: now,
    ...(status === 'created' && details),
  };
  const virtualAccounts = state.virtualAccounts.map((other) =>
    other.id === record.id ? { ...record, account } : other,
  );
  return { state: { ...state, virtualAccounts }, events: [eventOf(account)] };
}

// The sender of a deposit by bank transfer (section "Event list and payloads, Deposit details").

export interface Sender {
  readonly accountName: string;
  /** Or the IBAN. */
  readonly accountNumber?: string;
  /** Sort code or BIC. */
  readonly bankCode?: string;
  /** For deposits in USD. */
  readonly network?: 'ach' | 'wire' | 'swift';
}

const nothing = { bank: {}, ach: {}, wire: {}, swift: {} };

function bankOf({ accountName, accountNumber = '', bankCode = '' }: Sender, currency: string) {
  const bank = { accountName, sortCode: '', accountNumber: '', bankCode: '', iban: '' };
  if (currency === 'GBP') return { ...bank, sortCode: bankCode, accountNumber: masked(accountNumber) };
  if (currency === 'EUR') return { ...bank, bankCode, iban: masked(accountNumber, { first: 4 }) };
  return bank;
}

/** The sender in the block that the currency and the network choose; undefined without the name of a sender. */
export function paymentInfoOf(
  sender: Sender | undefined,
  currency: string,
): Schemas['PaymentInfo'] | undefined {
  if (sender === undefined || sender.accountName === '') return undefined;
  const { accountName, network } = sender;
  if (currency === 'USD' && network !== undefined)
    return { preferredMethod: network, ...nothing, [network]: { accountName } };
  return { preferredMethod: 'bank', ...nothing, bank: bankOf(sender, currency) };
}

export const virtualAccountRules = {
  /**
   * Requests an account. In the sandbox it is there at once when it is identified by 99999900 (section "Sandbox-only
   * behaviour"); any other is submitted after a short time and waits for the bank.
   *
   * @throws Refusal `invalid_request_body` when the userId names no user of the business.
   */
  create(
    state: BusinessState,
    { virtualAccountId, input }: CreateVirtualAccount,
    { now, environment, timing: { complianceSeconds } }: RuleContext,
  ): Outcome {
    const { userId, currency, countryCode, customIdentification } = input;
    if (userId !== undefined && !state.users.some(({ id }) => id === userId))
      throw invalidBody({ userId: 'must name a user of this business' });
    const account: StoredVirtualAccount = {
      id: virtualAccountId,
      status: 'requested',
      ...(userId === undefined ? { businessId: state.business.id } : { userId }),
      ...defined({ currency, countryCode }),
      createdTimestamp: now,
      lastUpdatedTimestamp: now,
    };
    const record: VirtualAccountRecord = {
      id: virtualAccountId,
      businessId: state.business.id,
      account,
      submittedAt: now + complianceSeconds,
    };
    const requested: Outcome = {
      state: { ...state, virtualAccounts: [...state.virtualAccounts, record] },
      events: [eventOf(account)],
    };
    if (environment !== 'sandbox' || customIdentification?.number !== approvedNumber) return requested;
    return inTurn(state, [
      () => requested,
      (before) => enter(before, record, 'submitted', now),
      (before) => enter(before, findRecord(before.virtualAccounts, record.id), 'created', now),
    ]);
  },

  /** @throws Refusal unless the account is in the state before. */
  move(
    state: BusinessState,
    { virtualAccountId, status }: MoveVirtualAccount,
    { now }: RuleContext,
  ): Outcome {
    const record = findRecord(state.virtualAccounts, virtualAccountId);
    const before = status === 'submitted' ? 'requested' : 'submitted';
    if (record.account.status !== before)
      throw invalidState(`Only a virtual account that is ${before} can be ${status}`);
    return enter(state, record, status, now);
  },

  /**
   * A bank transfer into the account of the business: a deposit, whose description is the reference of the sender's
   * bank if there is one.
   *
   * @throws Refusal `invalid_state` unless the account is created and of the business, `invalid_request_body` when the
   * amount is not in its currency or cannot be counted.
   */
  receive(state: BusinessState, transfer: BankTransfer, context: RuleContext): Outcome {
    const { transactionId, reference, sender } = transfer;
    const { account } = findRecord(state.virtualAccounts, transfer.virtualAccountId);
    if (account.status !== 'created')
      throw invalidState('Only a virtual account that is created can be paid into');
    // The document shows only deposits to accounts of a business, and all wallets here belong to a business.
    if (account.businessId === undefined)
      throw invalidState('Only a virtual account of the business can be paid into');
    const amount = positiveAmount(transfer.amount, 'amount');
    if (account.currency !== undefined && account.currency !== amount.currency)
      throw invalidBody({ 'amount.currency': 'must be the currency of the virtual account' });
    const description = reference ?? transfer.description;
    const paymentInfo = paymentInfoOf(sender, amount.currency);
    const command = {
      transactionId,
      type: 'DEPOSIT',
      amount,
      recipientId: account.businessId,
      recipientType: 'BUSINESS',
      reference: reference ?? transactionId,
      ...defined({ description, paymentInfo }),
      source: 'outside',
      settlement: 'delayed',
    } as const;
    return transactionRules.open(state, command, context);
  },

  /** Requested accounts are submitted at their time. */
  progress(before: BusinessState, { now }: RuleContext): Outcome {
    const due = before.virtualAccounts.filter(
      ({ submittedAt }) => submittedAt !== undefined && submittedAt <= now,
    );
    return inTurn(
      before,
      due.map((record) => (state) => enter(state, record, 'submitted', now)),
    );
  },

  nextProgressAt({ virtualAccounts }: BusinessState, { now }: RuleContext): number | undefined {
    return nextOf(
      virtualAccounts.flatMap(({ submittedAt }) => submittedAt ?? []),
      now,
    );
  },
};
