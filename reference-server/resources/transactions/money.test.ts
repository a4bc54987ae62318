import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyState, type Outcome } from '../../state/business-state.ts';
import { Refusal } from '../../state/refusal.ts';
import { moneyProblems } from '../../testing/money.ts';
import { at as atTime } from '../../testing/rule-context.ts';
import { type OpenTransaction, transactionRules as rules } from './rules.ts';

const timing = { settlementSeconds: 60, complianceSeconds: 5 };
const at = (time: number) => atTime(time, { timing });
const empty = emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' });

const amount = fc.record({
  amount: fc.oneof(
    fc.integer({ min: 1, max: 9 }),
    fc.maxSafeNat().filter((value) => value > 0),
  ),
  currency: fc.constantFrom('USD', 'EUR'),
});
const opening = fc.record({
  step: fc.constant('open' as const),
  type: fc.constantFrom('DEPOSIT', 'DEPOSIT', 'PAYOUT', 'PAYROLL_FEE'),
  amount,
  settlement: fc.constantFrom('instant', 'delayed'),
  fails: fc.boolean(),
});
const move = fc.record({
  step: fc.constantFrom('checks', 'settle', 'fail', 'return', 'ask', 'answer', 'wait'),
  which: fc.nat({ max: 9 }),
});
type Command =
  | (typeof opening extends fc.Arbitrary<infer Value> ? Value : never)
  | (typeof move extends fc.Arbitrary<infer Value> ? Value : never);

function apply(before: Outcome['state'], command: Command, count: number, now: number): Outcome {
  if (command.step === 'open') {
    const { type, settlement, fails } = command;
    const transaction: OpenTransaction = {
      transactionId: String(count),
      type,
      amount: command.amount,
      recipientId: 'business',
      recipientType: 'BUSINESS',
      reference: 'reference',
      source: type === 'DEPOSIT' ? 'outside' : 'wallet',
      settlement,
      ...(fails && { failsWith: 'simulated' }),
    };
    return rules.open(before, transaction, at(now));
  }
  const transactionId = String(command.which);
  switch (command.step) {
    case 'checks':
      return rules.passChecks(before, { transactionId }, at(now));
    case 'settle':
      return rules.settle(before, { transactionId }, at(now));
    case 'fail':
      return rules.fail(before, { transactionId, message: 'no' }, at(now));
    case 'return':
      return rules.returnToSender(before, { transactionId, message: 'no' }, at(now));
    case 'ask':
      return rules.requestInformation(before, { transactionId, actionRequired: 'more' }, at(now));
    case 'answer':
      return rules.provideInformation(before, { transactionId, input: { message: 'see' } }, at(now));
    case 'wait':
      return { state: before, events: [] };
  }
}

test('no sequence creates or loses money, and every due effect can take place', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(opening, move), { maxLength: 40 }), (commands) => {
      let state = empty;
      const processed: unknown[] = [];
      const take = (outcome: Outcome) => {
        state = outcome.state;
        for (const { eventType, data } of outcome.events)
          if (eventType === 'transaction.processing') processed.push(data.id);
      };
      commands.forEach((command, index) => {
        const now = index * 20;
        try {
          take(apply(state, command, state.transactions.length, now));
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
        take(rules.progress(state, at(now)));
        const ledger = state.ledger.map(({ money, ...entry }) => ({ ...entry, ...money }));
        const balances = state.wallets.map(({ balance }) => balance);
        expect(moneyProblems(ledger, balances).filter((problem) => !problem.startsWith('outside'))).toEqual(
          [],
        );
      });
      expect(new Set(processed).size).toBe(processed.length);
    }),
    { seed: 4, numRuns: 300 },
  );
});
