/** External accounts (section "States and transitions, External account"), as pure functions of state and command. */

import { type BusinessState, findRecord, type Outcome, withRecord } from '../../state/business-state.ts';
import { secondsPerDay } from '../../state/dates.ts';
import type { BusinessRecord } from '../../state/records/businesses.ts';
import type { ExternalAccountRecord, Microdeposits } from '../../state/records/money.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import type { Asks, RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { defined, masked } from '../../state/values.ts';
import { type ExternalAccountDecisions, externalAccountDecisions } from './decisions.ts';

export type LinkExternalAccount = Asks<'externalAccountId', Schemas['ExternalAccountInput']>;

export interface NamesExternalAccount {
  readonly externalAccountId: string;
}

export type VerifyExternalAccount = Asks<'externalAccountId', Schemas['ExternalAccountVerification']>;

/** Micro-deposits take two days; the document shows that they arrive and not when. */
const arrivalSeconds = 2 * secondsPerDay;

/** The account as a caller sees it: a restriction of the business shows on every account that is verified. */
export function shownAccount(
  { id, account, awaiting }: ExternalAccountRecord,
  { directDebitsRestricted }: BusinessRecord,
): Schemas['ExternalAccount'] & Required<Pick<Schemas['ExternalAccount'], 'id' | 'status'>> {
  if (awaiting === undefined)
    return { id, status: directDebitsRestricted ? 'restricted' : 'active', ...account };
  const { microdeposits, arrivalDate } = awaiting;
  return {
    id,
    status: 'needs_confirmation',
    microdepositInfo: { type: microdeposits.type, arrivalDate },
    ...account,
  };
}

const allShown = ({ externalAccounts, business }: BusinessState) =>
  externalAccounts.map((record) => shownAccount(record, business));

/** @param id a different one for each event about the same account. */
function addedEvent(record: ExternalAccountRecord, business: BusinessRecord, id: string): DomainEvent {
  const { createdTimestamp: _, ...data } = shownAccount(record, business);
  return { eventType: 'external-account.added', data: { ...data, id } };
}

const hasVerified = ({ externalAccounts }: BusinessState) =>
  externalAccounts.some(({ awaiting }) => awaiting === undefined);

const inOrder = (amounts: readonly number[]) => JSON.stringify(amounts.toSorted((one, other) => one - other));

/** @throws Refusal `invalid_request_body` unless the values are those of the microdeposits; amounts in any order. */
function confirm(expected: Microdeposits, given: Schemas['ExternalAccountVerification']): void {
  if (expected.type === 'descriptor_code') {
    const { descriptorCode } = given;
    if (descriptorCode === undefined) throw invalidBody({ descriptorCode: 'is missing' });
    if (descriptorCode !== expected.descriptorCode)
      throw invalidBody({ descriptorCode: 'is not the code of the micro-deposit' });
    return;
  }
  const { amounts } = given;
  if (amounts === undefined) throw invalidBody({ amounts: 'is missing' });
  if (inOrder(amounts) !== inOrder(expected.amounts))
    throw invalidBody({ amounts: 'are not the amounts of the micro-deposits' });
}

/** @param decisions single answers of the document; the faults of the self-test replace some. */
export function createExternalAccountRules(decisions: Partial<ExternalAccountDecisions> = {}) {
  const decide = { ...externalAccountDecisions, ...decisions };
  return {
    /**
     * Links a bank account: active, or restricted while direct debits are, or awaiting the verification of micro-deposits.
     *
     * @throws Refusal `invalid_request_body` without an account number.
     */
    link(
      state: BusinessState,
      { externalAccountId, input }: LinkExternalAccount,
      { now }: RuleContext,
    ): Outcome {
      const { accountName, accountNumber, bankName, currency } = input;
      if (!accountNumber) throw invalidBody({ accountNumber: 'is missing' });
      const microdeposits = decide.microdeposits(accountNumber);
      const record: ExternalAccountRecord = {
        id: externalAccountId,
        businessId: state.business.id,
        account: {
          ...(accountName !== undefined && { accountName }),
          accountNumber: masked(accountNumber),
          ...defined({ bankName, currency }),
          createdTimestamp: now,
        },
        ...(microdeposits !== undefined && {
          awaiting: { microdeposits, arrivalDate: now + arrivalSeconds },
        }),
      };
      return {
        state: { ...state, externalAccounts: [...state.externalAccounts, record] },
        events: [addedEvent(record, state.business, externalAccountId)],
      };
    },

    /**
     * Verifies an account by its micro-deposits, which need not have arrived yet.
     *
     * @throws Refusal `invalid_state` unless it awaits its verification, `invalid_request_body` when the code or the
     * amounts are not the right ones.
     */
    verify(state: BusinessState, { externalAccountId, input }: VerifyExternalAccount): Outcome {
      const { awaiting, ...verified } = findRecord(state.externalAccounts, externalAccountId);
      if (awaiting === undefined) throw invalidState('The account is verified already');
      confirm(awaiting.microdeposits, input);
      return {
        state: withRecord(state, 'externalAccounts', verified),
        events: [addedEvent(verified, state.business, decide.followUpId(externalAccountId, state))],
      };
    },

    remove(state: BusinessState, { externalAccountId }: NamesExternalAccount): Outcome {
      const { id } = findRecord(state.externalAccounts, externalAccountId);
      const externalAccounts = state.externalAccounts.filter((other) => other.id !== id);
      return {
        state: { ...state, externalAccounts },
        events: [{ eventType: 'external-account.removed', data: { id } }],
      };
    },

    /** Restricts direct debits; announced when that restricts an account. Nothing happens when they are already. */
    restrict(state: BusinessState): Outcome {
      if (state.business.directDebitsRestricted) return { state, events: [] };
      const after = { ...state, business: { ...state.business, directDebitsRestricted: true as const } };
      const event: DomainEvent = {
        eventType: 'external-account.restricted',
        data: { externalAccounts: allShown(after) },
      };
      return { state: after, events: decide.announcesRestriction(after) ? [event] : [] };
    },

    /** Lifts the restriction; announced when that frees an account. Nothing happens when there is none. */
    lift(state: BusinessState): Outcome {
      const { directDebitsRestricted, ...business } = state.business;
      if (!directDebitsRestricted) return { state, events: [] };
      const after = { ...state, business };
      const event: DomainEvent = {
        eventType: 'external-account.restriction_lifted',
        data: { externalAccounts: allShown(after) },
      };
      return { state: after, events: hasVerified(after) ? [event] : [] };
    },
  };
}

export const externalAccountRules = createExternalAccountRules();
