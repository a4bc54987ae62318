import type { BusinessState, Outcome } from '../../state/business-state.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { notFound } from '../../state/refusal.ts';
import type { Asks, RuleContext } from '../../state/rule.ts';
import type { Money, Schemas } from '../../state/schemas.ts';
import { transactionRules } from '../transactions/rules.ts';
import { admit, positiveAmount } from './ledger.ts';

export type Deposit = Asks<'depositId' | 'transactionId', Schemas['DepositInput']>;

export interface InstantPayment {
  readonly paymentId: string;
  readonly transactionId: string;
  readonly personId: string;
  readonly amount: Money;
}

export const walletRules = {
  /**
   * Adds test funds to the wallet of their currency (section "Sandbox-only behaviour"), as a deposit that settles
   * instantly.
   *
   * @throws Refusal `invalid_request_body` when the value is not positive or the balance would not be countable.
   */
  deposit(state: BusinessState, { depositId, transactionId, input }: Deposit, context: RuleContext): Outcome {
    const amount = positiveAmount(input.value, 'value');
    admit(state, amount, 'value.amount');
    const { description } = input;
    const command = {
      transactionId,
      type: 'DEPOSIT',
      amount,
      recipientId: state.business.id,
      recipientType: 'BUSINESS',
      reference: depositId,
      ...(description !== undefined && { description }),
      source: 'outside',
      settlement: 'instant',
    } as const;
    return transactionRules.open(state, command, context);
  },

  /**
   * Pays a person at once from the wallet. The document names the event and nothing else; the payment is a payout
   * whose recipient is the person.
   *
   * @throws Refusal `resource_not_found` when the business has no such person, `invalid_state` when the wallet does not
   * hold the amount.
   */
  payInstantly(
    state: BusinessState,
    { paymentId, transactionId, personId, amount }: InstantPayment,
    context: RuleContext,
  ): Outcome {
    const found = state.persons.find(({ id }) => id === personId);
    if (found === undefined) throw notFound();
    const paid = positiveAmount(amount, 'amount');
    const command = {
      transactionId,
      type: 'PAYOUT',
      amount: paid,
      recipientId: personId,
      recipientType: found.person.type?.toUpperCase() === 'CONTRACTOR' ? 'CONTRACTOR' : 'EMPLOYEE',
      reference: paymentId,
      source: 'wallet',
      settlement: 'instant',
    } as const;
    const opened = transactionRules.open(state, command, context);
    const user = state.users.find((other) => other.user.personId === personId);
    const event: DomainEvent = {
      eventType: 'instant-pay.succeeded',
      data: { id: paymentId, ...(user !== undefined && { userId: user.id }), amount: paid },
    };
    return { state: opened.state, events: [...opened.events, event] };
  },
};
