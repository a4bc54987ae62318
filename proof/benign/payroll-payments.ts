/** Payrolls that count and pay otherwise than the reference server does. */
import type { FaultOverrides } from '../../reference-server/fault.ts';
import { payrollDecisions } from '../../reference-server/resources/payrolls/decisions.ts';
import { createPayrollRules, type PayrollRules } from '../../reference-server/resources/payrolls/rules.ts';
import { transactionRules } from '../../reference-server/resources/transactions/rules.ts';
import { balanceOf, move } from '../../reference-server/resources/wallets/ledger.ts';
import { inTurn, type Outcome, withRecord } from '../../reference-server/state/business-state.ts';
import type { SavedPayroll } from '../../reference-server/state/records/payrolls.ts';
import type { RuleContext } from '../../reference-server/state/rule.ts';
import { derivedId } from '../../reference-server/state/values.ts';
import type { BenignGroup } from './variant.ts';

const sound = createPayrollRules();
type Terms = SavedPayroll['terms'];

/** Changes the terms of a payroll when it is saved. */
const saving = (change: (terms: Terms) => Terms): FaultOverrides => ({
  rules: {
    payrolls: {
      save(before, command) {
        const { state, events } = sound.save(before, command);
        const saved = state.payrolls.find(({ id }) => id === command.payrollId);
        if (saved === undefined || saved.status === 'draft') return { state, events };
        return {
          state: withRecord(state, 'payrolls', { ...saved, terms: change(saved.terms) }),
          events,
        };
      },
    },
  },
});

const money = (amount: number, { debit }: Terms['totals']) => ({ amount, currency: debit.currency });

/** Changes the outcome of automatic transitions. */
const after = (
  change: (outcome: Outcome, before: Outcome['state'], context: RuleContext) => Outcome,
  rules: PayrollRules = sound,
): FaultOverrides => ({
  rules: {
    payrolls: {
      ...rules,
      progress(before, context) {
        const outcome = rules.progress(before, context);
        return outcome.state === before ? outcome : change(outcome, before, context);
      },
    },
  },
});

const againOf = (id: string) => derivedId(`${id}/again`);

const payingAgain: PayrollRules = createPayrollRules({
  areConfirmed: (payments) =>
    payments.every(
      ({ id, transaction: { status } }) =>
        status === 'succeeded' || (status === 'failed' && payments.some((other) => other.id === againOf(id))),
    ),
});

/** Pays failed payments once more, from the wallet to which the money was returned. */
const tryingAgain: FaultOverrides = {
  rules: {
    payrolls: {
      ...payingAgain,
      progress(before, context) {
        const running = new Set(
          before.payrolls.filter(({ status }) => status === 'processing').map(({ id }) => id),
        );
        const failed = before.transactions.filter(
          ({ id, transaction: { type, status, reference, amount } }) =>
            type === 'PAYROLL' &&
            status === 'failed' &&
            running.has(reference) &&
            balanceOf(before, amount.currency) >= amount.amount &&
            !before.transactions.some((other) => other.id === againOf(id)),
        );
        const steps = failed.slice(0, 1).map(({ id, transaction }) => (state: Outcome['state']) => {
          const { amount, recipientId, recipientType, reference } = transaction;
          const payment = {
            ...{ transactionId: againOf(id), amount, recipientId, recipientType, reference },
            type: 'PAYROLL',
            source: 'wallet',
            settlement: 'delayed',
          } as const;
          return transactionRules.open(state, payment, context);
        });
        return inTurn(before, [...steps, (state) => payingAgain.progress(state, context)]);
      },
    },
  },
};

/** Each payment in two parts that are not equal, one of them under the id of the whole. */
function inParts({ state, events }: Outcome, before: Outcome['state'], { now }: RuleContext): Outcome {
  const known = new Set(before.transactions.map(({ id }) => id));
  let divided = state;
  const parts = new Map<string, number>();
  for (const record of state.transactions) {
    const { id, transaction } = record;
    const { amount, currency } = transaction.amount;
    const first = Math.ceil(amount / 3);
    if (known.has(id) || transaction.type !== 'PAYROLL' || first === amount) continue;
    const other = derivedId(`${id}/rest`);
    parts.set(id, first);
    const rest = { amount: amount - first, currency };
    const movement = { from: `transaction/${id}`, to: `transaction/${other}` } as const;
    divided = move(divided, { ...movement, money: rest, cause: 'division' }, now);
    const paid = { ...transaction, amount: { amount: first, currency } };
    divided = withRecord(divided, 'transactions', { ...record, transaction: paid });
    const remaining = { ...record, id: other, transaction: { ...transaction, id: other, amount: rest } };
    divided = withRecord(divided, 'transactions', remaining);
  }
  const announced = events.flatMap((event) => {
    const first = event.eventType === 'transaction.initiated' ? parts.get(event.data.id) : undefined;
    if (event.eventType !== 'transaction.initiated' || first === undefined) return [event];
    const { amount, currency } = event.data.amount;
    const part = (id: string, share: number) => ({
      ...event,
      data: { ...event.data, id, amount: { amount: share, currency } },
    });
    return [part(event.data.id, first), part(derivedId(`${event.data.id}/rest`), amount - first)];
  });
  return { state: divided, events: announced };
}

/** Contractors who have a user are paid as that user. */
function asUsers({ state, events }: Outcome): Outcome {
  const users = new Map(state.users.map(({ id, user }) => [user.personId, id]));
  const named = <Facts extends { recipientId: string; recipientType: string; type: string }>(
    facts: Facts,
  ) => {
    const userId = users.get(facts.recipientId);
    return facts.type === 'PAYROLL' && facts.recipientType === 'CONTRACTOR' && userId !== undefined
      ? { ...facts, recipientId: userId, recipientType: 'USER' as const }
      : facts;
  };
  return {
    state: {
      ...state,
      transactions: state.transactions.map((record) => ({
        ...record,
        transaction: named(record.transaction),
      })),
    },
    events: events.map((event) =>
      event.eventType === 'transaction.initiated' ? { ...event, data: named(event.data) } : event,
    ),
  };
}

/** The fee leaves the wallet with the rest, without a transaction of its own. */
const withoutFees = ({ state, events }: Outcome): Outcome => ({
  state: {
    ...state,
    transactions: state.transactions.filter(({ transaction }) => transaction.type !== 'PAYROLL_FEE'),
  },
  events: events.filter((event) => !('type' in event.data) || event.data.type !== 'PAYROLL_FEE'),
});

const withoutFilings = ({ state, events }: Outcome): Outcome => ({
  state: { ...state, filings: [], remittances: [] },
  events: events.filter(({ eventType }) => !/^(filing|remittance)\./.test(eventType)),
});

/** The funds stay in the wallet until the payroll is processed, and are then taken, as far as the wallet holds them. */
const takingFundsLate: FaultOverrides = {
  rules: {
    payrolls: {
      progress(before, context) {
        let ready = before;
        for (const payroll of before.payrolls) {
          if (payroll.status !== 'scheduled') continue;
          const { payrollDate, totals } = payroll.terms;
          if (payrollDecisions.processedAt(payrollDate) > context.now) continue;
          const { amount, currency } = totals.debit;
          const there = { amount: Math.min(amount, balanceOf(ready, currency)), currency };
          const cause = `payroll/${payroll.id}` as const;
          ready = move(ready, { from: 'wallet', to: cause, money: there, cause }, context.now);
        }
        let { state, events } = sound.progress(ready, context);
        const was = new Map(before.payrolls.map(({ id, status }) => [id, status]));
        for (const payroll of state.payrolls) {
          if (payroll.status !== 'scheduled' || was.get(payroll.id) === 'scheduled') continue;
          const cause = `payroll/${payroll.id}` as const;
          const { debit } = payroll.terms.totals;
          state = move(state, { from: cause, to: 'wallet', money: debit, cause }, context.now);
        }
        return { state, events };
      },
    },
  },
};

export const paymentVariants: BenignGroup = {
  checks: /^(payrolls?|combined|transaction|compliance|existing)\./,
  variants: {
    'a debit without the contributions of the employer': {
      interpretations: [100],
      overrides: saving((terms) => {
        const { totals, fee } = terms;
        return { ...terms, totals: { ...totals, debit: money(totals.gross.amount + fee, totals) } };
      }),
    },
    'gross, taxes and contributions by other formulas': {
      interpretations: [100],
      overrides: saving((terms) => {
        const { totals } = terms;
        const gross = money(totals.gross.amount + 7, totals);
        return { ...terms, totals: { ...totals, gross, tax: money(0, totals), pension: money(3, totals) } };
      }),
    },
    'fee line items that are stored and not charged': {
      interpretations: [101],
      overrides: saving((terms) => {
        const { totals, fee } = terms;
        return { ...terms, fee: 0, totals: { ...totals, debit: money(totals.debit.amount - fee, totals) } };
      }),
    },
    'a payroll that is completed although a payment failed': {
      interpretations: [102],
      overrides: {
        rules: {
          payrolls: createPayrollRules({
            areConfirmed: (payments) =>
              payments.every(({ transaction: { status } }) => status === 'succeeded' || status === 'failed'),
          }),
        },
      },
    },
    'a payment that failed and is tried again': { interpretations: [102], overrides: tryingAgain },
    'payrolls without filings and remittances': { interpretations: [103], overrides: after(withoutFilings) },
    'contractors who are paid as users': { interpretations: [147, 155], overrides: after(asUsers) },
    'fees without a transaction': { interpretations: [170], overrides: after(withoutFees) },
    'payments in two parts': { interpretations: [202, 352], overrides: after(inParts) },
    'funds that leave the balance when a payroll is processed': {
      interpretations: [204],
      overrides: takingFundsLate,
    },
  },
};
