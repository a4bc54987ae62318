import { type PayoutQuery, payoutRules } from '../resources/payouts/rules.ts';
import { personRules } from '../resources/persons/rules.ts';
import { taxRules } from '../resources/tax/rules.ts';
import { walletRules } from '../resources/wallets/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { skippingOne } from './skipped-items.ts';

const payoutPage = (skips: (query: PayoutQuery) => boolean): FaultOverrides => ({
  rules: {
    payouts: {
      page(state, query) {
        const { data, node } = payoutRules.page(state, query);
        const all = state.payouts.map(({ payout }) => payout);
        return { data: skips(query) ? skippingOne(data, all, query.cursor) : data, node };
      },
    },
  },
});

/** Deposits something else than what was given. */
const depositing = (change: (amount: number) => number): FaultOverrides => ({
  rules: {
    wallets: {
      deposit(state, command, context, now) {
        walletRules.deposit(state, command, context, now);
        const { value } = command.input;
        const input = {
          ...command.input,
          ...(value?.amount !== undefined && { value: { ...value, amount: change(value.amount) } }),
        };
        return walletRules.deposit(state, { ...command, input }, context, now);
      },
    },
  },
});

/** What gets lost: items between two pages, filters beside each other, and the last digits of money. */
export const lostOnTheWayFaults: readonly Fault[] = [
  {
    id: 'payout-cursor-skips-one-of-the-same-second',
    title: 'Of payouts that were made in one second, one is lost wherever a page ends.',
    area: 'payout',
    breaks: ['PAYOUT-014'],
    overrides: payoutPage(() => true),
  },
  {
    id: 'newest-payouts-skip-one-of-the-same-second',
    title: 'Who goes through the newest payouts first misses one wherever a page ends within a second.',
    area: 'payout',
    breaks: ['PAYOUT-014', 'PAYOUT-012'],
    overrides: payoutPage(({ sort }) => sort === 'desc'),
  },
  {
    id: 'address-filter-lost-on-the-second-page',
    title: 'A client that looks an address up finds strangers on the second page.',
    area: 'person',
    breaks: ['PERSON-007', 'PERSON-006'],
    overrides: {
      rules: {
        persons: {
          page: (state, { email, ...query }) =>
            personRules.page(state, {
              ...query,
              ...(email !== undefined && (query.page ?? 1) === 1 && { email }),
            }),
        },
      },
    },
  },
  {
    id: 'deposit-through-a-float',
    title: 'Large deposits lose their last units, because they are kept as floating-point numbers.',
    area: 'sandbox',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    overrides: depositing((amount) => {
      const rounded = Math.fround(amount);
      return rounded > amount ? amount - 1 : rounded;
    }),
  },
  {
    id: 'odd-deposit-loses-a-unit',
    title: 'Every deposit of an odd amount arrives one unit short.',
    area: 'sandbox',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    overrides: depositing((amount) => Math.max(1, amount - (amount % 2))),
  },
  {
    id: 'tax-gross-rounded-to-tens',
    title: 'The tax of a salary is calculated for a little less than is earned.',
    area: 'tax',
    breaks: ['TAX-002'],
    overrides: {
      rules: {
        tax: {
          calculate(state, input) {
            const result = taxRules.calculate(state, input);
            const { amount, currency } = result.grossAmount;
            return { ...result, grossAmount: { amount: amount - (amount % 10), currency } };
          },
        },
      },
    },
  },
];
