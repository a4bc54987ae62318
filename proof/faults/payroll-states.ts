import type { FaultOverrides } from '../../reference-server/fault.ts';
import {
  type PayrollDecisions,
  payrollDecisions,
} from '../../reference-server/resources/payrolls/decisions.ts';
import { createPayrollRules } from '../../reference-server/resources/payrolls/rules.ts';
import { balanceOf, move } from '../../reference-server/resources/wallets/ledger.ts';
import type { BusinessState, Outcome } from '../../reference-server/state/business-state.ts';
import { secondsPerDay } from '../../reference-server/state/dates.ts';
import type { SavedPayroll } from '../../reference-server/state/records/payrolls.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { invalidState } from '../../reference-server/state/refusal.ts';
import { announcedAnyway } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { asSeen, lookingBefore } from './race-tools.ts';
import { inAnswers, inEnvelopes, lowerCase, replacing, statusIn, upperCase } from './tools.ts';

const sound = createPayrollRules();

/** Lends what payrolls lack that the balance would cover if each of them were alone. */
function lendToEach(before: BusinessState, now: number): BusinessState {
  const due = new Map<string, number>();
  for (const payroll of before.payrolls) {
    if (payroll.status !== 'awaiting-funds') continue;
    const { amount, currency } = payroll.terms.totals.debit;
    if (amount <= balanceOf(before, currency)) due.set(currency, (due.get(currency) ?? 0) + amount);
  }
  return [...due].reduce((state, [currency, needed]) => {
    const amount = Math.max(0, needed - balanceOf(state, currency));
    const money = { amount, currency };
    return move(state, { from: 'outside', to: 'wallet', money, cause: 'payroll/lent' }, now);
  }, before);
}

/** Payrolls whose rules decide otherwise. */
export const decide = (decisions: Partial<PayrollDecisions>): FaultOverrides =>
  replacing('payrolls', createPayrollRules(decisions));

/** Announces every state but one. */
const silent = (about: SavedPayroll['status']) =>
  decide({ announced: (status) => (status === about ? undefined : payrollDecisions.announced(status)) });

/** Schedules payrolls that the wallet does not cover; what is missing is lent, because a balance is never negative. */
export const lending = (accepts: PayrollDecisions['covers']) =>
  replacing('payrolls', {
    progress(before, context) {
      let state = before;
      for (const payroll of before.payrolls) {
        if (payroll.status !== 'approved' && payroll.status !== 'awaiting-funds') continue;
        const { totals } = payroll.terms;
        const { amount, currency } = totals.debit;
        const balance = balanceOf(state, currency);
        if (balance >= amount || !accepts(balance, totals)) continue;
        const money = { amount: amount - balance, currency };
        state = move(
          state,
          { from: 'outside', to: 'wallet', money, cause: `payroll/${payroll.id}` },
          context.now,
        );
      }
      return sound.progress(state, context);
    },
  });

/** Changes what happens by itself, knowing which payrolls waited for funds before and do so after. */
const progressing = (
  change: (outcome: Outcome, waitedBefore: ReadonlySet<string>, waitAfter: ReadonlySet<string>) => Outcome,
) => {
  const waiting = ({ state }: Pick<Outcome, 'state'>) =>
    new Set(state.payrolls.filter(({ status }) => status === 'awaiting-funds').map(({ id }) => id));
  return replacing('payrolls', {
    progress(state, command) {
      const outcome = sound.progress(state, command);
      return change(outcome, waiting({ state }), waiting(outcome));
    },
  });
};

const scheduled = (id: string): DomainEvent => ({
  eventType: 'payroll.status.updated',
  data: { id, status: 'scheduled' },
});

/** Remembers every payroll that was ever behind another one in the queue. */
function withoutFollowers(): PayrollDecisions['rechecked'] {
  const followers = new Set<string>();
  return (waiting) => {
    for (const { id } of waiting.slice(1)) followers.add(id);
    return waiting.filter(({ id }) => !followers.has(id));
  };
}

/** Decides by another rule whether the balance covers payrolls that wait already. */
const releasing = (covers: PayrollDecisions['covers']): FaultOverrides =>
  replacing('payrolls', {
    progress(state, context) {
      const waiting = new Set(
        state.payrolls.filter(({ status }) => status === 'awaiting-funds').map(({ id }) => id),
      );
      const strict = createPayrollRules({
        rechecked: (runs) =>
          runs.filter(({ id, terms: { totals } }) => {
            const balance = balanceOf(state, totals.debit.currency);
            return !waiting.has(id) || covers(balance, totals);
          }),
      });
      return strict.progress(state, context);
    },
  });

export const payrollStateFaults = faultsOf('payroll', {
  'saved-payroll-not-listed': {
    title: 'A payroll appears in the list only once it is approved.',
    breaks: ['PAYROLL-020'],
    overrides: inAnswers('listPayrolls', 'data', (data) =>
      Array.isArray(data) ? data.filter(({ status }) => status !== 'saved') : data,
    ),
  },
  'saved-payroll-shown-as-completed': {
    title: 'A payroll that was only saved is shown as Completed.',
    breaks: ['PAYROLL-020'],
    overrides: decide({
      shown: (status) => (status === 'saved' ? 'Completed' : payrollDecisions.shown(status)),
    }),
  },
  'saved-not-announced': {
    title: 'A consumer is not notified of saved payrolls.',
    breaks: ['PAYROLL-021'],
    overrides: silent('saved'),
  },
  'approval-refused': {
    title: 'Nobody is ever paid, because a saved payroll cannot be approved.',
    breaks: ['PAYROLL-022'],
    overrides: replacing('payrolls', {
      approve() {
        throw invalidState('Payrolls are approved elsewhere');
      },
    }),
  },
  'approved-not-announced': {
    title: 'A consumer is not notified of approvals.',
    breaks: ['PAYROLL-023'],
    overrides: silent('approved'),
  },
  'balance-not-checked': {
    title: 'A payroll is scheduled although the business has no funds.',
    breaks: ['PAYROLL-024'],
    overrides: lending(() => true),
  },
  'balance-one-short-accepted': {
    title: 'A payroll is scheduled although the balance is one unit short of the net amount.',
    breaks: ['PAYROLL-024'],
    beyond: 'balance that covers a payroll',
    overrides: lending((balance, { net }) => balance + 1 === net.amount),
  },
  'balance-one-short-of-the-debit-accepted': {
    title: 'A payroll is scheduled although the balance is one unit short of the debit.',
    breaks: ['PAYROLL-047'],
    overrides: lending((balance, { debit }) => balance + 1 >= debit.amount),
  },
  'employer-contributions-not-funded': {
    title: 'A payroll is scheduled although the balance does not cover the employer contributions.',
    breaks: ['PAYROLL-047'],
    overrides: lending((balance, { gross }) => balance >= gross.amount),
  },
  'awaiting-funds-announced': {
    title: 'A payroll in Awaiting Funds sends a webhook with this state.',
    breaks: ['PAYROLL-025', 'PAYROLL-038'],
    // The types do not allow the word of this fault.
    overrides: decide({ announced: (status) => status as ReturnType<PayrollDecisions['announced']> }),
  },
  'scheduled-announced-while-awaiting-funds': {
    title: 'A payroll that waits for funds is announced as scheduled.',
    breaks: ['PAYROLL-040', 'PAYROLL-025'],
    subtle: ['event-before-its-commit'],
    overrides: progressing(({ state, events }, before, after) => {
      const early = [...after].filter((id) => !before.has(id)).map(scheduled);
      return { state, events: [...events, ...early] };
    }),
  },
  'completed-announced-on-approval': {
    title: 'An approved payroll is announced as completed.',
    breaks: ['PAYROLL-040'],
    subtle: ['event-before-its-commit'],
    overrides: replacing('payrolls', {
      approve(state, command, context) {
        const outcome = sound.approve(state, command, context);
        const { payrollId: id } = command;
        const event: DomainEvent = { eventType: 'payroll.status.updated', data: { id, status: 'completed' } };
        return { state: outcome.state, events: [...outcome.events, event] };
      },
    }),
  },
  'waiting-payroll-forgotten': {
    title: 'A payroll that waits for funds still waits after they have arrived.',
    breaks: ['PAYROLL-026'],
    overrides: decide({ rechecked: () => [] }),
  },
  'second-waiting-payroll-forgotten': {
    title: 'The second of two payrolls that wait for funds is never scheduled, whatever is deposited.',
    breaks: ['PAYROLL-026'],
    subtle: ['second-time'],
    overrides: () => decide({ rechecked: withoutFollowers() }),
  },
  'scheduled-not-announced-after-waiting': {
    title: 'A consumer is not notified that a waiting payroll was funded.',
    breaks: ['PAYROLL-027'],
    subtle: ['event-missing'],
    overrides: progressing(({ state, events }, before) => {
      const late = (event: DomainEvent) => {
        const status = statusIn(event);
        return status?.word === 'scheduled' && before.has(status.payrollId);
      };
      return { state, events: events.filter((event) => !late(event)) };
    }),
  },
  'scheduled-not-announced-after-approval': {
    title: 'A consumer is not notified that an approved payroll was funded at once.',
    breaks: ['PAYROLL-029'],
    overrides: progressing(({ state, events }, before) => {
      const atOnce = (event: DomainEvent) => {
        const status = statusIn(event);
        return status?.word === 'scheduled' && !before.has(status.payrollId);
      };
      return { state, events: events.filter((event) => !atOnce(event)) };
    }),
  },
  'exact-balance-does-not-cover': {
    title: 'A payroll waits for funds although the balance equals its debit.',
    breaks: ['PAYROLL-047'],
    within: 'balance that covers a payroll',
    overrides: decide({ covers: (balance, { debit }) => balance > debit.amount }),
  },
  'many-times-the-costs-do-not-cover': {
    title: 'A payroll waits for funds although the balance is many times its debit.',
    breaks: ['PAYROLL-028', 'PAYROLL-026'],
    overrides: decide({ covers: (balance, { debit }) => balance >= 3 * debit.amount + 200_000 }),
  },
  'funds-never-collected': {
    title: 'Every payroll waits for funds, however large the balance is.',
    breaks: ['PAYROLL-028', 'PAYROLL-026'],
    overrides: decide({ covers: () => false }),
  },
  'pays-when-funded': {
    title: 'A payroll that was planned for next month is paid as soon as its funds are there.',
    breaks: ['PAYROLL-030'],
    overrides: decide({ processedAt: () => 0 }),
  },
  'pays-a-day-early': {
    title: 'A payroll is paid on the day before its payrollDate.',
    breaks: ['PAYROLL-030'],
    beyond: 'payrollDate that is reached',
    overrides: decide({ processedAt: (date) => payrollDecisions.processedAt(date) - secondsPerDay }),
  },
  'never-pays': {
    title: 'A payroll that is scheduled and funded is never paid.',
    breaks: ['PAYROLL-031'],
    overrides: decide({ processedAt: () => Number.POSITIVE_INFINITY }),
  },
  'pays-two-days-late': {
    title: 'Workers get their pay two days after the payrollDate.',
    breaks: ['PAYROLL-031'],
    overrides: decide({ processedAt: (date) => payrollDecisions.processedAt(date) + 2 * secondsPerDay }),
  },
  'processing-not-announced': {
    title: 'A consumer is not notified that disbursements were sent.',
    breaks: ['PAYROLL-032'],
    overrides: silent('processing'),
  },
  'never-completes': {
    title: 'A payroll whose workers have all been paid is never completed.',
    breaks: ['PAYROLL-033'],
    overrides: decide({ areConfirmed: () => false }),
  },
  'completed-with-the-first-payment': {
    title: 'A payroll is completed with the first confirmed disbursement.',
    breaks: ['PAYROLL-033'],
    overrides: decide({
      areConfirmed: (disbursements) =>
        disbursements.some(({ transaction }) => transaction.status === 'succeeded'),
    }),
  },
  'completed-with-the-last-payment': {
    title:
      'A payroll is completed when the disbursement of its last entry is confirmed, regardless of the others.',
    breaks: ['PAYROLL-033'],
    overrides: decide({
      areConfirmed: (disbursements) => disbursements.at(-1)?.transaction.status === 'succeeded',
    }),
  },
  'completed-by-hand-only': {
    title: 'A payroll whose disbursements are all confirmed is completed only by an operator.',
    breaks: ['PAYROLL-033', 'PAYROLL-034'],
    // A payroll that a control confirms is still completed.
    overrides: replacing('payrolls', {
      progress: createPayrollRules({ areConfirmed: () => false }).progress,
    }),
  },
  'completed-not-announced': {
    title: 'A consumer is not notified that a payroll is completed.',
    breaks: ['PAYROLL-034'],
    overrides: silent('completed'),
  },
  'past-payroll-date-not-completed': {
    title: 'In the sandbox, a payroll with a past payrollDate waits for funds like any other.',
    breaks: ['PAYROLL-035', 'PAYROLL-036'],
    overrides: decide({ isPast: () => false }),
  },
  'yesterday-is-not-past': {
    title: 'A payroll dated yesterday does not count as past; one dated the day before does.',
    breaks: ['PAYROLL-035', 'PAYROLL-036'],
    within: 'payrollDate in the past',
    overrides: decide({ isPast: (date, now) => payrollDecisions.isPast(date, now - secondsPerDay) }),
  },
  'no-payslips': {
    title: 'Workers who have been paid never get a payslip.',
    breaks: ['PAYROLL-036'],
    overrides: decide({ hasPayslips: () => false }),
  },
  'payslips-from-the-start': {
    title: 'Payslips exist from the moment a payroll is created.',
    breaks: ['PAYROLL-009'],
    overrides: decide({ hasPayslips: () => true }),
  },
  'payslips-while-processing': {
    title: 'Payslips exist while a payroll is still processing.',
    breaks: ['PAYROLL-009'],
    overrides: decide({ hasPayslips: (status) => status === 'processing' || status === 'completed' }),
  },
  'payroll-status-read-in-small-letters': {
    title: 'A client that compares with Completed reads completed.',
    breaks: ['PAYROLL-048'],
    overrides: inAnswers('readPayroll', 'status', lowerCase),
  },
  'status-word-in-capitals': {
    title: 'A consumer that compares with scheduled gets SCHEDULED.',
    breaks: ['PAYROLL-038', 'EVENT-002'],
    overrides: inEnvelopes('data.status', upperCase),
  },
  'leap-day-payroll-paid-in-march': {
    title: 'Workers whose pay is due on the 29th of February get it on the first of March.',
    breaks: ['PAYROLL-031'],
    subtle: ['coincidence'],
    within: 'payrollDate that is reached',
    overrides: decide({
      processedAt: (date) =>
        payrollDecisions.processedAt(date) + (date.endsWith('-02-29') ? secondsPerDay : 0),
    }),
  },
  'same-funds-cover-each-waiting-payroll': {
    title: 'Two waiting payrolls are both scheduled when funds for one of them arrive.',
    breaks: ['PAYROLL-024', 'PAYROLL-040'],
    subtle: ['coincidence'],
    overrides: replacing('payrolls', {
      progress: (state, context) => sound.progress(lendToEach(state, context.now), context),
    }),
  },
  'simultaneous-approvals-debit-twice': {
    title: 'Two simultaneous approvals of a payroll debit it twice.',
    breaks: ['PAYROLL-042', 'PAYROLL-040', 'HOOK-013'],
    subtle: ['concurrency'],
    overrides: lookingBefore('approvePayroll', (looks) => ({
      payrolls: {
        approve: (state, command, context) =>
          sound.approve(asSeen(state, 'payrolls', command.payrollId, looks), command, context),
      },
    })),
  },
  'deposit-during-an-approval-lost': {
    title: 'Funds that arrive while a payroll is being approved are lost.',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    subtle: ['concurrency'],
    overrides: lookingBefore('approvePayroll', (looks) => ({
      payrolls: {
        approve(state, command, context) {
          const [{ wallets } = state] = looks(command.payrollId);
          return sound.approve({ ...state, wallets }, command, context);
        },
      },
    })),
  },
  'pays-a-day-late': {
    title: 'Workers get their pay on the day after the payrollDate.',
    breaks: ['PAYROLL-031'],
    within: 'payrollDate that is reached',
    overrides: decide({ processedAt: (date) => payrollDecisions.processedAt(date) + secondsPerDay }),
  },
  'tomorrow-counts-as-past': {
    title: 'A payroll dated tomorrow counts as past and is completed on approval.',
    breaks: ['PAYROLL-030', 'PAYROLL-024', 'PAYROLL-028', 'PAYROLL-009'],
    beyond: 'payrollDate in the past',
    overrides: decide({ isPast: (date, now) => payrollDecisions.isPast(date, now + 2 * secondsPerDay) }),
  },
  'exact-deposit-does-not-release': {
    title: 'A waiting payroll is not scheduled by a deposit of exactly the missing amount.',
    breaks: ['PAYROLL-047'],
    within: 'balance that becomes sufficient for a payroll that waits',
    overrides: releasing((balance, { debit }) => balance > debit.amount),
  },
  'waiting-payroll-released-one-short': {
    title: 'A waiting payroll is scheduled although the deposit leaves the balance one unit short.',
    breaks: ['PAYROLL-047'],
    beyond: 'balance that becomes sufficient for a payroll that waits',
    overrides: replacing('payrolls', {
      progress(before, context) {
        let state = before;
        for (const payroll of before.payrolls) {
          if (payroll.status !== 'awaiting-funds') continue;
          const { amount, currency } = payroll.terms.totals.debit;
          if (balanceOf(state, currency) !== amount - 1) continue;
          // A balance is never negative, so the missing amount is lent.
          const money = { amount: 1, currency };
          const cause = `payroll/${payroll.id}`;
          state = move(state, { from: 'outside', to: 'wallet', money, cause }, context.now);
        }
        return sound.progress(state, context);
      },
    }),
  },
  'refused-approval-announced': {
    title: 'A second approval of a payroll is rejected, but announced.',
    breaks: ['PAYROLL-040', 'HOOK-013'],
    subtle: ['event-before-its-commit'],
    overrides: announcedAnyway('approvePayroll', 'payrollId', (orAnnounced) => ({
      payrolls: {
        approve: (state, command, context) =>
          orAnnounced(
            command.payrollId,
            state,
            { eventType: 'payroll.status.updated', data: { id: command.payrollId, status: 'approved' } },
            () => sound.approve(state, command, context),
          ),
      },
    })),
  },
});
