/** Payrolls whose past, drafts, fees and returned payments are handled in another way than by the reference server. */
import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { UncheckedRequest } from '../../reference-server/http/exchange.ts';
import { payrollDecisions } from '../../reference-server/resources/payrolls/decisions.ts';
import { disbursementsOf } from '../../reference-server/resources/payrolls/disbursements.ts';
import { createPayrollRules } from '../../reference-server/resources/payrolls/rules.ts';
import { balanceOf, move } from '../../reference-server/resources/wallets/ledger.ts';
import { findRecord, withRecord } from '../../reference-server/state/business-state.ts';
import { dateAt } from '../../reference-server/state/dates.ts';
import { replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup } from './variant.ts';

const sound = createPayrollRules();

const nothing = { amount: 0, currency: 'USD' };

/** The approval of a payroll whose payrollDate is in the past, with something else in its place. */
const approvingPast = (
  change: (came: ReturnType<typeof sound.approve>) => typeof came,
): typeof sound.approve => {
  return (state, command, context) => {
    const came = sound.approve(state, command, context);
    return findRecord(came.state.payrolls, command.payrollId).status === 'completed' ? change(came) : came;
  };
};

/** Takes the debit of a payroll from the wallet, as far as it is there. */
const debiting: typeof sound.approve = (state, command, context) =>
  approvingPast((came) => {
    const payroll = findRecord(came.state.payrolls, command.payrollId);
    if (payroll.status === 'draft') return came;
    const { debit } = payroll.terms.totals;
    if (!payrollDecisions.covers(balanceOf(came.state, debit.currency), payroll.terms.totals)) return came;
    const paid = { from: 'wallet', to: 'outside', money: debit, cause: `payroll/${payroll.id}` } as const;
    return { ...came, state: move(came.state, paid, context.now) };
  })(state, command, context);

/** Puts a payroll of which a payment came back into processing again, where it stays. */
const reopening: typeof sound.progress = (before, context) => {
  const { state, events } = sound.progress(before, context);
  const isReopened = (payrollId: string) =>
    disbursementsOf(state, payrollId).some(({ transaction }) => transaction.isReturned);
  const reopened = state.payrolls.filter(({ id, status }) => status === 'completed' && isReopened(id));
  const after = reopened.reduce(
    (next, payroll) =>
      payroll.status === 'draft'
        ? next
        : withRecord(next, 'payrolls', { ...payroll, status: 'processing' as const }),
    state,
  );
  return { state: after, events };
};

/** The drafts of a business when its payrolls are listed. */
const drafts = new WeakMap<UncheckedRequest, readonly object[]>();

function listedDraft(
  { id, workerType, type }: { id: string; workerType: string; type: string },
  today: string,
) {
  return {
    payrollId: id,
    workerType,
    status: 'Draft',
    numPeople: 0,
    type: type.replaceAll('_', '-'),
    payrollDate: today,
    ...{ debit: nothing, gross: nothing, net: nothing, tax: nothing, pension: nothing },
    ...{ statutoryDeductions: nothing, employerContributions: nothing },
    payPeriod: { fromDate: today, toDate: today },
  };
}

/** Lists payrolls that were never saved as well. */
const listingDrafts = (shown: (draft: ReturnType<typeof listedDraft>) => object): FaultOverrides => ({
  async request(request, { store, clock }) {
    if (request.operation !== 'listPayrolls') return request;
    const { business } = request;
    const today = dateAt(clock.now(business));
    const payrolls = await store.transaction((transaction) =>
      transaction.list('payrolls', { businessId: business.id }),
    );
    drafts.set(
      request,
      payrolls.flatMap((one) => (one.status === 'draft' ? [shown(listedDraft(one, today))] : [])),
    );
    return request;
  },
  answer(answer, _operation, request) {
    const more = request && drafts.get(request);
    if (more === undefined || answer.status >= 300) return answer;
    const { data } = asRecord(answer.body);
    return { ...answer, body: { data: [...more, ...(Array.isArray(data) ? data : [])] } };
  },
});

export const payrollChoiceVariants: BenignGroup = {
  // Returned payments and fees are not in the first cases.
  modelCases: 30,
  checks: /^(payrolls?|combined|compliance|transactions?|existing|deposits)\./,
  variants: {
    'a payroll of the past that is completed without an event': {
      interpretations: [7],
      overrides: replacing('payrolls', { approve: approvingPast((came) => ({ ...came, events: [] })) }),
    },
    'a payroll of the past that is debited': {
      interpretations: [7],
      overrides: replacing('payrolls', { approve: debiting }),
    },
    'drafts in the list of payrolls': {
      interpretations: [17],
      overrides: listingDrafts((draft) => draft),
    },
    'drafts without a date and a period in the list of payrolls': {
      interpretations: [17],
      overrides: listingDrafts(({ payrollDate: _date, payPeriod: _period, ...draft }) => draft),
    },
    'a payroll that is processing again when a payment comes back': {
      interpretations: [20],
      overrides: replacing('payrolls', { progress: reopening }),
    },
    'payrolls without a fee': {
      interpretations: [41],
      overrides: replacing('payrolls', {
        save(state, { payrollId, input: { feeLineItems: _, ...input } }) {
          return sound.save(state, { payrollId, input });
        },
      }),
    },
  },
};
