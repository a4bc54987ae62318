/** Invoices, reimbursements and taxes that are counted, reviewed and paid otherwise than by the reference server. */

import { invoiceRules } from '../../reference-server/resources/invoices/rules.ts';
import { reimbursementRules } from '../../reference-server/resources/reimbursements/rules.ts';
import { taxRules } from '../../reference-server/resources/tax/rules.ts';
import { balanceOf, heldIn, move } from '../../reference-server/resources/wallets/ledger.ts';
import {
  type BusinessState,
  findRecord,
  inTurn,
  withRecord,
} from '../../reference-server/state/business-state.ts';
import type { InvoiceRecord, ReimbursementRecord } from '../../reference-server/state/records/payrolls.ts';
import { invalidBody, Refusal } from '../../reference-server/state/refusal.ts';
import { inPayloads } from '../faults/event-tools.ts';
import { decide } from '../faults/reimbursements.ts';
import { inAnswers, replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup, eachObject } from './variant.ts';

/** An invoice after a rule, changed once more. */
function changed(state: BusinessState, id: string, change: (record: InvoiceRecord) => InvoiceRecord) {
  return withRecord(state, 'invoices', change(findRecord(state.invoices, id)));
}

const ofInvoices = ['readInvoice', 'listInvoices', 'submitContractorInvoice'] as const;

/** Other rates from answer to answer. */
const movingRates = () => {
  let answers = 0;
  return inAnswers(ofInvoices, '', (body) => {
    answers += 1;
    const factor = 1 + (answers % 7) / 1_000;
    return eachObject(body, (object) => {
      const rates = Object.entries(asRecord(object.fxRates)).map(([name, rate]) => [
        name,
        Number((Number(rate) * factor).toFixed(6)),
      ]);
      return object.fxRates === undefined ? object : { ...object, fxRates: Object.fromEntries(rates) };
    });
  });
};

/** A reimbursement that is approved and waits for funds, with the command that is to pay it. */
type Waiting = ReimbursementRecord & { readonly waiting?: Parameters<typeof reimbursementRules.review>[1] };

const isUnfunded = (error: unknown) =>
  error instanceof Refusal && error.code === 'invalid_state' && error.message.includes('does not hold');

const reviewing: typeof reimbursementRules.review = (state, command, context) => {
  try {
    return reimbursementRules.review(state, command, context);
  } catch (error) {
    if (!isUnfunded(error)) throw error;
    const record = findRecord(state.reimbursements, command.reimbursementId);
    const { id, personId, description, amount } = record.reimbursement;
    const approved: Waiting = {
      ...record,
      waiting: command,
      reimbursement: { ...record.reimbursement, status: 'approved' },
    };
    const data = { id, personId, ...(description !== undefined && { description }), amount };
    return {
      state: withRecord(state, 'reimbursements', approved),
      events: [{ eventType: 'reimbursement.approved', data }],
    };
  }
};

const payingWhenFunded: typeof reimbursementRules.progress = (before, context) => {
  const steps = before.reimbursements.flatMap((record: Waiting) => {
    const { waiting, ...approved } = record;
    const { amount, currency } = record.reimbursement.sourceAmount;
    if (waiting === undefined || balanceOf(before, currency) < amount) return [];
    return (state: BusinessState) => {
      if (balanceOf(state, currency) < amount) return { state, events: [] };
      const reimbursement = { ...approved.reimbursement, status: 'submitted' } as const;
      const submitted = withRecord(state, 'reimbursements', { ...approved, reimbursement });
      const paid = reimbursementRules.review(submitted, waiting, context);
      return {
        state: paid.state,
        events: paid.events.filter(({ eventType }) => eventType !== 'reimbursement.approved'),
      };
    };
  });
  return inTurn(before, [...steps, (state) => reimbursementRules.progress(state, context)]);
};

const holdOf = (id: string) => `remittance/hold-${id}` as const;

/** Returns the money of a reimbursement under review to the wallet. */
function withoutHold(state: BusinessState, id: string, now: number): BusinessState {
  const found = state.reimbursements.find((record) => record.id === id);
  if (found === undefined) return state;
  const { currency } = found.reimbursement.sourceAmount;
  const money = { amount: heldIn(state, holdOf(id), currency), currency };
  return move(state, { from: holdOf(id), to: 'wallet', money, cause: holdOf(id) }, now);
}

export const billVariants: BenignGroup = {
  checks: /^(invoices?|reimbursements?|taxes|existing|combined)\.|^payroll\./,
  variants: {
    'invoices that have to say when they are due and in which currency': {
      interpretations: [108],
      overrides: replacing('invoices', {
        submit(state, command, context) {
          const { dueDate, baseCurrency } = command.input;
          if (dueDate === undefined) throw invalidBody({ dueDate: 'is missing' });
          if (baseCurrency === undefined) throw invalidBody({ baseCurrency: 'is missing' });
          return invoiceRules.submit(state, command, context);
        },
      }),
    },
    'totals of invoices that include a fee': {
      interpretations: [108],
      overrides: replacing('invoices', {
        submit(before, command, context) {
          const { state, events } = invoiceRules.submit(before, command, context);
          const withFee = changed(state, command.invoiceId, (record) => {
            const { subtotal } = record.invoice;
            const total = { ...subtotal, amount: subtotal.amount + 5 };
            return { ...record, invoice: { ...record.invoice, total } };
          });
          return { state: withFee, events };
        },
      }),
    },
    'a rejected invoice that stays pending': {
      interpretations: [45, 109],
      overrides: replacing('invoices', {
        review(before, command, context) {
          const reviewed = invoiceRules.review(before, command, context);
          if (command.input.action !== 'reject') return reviewed;
          const state = changed(reviewed.state, command.invoiceId, (record) => ({
            ...record,
            invoice: { ...record.invoice, status: 'pending' },
          }));
          return { state, events: reviewed.events };
        },
      }),
    },
    'an approved invoice that the server pays itself': {
      interpretations: [198],
      overrides: replacing('invoices', {
        review(before, command, context) {
          const reviewed = invoiceRules.review(before, command, context);
          if (command.input.action !== 'approve') return reviewed;
          const payment = { invoiceId: command.invoiceId, input: {} };
          const paid = invoiceRules.recordPayment(reviewed.state, payment, context);
          return { state: paid.state, events: [...reviewed.events, ...paid.events] };
        },
      }),
    },
    'an overdue invoice that cannot be reviewed': {
      interpretations: [109, 199],
      overrides: replacing('invoices', {
        review(state, command, context) {
          if (findRecord(state.invoices, command.invoiceId).invoice.status === 'overdue')
            throw new Refusal(409, 'overdue', 'The invoice is overdue');
          return invoiceRules.review(state, command, context);
        },
      }),
    },
    'rates of invoices that change': { interpretations: [111], overrides: movingRates() },
    'a reason in an object of its own': {
      interpretations: [130],
      overrides: inPayloads(
        ['invoice.contractor.rejected', 'reimbursement.rejected'],
        ({ reason, ...payload }) => ({ ...payload, review: { reason } }),
      ),
    },
    'an approval without funds that waits for them': {
      interpretations: [110, 197],
      overrides: replacing('reimbursements', { review: reviewing, progress: payingWhenFunded }),
    },
    'a fee beside a reimbursement': {
      interpretations: [131],
      overrides: decide({
        disbursed: ({ sourceAmount: { amount, currency } }) => ({
          amount: amount + Math.ceil(amount / 100),
          currency,
        }),
      }),
    },
    'a hold when a reimbursement is created': {
      interpretations: [197, 342],
      overrides: replacing('reimbursements', {
        create(before, command, context) {
          const { state, events } = reimbursementRules.create(before, command, context);
          const { id, reimbursement } = findRecord(state.reimbursements, command.reimbursementId);
          const { sourceAmount: money } = reimbursement;
          if (balanceOf(state, money.currency) < money.amount) return { state, events };
          const movement = { from: 'wallet', to: holdOf(id), money, cause: holdOf(id) } as const;
          return { state: move(state, movement, context.now), events };
        },
        review: (state, command, context) =>
          reimbursementRules.review(
            withoutHold(state, command.reimbursementId, context.now),
            command,
            context,
          ),
      }),
    },
    'one flat tax and no contributions': {
      interpretations: [97],
      overrides: replacing('tax', {
        calculate(state, input) {
          const { personId, grossAmount } = taxRules.calculate(state, input);
          const { amount, currency } = grossAmount;
          const tax = { amount: Math.floor(amount / 4), currency };
          const netAmount = { amount: amount - tax.amount, currency };
          const deductions = [{ name: 'Flat tax', amount: tax }];
          const summary = [{ name: 'Flat tax', formula: '25% of the gross pay', rate: '25%' }];
          return { personId, grossAmount, netAmount, deductions, employerContributions: [], summary };
        },
      }),
    },
    'attributes that change nothing in a tax calculation': {
      interpretations: [98],
      overrides: replacing('tax', {
        calculate: (state, { additionalAttributes: _, ...input }) => taxRules.calculate(state, input),
      }),
    },
    'required tax fields of every country': {
      interpretations: [99],
      overrides: replacing('tax', {
        requiredFields(country) {
          const { fields } = taxRules.requiredFields(country);
          return {
            country: country ?? '',
            fields: fields.length > 0 ? fields : taxRules.requiredFields('NG').fields,
          };
        },
      }),
    },
    'required tax fields of known countries only': {
      interpretations: [99],
      overrides: replacing('tax', {
        requiredFields(country) {
          const found = taxRules.requiredFields(country);
          if (found.fields.length === 0) throw invalidBody({ country: 'is not supported' });
          return found;
        },
      }),
    },
  },
};
