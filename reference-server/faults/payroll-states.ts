import { invalidState } from '../refusal.ts';
import { type PayrollDecisions, payrollDecisions } from '../resources/payrolls/decisions.ts';
import type { SavedPayroll } from '../resources/payrolls/records.ts';
import { createPayrollRules, type PayrollRules } from '../resources/payrolls/rules.ts';
import { balanceOf, move } from '../resources/wallets/ledger.ts';
import type { Outcome } from '../store/business-state.ts';
import type { DomainEvent } from '../webhooks/records.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inAnswers, inEnvelopes, statusIn } from './tools.ts';

const sound = createPayrollRules();
const day = 86_400;

const decide = (decisions: Partial<PayrollDecisions>): FaultOverrides => ({
  rules: { payrolls: createPayrollRules(decisions) },
});
const payrolls = (rules: Partial<PayrollRules>): FaultOverrides => ({ rules: { payrolls: rules } });

/** Announces every state but one. */
const silent = (about: SavedPayroll['status']) =>
  decide({ announced: (status) => (status === about ? undefined : payrollDecisions.announced(status)) });

/** Changes what happens by itself, knowing which payrolls waited for funds before and do so after. */
const progressing = (
  change: (outcome: Outcome, waitedBefore: ReadonlySet<string>, waitAfter: ReadonlySet<string>) => Outcome,
) => {
  const waiting = ({ state }: Pick<Outcome, 'state'>) =>
    new Set(state.payrolls.filter(({ status }) => status === 'awaiting-funds').map(({ id }) => id));
  return payrolls({
    progress(state, command, now) {
      const outcome = sound.progress(state, command, now);
      return change(outcome, waiting({ state }), waiting(outcome));
    },
  });
};

/** Schedules payrolls that the wallet does not cover; what is missing is lent, because a balance is never negative. */
const lending = (accepts: PayrollDecisions['covers']) =>
  payrolls({
    progress(before, context, now) {
      let state = before;
      for (const payroll of before.payrolls) {
        if (payroll.status !== 'approved' && payroll.status !== 'awaiting-funds') continue;
        const { totals } = payroll.terms;
        const { amount, currency } = totals.debit;
        const balance = balanceOf(state, currency);
        if (balance >= amount || !accepts(balance, totals)) continue;
        const money = { amount: amount - balance, currency };
        state = move(state, { from: 'outside', to: 'wallet', money, cause: `payroll/${payroll.id}` }, now);
      }
      return sound.progress(state, context, now);
    },
  });

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

export const payrollStateFaults: readonly Fault[] = [
  {
    id: 'saved-payroll-not-listed',
    title: 'A payroll appears in the list only once it is approved.',
    area: 'payroll',
    breaks: ['PAYROLL-020'],
    overrides: inAnswers('listPayrolls', 'data', (data) =>
      Array.isArray(data) ? data.filter(({ status }) => status !== 'saved') : data,
    ),
  },
  {
    id: 'saved-payroll-shown-as-completed',
    title: 'A payroll that was only saved looks as if it had been paid.',
    area: 'payroll',
    breaks: ['PAYROLL-020'],
    overrides: decide({
      shown: (status) => (status === 'saved' ? 'Completed' : payrollDecisions.shown(status)),
    }),
  },
  {
    id: 'saved-not-announced',
    title: 'A consumer of webhooks does not hear of saved payrolls.',
    area: 'payroll',
    breaks: ['PAYROLL-021'],
    overrides: silent('saved'),
  },
  {
    id: 'approval-refused',
    title: 'Nobody is ever paid, because a saved payroll cannot be approved.',
    area: 'payroll',
    breaks: ['PAYROLL-022'],
    overrides: payrolls({
      approve() {
        throw invalidState('Payrolls are approved elsewhere');
      },
    }),
  },
  {
    id: 'approved-not-announced',
    title: 'A consumer of webhooks does not hear of approvals.',
    area: 'payroll',
    breaks: ['PAYROLL-023'],
    overrides: silent('approved'),
  },
  {
    id: 'balance-not-checked',
    title: 'A business without funds is told that its payroll is scheduled.',
    area: 'payroll',
    breaks: ['PAYROLL-024'],
    overrides: lending(() => true),
  },
  {
    id: 'balance-one-short-accepted',
    title: 'A business is promised that everybody is paid when it is one unit short.',
    area: 'payroll',
    breaks: ['PAYROLL-024'],
    overrides: lending((balance, { debit }) => balance + 1 >= debit.amount),
  },
  {
    id: 'employer-contributions-not-funded',
    title: 'A business pays its workers and has nothing left for what it owes on top of their pay.',
    area: 'payroll',
    breaks: ['PAYROLL-024'],
    overrides: lending((balance, { gross }) => balance >= gross.amount),
  },
  {
    id: 'awaiting-funds-announced',
    title: 'A consumer that knows five states gets a webhook with a sixth.',
    area: 'payroll',
    breaks: ['PAYROLL-025', 'PAYROLL-038'],
    // The types forbid the word that this fault is about.
    overrides: decide({ announced: (status) => status as ReturnType<PayrollDecisions['announced']> }),
  },
  {
    id: 'scheduled-announced-while-awaiting-funds',
    title: 'A consumer tells workers that their pay is scheduled while it waits for funds.',
    area: 'payroll',
    breaks: ['PAYROLL-040', 'PAYROLL-025'],
    overrides: progressing(({ state, events }, before, after) => {
      const early = [...after].filter((id) => !before.has(id)).map(scheduled);
      return { state, events: [...events, ...early] };
    }),
  },
  {
    id: 'completed-announced-on-approval',
    title: 'Workers are told that they have been paid when their payroll is only approved.',
    area: 'payroll',
    breaks: ['PAYROLL-040'],
    overrides: payrolls({
      approve(state, command, now) {
        const outcome = sound.approve(state, command, now);
        const { payrollId: id } = command;
        const event: DomainEvent = { eventType: 'payroll.status.updated', data: { id, status: 'completed' } };
        return { state: outcome.state, events: [...outcome.events, event] };
      },
    }),
  },
  {
    id: 'waiting-payroll-forgotten',
    title: 'A payroll that waits for funds goes on waiting when they arrive.',
    area: 'payroll',
    breaks: ['PAYROLL-026'],
    overrides: decide({ rechecked: () => [] }),
  },
  {
    id: 'second-waiting-payroll-forgotten',
    title: 'A payroll that waited behind another one is never scheduled, whatever is deposited.',
    area: 'payroll',
    breaks: ['PAYROLL-026'],
    overrides: () => decide({ rechecked: withoutFollowers() }),
  },
  {
    id: 'scheduled-not-announced-after-waiting',
    title: 'A consumer of webhooks does not hear that a waiting payroll was funded.',
    area: 'payroll',
    breaks: ['PAYROLL-027'],
    overrides: progressing(({ state, events }, before) => {
      const late = (event: DomainEvent) => {
        const status = statusIn(event);
        return status?.word === 'scheduled' && before.has(status.payrollId);
      };
      return { state, events: events.filter((event) => !late(event)) };
    }),
  },
  {
    id: 'scheduled-not-announced-after-approval',
    title: 'A consumer of webhooks does not hear that an approved payroll was funded at once.',
    area: 'payroll',
    breaks: ['PAYROLL-029'],
    overrides: progressing(({ state, events }, before) => {
      const atOnce = (event: DomainEvent) => {
        const status = statusIn(event);
        return status?.word === 'scheduled' && !before.has(status.payrollId);
      };
      return { state, events: events.filter((event) => !atOnce(event)) };
    }),
  },
  {
    id: 'exact-balance-does-not-cover',
    title: 'A payroll waits for funds although the balance is exactly what it costs.',
    area: 'payroll',
    breaks: ['PAYROLL-028', 'PAYROLL-026'],
    overrides: decide({ covers: (balance, { debit }) => balance > debit.amount }),
  },
  {
    id: 'funds-never-collected',
    title: 'Every payroll waits for funds, however large the balance is.',
    area: 'payroll',
    breaks: ['PAYROLL-028', 'PAYROLL-026'],
    overrides: decide({ covers: () => false }),
  },
  {
    id: 'pays-when-funded',
    title: 'A payroll that was planned for next month is paid as soon as its funds are there.',
    area: 'payroll',
    breaks: ['PAYROLL-030'],
    overrides: decide({ processedAt: () => 0 }),
  },
  {
    id: 'pays-a-day-early',
    title: 'A payroll that somebody wants to stop on the eve of its pay day is paid already.',
    area: 'payroll',
    breaks: ['PAYROLL-030'],
    overrides: decide({ processedAt: (date) => payrollDecisions.processedAt(date) - day }),
  },
  {
    id: 'never-pays',
    title: 'Workers wait for ever for a payroll that is scheduled and funded.',
    area: 'payroll',
    breaks: ['PAYROLL-031'],
    overrides: decide({ processedAt: () => Number.POSITIVE_INFINITY }),
  },
  {
    id: 'pays-two-days-late',
    title: 'Workers get their pay two days after the payrollDate.',
    area: 'payroll',
    breaks: ['PAYROLL-031'],
    overrides: decide({ processedAt: (date) => payrollDecisions.processedAt(date) + 2 * day }),
  },
  {
    id: 'processing-not-announced',
    title: 'A consumer of webhooks does not hear that disbursements were sent.',
    area: 'payroll',
    breaks: ['PAYROLL-032'],
    overrides: silent('processing'),
  },
  {
    id: 'never-completes',
    title: 'A business waits for ever for a payroll whose workers have all been paid.',
    area: 'payroll',
    breaks: ['PAYROLL-033'],
    overrides: decide({ areConfirmed: () => false }),
  },
  {
    id: 'completed-by-hand-only',
    title:
      'A business whose workers have all been paid waits until somebody at the service confirms its payroll.',
    area: 'payroll',
    breaks: ['PAYROLL-033', 'PAYROLL-034'],
    // What a lever confirms is completed still.
    overrides: payrolls({ progress: createPayrollRules({ areConfirmed: () => false }).progress }),
  },
  {
    id: 'completed-not-announced',
    title: 'A consumer of webhooks does not hear that a payroll is completed.',
    area: 'payroll',
    breaks: ['PAYROLL-034'],
    overrides: silent('completed'),
  },
  {
    id: 'past-payroll-date-not-completed',
    title: 'A tester who dates a payroll to the past waits for funds like anybody else.',
    area: 'payroll',
    breaks: ['PAYROLL-035', 'PAYROLL-036'],
    overrides: decide({ isPast: () => false }),
  },
  {
    id: 'yesterday-is-not-past',
    title: 'A tester who dates a payroll to yesterday waits, and one who goes back two days does not.',
    area: 'payroll',
    breaks: ['PAYROLL-035', 'PAYROLL-036'],
    overrides: decide({ isPast: (date, now) => payrollDecisions.isPast(date, now - day) }),
  },
  {
    id: 'no-payslips',
    title: 'Workers who have been paid never get a payslip.',
    area: 'payroll',
    breaks: ['PAYROLL-036'],
    overrides: decide({ hasPayslips: () => false }),
  },
  {
    id: 'payslips-from-the-start',
    title: 'Workers see payslips of a payroll that is not paid.',
    area: 'payroll',
    breaks: ['PAYROLL-009'],
    overrides: decide({ hasPayslips: () => true }),
  },
  {
    id: 'payslips-while-processing',
    title: 'Workers see payslips before their pay is confirmed.',
    area: 'payroll',
    breaks: ['PAYROLL-009'],
    overrides: decide({ hasPayslips: (status) => status === 'processing' || status === 'completed' }),
  },
  {
    id: 'status-word-in-capitals',
    title: 'A consumer that compares with scheduled gets SCHEDULED.',
    area: 'payroll',
    breaks: ['PAYROLL-038', 'EVENT-002'],
    overrides: inEnvelopes('data.status', (status) => String(status).toUpperCase()),
  },
];
