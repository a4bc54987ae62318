/** Payroll (section "States and transitions, Payroll"), as pure functions of state, command and time. */

import {
  type BusinessState,
  findRecord,
  inTurn,
  type Outcome,
  withRecord,
} from '../../state/business-state.ts';
import type { PayrollRecord, SavedPayroll } from '../../state/records/payrolls.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidState } from '../../state/refusal.ts';
import { type Asks, nextOf, type RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { balanceOf, move } from '../wallets/ledger.ts';
import { type PayrollDecisions, payrollDecisions } from './decisions.ts';
import { accountOf, disburse, disbursementsOf, settleOutstanding } from './disbursements.ts';
import { termsOf } from './terms.ts';

export type CreatePayroll = Asks<'payrollId', Schemas['PayrollInput']>;
export type SavePayroll = Asks<'payrollId', Schemas['PayrollSave']>;
export interface NamesPayroll {
  readonly payrollId: string;
}

const isRun = (payroll: PayrollRecord): payroll is SavedPayroll => payroll.status !== 'draft';

const inOrderOfApproval = (one: SavedPayroll, other: SavedPayroll) =>
  (one.approvalNumber ?? 0) - (other.approvalNumber ?? 0);

/** The payroll rules that follow from the given decisions, by default those of the document. */
export function createPayrollRules(overrides: Partial<PayrollDecisions> = {}) {
  const decide = { ...payrollDecisions, ...overrides };

  /** Puts a payroll into its next state and announces it, where the state is announced at all. */
  function enter(state: BusinessState, payroll: SavedPayroll): Outcome {
    const status = decide.announced(payroll.status);
    const events: DomainEvent[] = [];
    if (status) events.push({ eventType: 'payroll.status.updated', data: { id: payroll.id, status } });
    return { state: withRecord(state, 'payrolls', payroll), events };
  }

  function create(state: BusinessState, { payrollId, input }: CreatePayroll): Outcome {
    const { workerType = 'EMPLOYEE', type = 'ONE_OFF' } = input;
    const draft = {
      id: payrollId,
      businessId: state.business.id,
      workerType,
      type,
      status: 'draft',
    } as const;
    const event: DomainEvent = {
      eventType: 'payroll.created',
      data: { id: payrollId, workerType, type: type.replaceAll('-', '_') },
    };
    return { state: { ...state, payrolls: [...state.payrolls, draft] }, events: [event] };
  }

  /** @throws Refusal when the payroll is already approved or the new one is invalid. */
  function save(state: BusinessState, { payrollId, input }: SavePayroll): Outcome {
    const payroll = findRecord(state.payrolls, payrollId);
    const terms = termsOf(input, state.persons);
    if (payroll.status !== 'draft' && payroll.status !== 'saved')
      throw invalidState('A payroll can be saved until it is approved');
    return enter(state, { ...payroll, status: 'saved', terms });
  }

  /** @throws Refusal unless the payroll is saved. */
  function approve(
    state: BusinessState,
    { payrollId }: NamesPayroll,
    { now, environment }: RuleContext,
  ): Outcome {
    const payroll = findRecord(state.payrolls, payrollId);
    if (payroll.status !== 'saved') throw invalidState('Only a saved payroll can be approved');
    const approvals = state.payrolls.filter((other) => isRun(other) && other.approvalNumber !== undefined);
    const approved = enter(state, { ...payroll, status: 'approved', approvalNumber: approvals.length + 1 });
    if (environment !== 'sandbox' || !decide.isPast(payroll.terms.payrollDate, now)) return approved;
    // The sandbox's test route: no funds move, the payroll is over at once.
    const completed = enter(approved.state, { ...payroll, status: 'completed' });
    return { state: completed.state, events: [...approved.events, ...completed.events] };
  }

  /** Collects the funds of a payroll and schedules it, if they are there; otherwise it waits for them. */
  function collectFunds(state: BusinessState, payroll: SavedPayroll, now: number): Outcome {
    const { totals } = payroll.terms;
    if (!decide.covers(balanceOf(state, totals.debit.currency), totals))
      return payroll.status === 'awaiting-funds'
        ? { state, events: [] }
        : enter(state, { ...payroll, status: 'awaiting-funds' });
    const cause = accountOf(payroll);
    const collected = move(state, { from: 'wallet', to: cause, money: totals.debit, cause }, now);
    return enter(collected, { ...payroll, status: 'scheduled' });
  }

  /** Sends the disbursements of a payroll when its payrollDate has come. */
  function process(state: BusinessState, payroll: SavedPayroll, context: RuleContext): Outcome {
    if (payroll.status !== 'scheduled' || decide.processedAt(payroll.terms.payrollDate) > context.now)
      return { state, events: [] };
    return inTurn(state, [
      (before) => enter(before, { ...payroll, status: 'processing' }),
      (before) => disburse(before, payroll, context),
    ]);
  }

  /** Completes a payroll when all of its disbursements are confirmed. */
  function complete(state: BusinessState, payroll: SavedPayroll): Outcome {
    return payroll.status === 'processing' && decide.areConfirmed(disbursementsOf(state, payroll.id))
      ? enter(state, { ...payroll, status: 'completed' })
      : { state, events: [] };
  }

  /** All that happens without a call: funds are collected, the payrollDate is reached, disbursements are confirmed. */
  function progress(before: BusinessState, context: RuleContext): Outcome {
    let state = before;
    const events: DomainEvent[] = [];
    const step = (outcome: Outcome) => {
      state = outcome.state;
      events.push(...outcome.events);
    };
    const runs = before.payrolls.filter(isRun).sort(inOrderOfApproval);
    const waiting = runs.filter(({ status }) => status === 'awaiting-funds');
    const approved = runs.filter(({ status }) => status === 'approved');
    for (const payroll of [...decide.rechecked(waiting), ...approved])
      step(collectFunds(state, payroll, context.now));
    for (const payroll of state.payrolls.filter(isRun)) step(process(state, payroll, context));
    for (const payroll of state.payrolls.filter(isRun)) step(complete(state, payroll));
    return { state, events };
  }

  /** The next payrollDate; when disbursements are confirmed is the business of the transactions. */
  function nextProgressAt({ payrolls }: BusinessState, { now }: RuleContext): number | undefined {
    const scheduled = payrolls.filter(isRun).filter(({ status }) => status === 'scheduled');
    return nextOf(
      scheduled.map(({ terms }) => decide.processedAt(terms.payrollDate)),
      now,
    );
  }

  /**
   * Settles every disbursement that is under way, upon which the payroll is completed.
   *
   * @throws Refusal unless the payroll is processing, no disbursement failed and none awaits information.
   */
  function confirmDisbursements(
    state: BusinessState,
    { payrollId }: NamesPayroll,
    context: RuleContext,
  ): Outcome {
    const payroll = findRecord(state.payrolls, payrollId);
    if (payroll.status !== 'processing')
      throw invalidState('Only a payroll that is processing has disbursements to confirm');
    if (disbursementsOf(state, payrollId).some(({ transaction }) => transaction.status === 'failed'))
      throw invalidState('A disbursement of the payroll failed');
    return inTurn(state, [
      (before) => settleOutstanding(before, payrollId, context),
      (before) => complete(before, payroll),
    ]);
  }

  const { shown, hasPayslips } = decide;
  return { create, save, approve, progress, nextProgressAt, confirmDisbursements, shown, hasPayslips };
}

export type PayrollRules = ReturnType<typeof createPayrollRules>;
