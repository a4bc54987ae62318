/** Faults that show in one phase of a payroll only. */
import { operation } from '../../openapi/description.ts';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import { payrollDecisions } from '../../reference-server/resources/payrolls/decisions.ts';
import { createPayrollRules } from '../../reference-server/resources/payrolls/rules.ts';
import { transactionRules } from '../../reference-server/resources/transactions/rules.ts';
import { validationRules } from '../../reference-server/resources/validation.ts';
import { balanceOf, move } from '../../reference-server/resources/wallets/ledger.ts';
import { type BusinessState, findRecord, inTurn } from '../../reference-server/state/business-state.ts';
import type { TransactionRecord } from '../../reference-server/state/records/money.ts';
import type { SavedPayroll } from '../../reference-server/state/records/payrolls.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { derivedId } from '../../reference-server/state/values.ts';
import { mergeOverrides } from './combine.ts';
import { faultsOf } from './fault.ts';
import { decide } from './payroll-states.ts';
import { lookingBefore } from './race-tools.ts';
import { inAnswers, instead, replacing, rewrite, statusIn, webhooks } from './tools.ts';

const sound = createPayrollRules();

const announcement = (id: string, status: 'saved' | 'approved' | 'processing'): DomainEvent => ({
  eventType: 'payroll.status.updated',
  data: { id, status },
});

/** Announces that a payroll is processing beside another word: `before` or `after` it. */
const processingBeside = (place: 'before' | 'after', word: 'scheduled' | 'completed'): FaultOverrides =>
  webhooks({
    announced: (events) =>
      events.flatMap((event) => {
        const status = statusIn(event);
        if (status?.word === 'processing') return [];
        if (status?.word !== word) return [event];
        const processing = announcement(status.payrollId, 'processing');
        return place === 'before' ? [processing, event] : [event, processing];
      }),
  });

/** On approval, loses the last three digits of a long balance; from then on, looks at the balance when it has changed. */
function misreadingTheBalance(): FaultOverrides {
  const found = new Map<string, number>();
  const misreading = createPayrollRules({
    covers: (balance, totals) =>
      payrollDecisions.covers(balance < 100_000 ? balance : Math.floor(balance / 1_000), totals),
  });
  return replacing('payrolls', {
    progress(state, context) {
      const balanceFor = ({ terms }: SavedPayroll) => balanceOf(state, terms.totals.debit.currency);
      const approved = state.payrolls.flatMap((each) => (each.status === 'approved' ? [each] : []));
      for (const payroll of approved) found.set(payroll.id, balanceFor(payroll));
      if (approved.length > 0) return misreading.progress(state, context);
      const rechecking = createPayrollRules({
        rechecked: (waiting) => waiting.filter((payroll) => balanceFor(payroll) !== found.get(payroll.id)),
      });
      return rechecking.progress(state, context);
    },
  });
}

/** Counts on the balance that an approval found when its request came; the wallet then shows less than nothing. */
function overdrawing(): FaultOverrides {
  const overdrawn = new Map<string, number>();
  const race = lookingBefore('approvePayroll', (looks) => ({
    payrolls: {
      approve(state, command, context) {
        const outcome = sound.approve(state, command, context);
        const approved = findRecord(outcome.state.payrolls, command.payrollId);
        const [seen = state] = looks(command.payrollId);
        if (approved.status !== 'approved') return outcome;
        const { amount, currency } = approved.terms.totals.debit;
        const missing = amount - balanceOf(state, currency);
        if (missing <= 0 || balanceOf(seen, currency) < amount) return outcome;
        overdrawn.set(state.business.id, (overdrawn.get(state.business.id) ?? 0) + missing);
        // A balance is never negative, so the missing amount is lent.
        const money = { amount: missing, currency };
        const lent = { from: 'outside', to: 'wallet', money, cause: 'payroll/overdraft' } as const;
        return { ...outcome, state: move(outcome.state, lent, context.now) };
      },
    },
  }));
  return mergeOverrides(race(), {
    answer(answer, { id }, request) {
      const missing = overdrawn.get(request?.business.id ?? '') ?? 0;
      if (id !== 'listWallets' || missing === 0) return answer;
      const body = rewrite(answer.body, 'data.*.balance.amount', (amount) => Number(amount) - missing);
      return { ...answer, body };
    },
  });
}

/** The first read of a saved payroll shows another status. */
function misshowingOnce(): FaultOverrides {
  const read = new Set<string>();
  return {
    answer(answer, { id }, request) {
      const payrollId = String(request?.path.payrollId);
      if (id !== 'readPayroll' || answer.status >= 300 || read.has(payrollId)) return answer;
      read.add(payrollId);
      return { ...answer, body: rewrite(answer.body, 'status', instead('saved', 'Awaiting Funds')) };
    },
  };
}

/** Pays at noon (UTC) of the payrollDate, but never for a date that it looked at earlier on that day. */
function forgettingDates(): FaultOverrides {
  const forgotten = new Set<string>();
  const noon = (date: string) => payrollDecisions.processedAt(date) + 12 * 3_600;
  return replacing('payrolls', {
    progress(state, context) {
      const keyOf = (date: string) => `${state.business.id} ${date}`;
      for (const payroll of state.payrolls) {
        if (payroll.status !== 'scheduled') continue;
        const { payrollDate } = payroll.terms;
        const isToday = payrollDecisions.processedAt(payrollDate) <= context.now;
        if (isToday && context.now < noon(payrollDate)) forgotten.add(keyOf(payrollDate));
      }
      const forgetful = createPayrollRules({
        processedAt: (date) => (forgotten.has(keyOf(date)) ? Number.POSITIVE_INFINITY : noon(date)),
      });
      return forgetful.progress(state, context);
    },
    nextProgressAt: createPayrollRules({ processedAt: noon }).nextProgressAt,
  });
}

/** Shows no payslips of payrolls that were completed on approval. */
function withholdingPayslips(): FaultOverrides {
  const past = new Set<string>();
  const noting = replacing('payrolls', {
    approve(state, command, context) {
      const outcome = sound.approve(state, command, context);
      const { id, status } = findRecord(outcome.state.payrolls, command.payrollId);
      if (status === 'completed') past.add(id);
      return outcome;
    },
  });
  return mergeOverrides(noting, {
    answer: (answer, { id }, request) =>
      id === 'listPayslips' && past.has(String(request?.path.payrollId))
        ? { ...answer, body: rewrite(answer.body, 'data', () => []) }
        : answer,
  });
}

export const payrollPhaseFaults = faultsOf('payroll', {
  'past-payroll-without-payslips': {
    title: 'Only payrolls that are paid on their payrollDate have payslips, not those whose date was past.',
    breaks: ['PAYROLL-036'],
    overrides: withholdingPayslips,
  },
  'saved-payroll-awaits-funds-when-first-read': {
    title: 'The first read of a saved payroll returns Awaiting Funds.',
    breaks: ['PAYROLL-020'],
    overrides: misshowingOnce,
  },
  'payroll-date-forgotten-after-an-early-look': {
    title:
      'A payroll is never paid if the scheduler looks for due payrolls in the morning of its payrollDate.',
    breaks: ['PAYROLL-031'],
    overrides: forgettingDates,
  },
  'saved-payroll-awaits-funds': {
    title: 'A payroll that was only saved is shown as Awaiting Funds.',
    breaks: ['PAYROLL-020'],
    overrides: decide({
      shown: (status) => (status === 'saved' ? 'Awaiting Funds' : payrollDecisions.shown(status)),
    }),
  },
  'approved-announced-on-saving': {
    title: 'A payroll is announced as approved when it is saved, and not when it is approved.',
    breaks: ['PAYROLL-040'],
    subtle: ['event-before-its-commit'],
    overrides: webhooks({
      announced: (events) =>
        events.flatMap((event) => {
          const status = statusIn(event);
          if (status?.word === 'approved') return [];
          if (status?.word !== 'saved') return [event];
          return [event, announcement(status.payrollId, 'approved')];
        }),
    }),
  },
  'rejected-save-announced': {
    title: 'A save with an invalid body is rejected, but announced.',
    breaks: ['PAYROLL-040'],
    subtle: ['event-before-its-commit'],
    overrides: {
      async request(request, service) {
        const { business, body, path } = request;
        const isRejected =
          request.operation === 'savePayroll' &&
          validationRules.ofBody(operation('savePayroll'), body).length > 0;
        const saved = announcement(String(path.payrollId), 'saved');
        if (isRejected) await service.change(business.id, (state) => ({ state, events: [saved] }), {});
        return request;
      },
    },
  },
  'approved-payroll-not-listed': {
    title: 'A payroll disappears from the list when it is approved.',
    breaks: ['PAYROLL-020'],
    overrides: inAnswers('listPayrolls', 'data', (data) =>
      Array.isArray(data) ? data.filter(({ status }) => status === 'saved') : data,
    ),
  },
  'long-balance-misread-on-approval': {
    title: 'A payroll waits for the next deposit if the balance has six digits or more when it is approved.',
    breaks: ['PAYROLL-028'],
    overrides: misreadingTheBalance,
  },
  'simultaneous-approvals-overdraw-the-wallet': {
    title: 'Two simultaneous approvals count on the same funds and overdraw the wallet.',
    breaks: ['PAYROLL-024'],
    subtle: ['concurrency'],
    overrides: overdrawing,
  },
  'scheduled-payroll-announced-as-processing': {
    title: 'A payroll is announced as processing when it is scheduled for a later date.',
    breaks: ['PAYROLL-040', 'PAYROLL-030'],
    subtle: ['event-before-its-commit'],
    overrides: processingBeside('after', 'scheduled'),
  },
  'past-payroll-announced-as-processing': {
    title: 'A payroll that is completed on approval is announced as processing, too.',
    breaks: ['PAYROLL-040'],
    overrides: replacing('payrolls', {
      approve(state, command, context) {
        const outcome = sound.approve(state, command, context);
        const { status } = findRecord(outcome.state.payrolls, command.payrollId);
        const processing = announcement(command.payrollId, 'processing');
        return status === 'completed' ? { ...outcome, events: [...outcome.events, processing] } : outcome;
      },
    }),
  },
  'processing-announced-with-completion': {
    title: 'A consumer is notified that a payroll is processing only when it is completed.',
    breaks: ['PAYROLL-032'],
    subtle: ['event-missing'],
    overrides: processingBeside('before', 'completed'),
  },
  'pays-before-the-date-begins-anywhere': {
    title: 'A payroll is paid one minute before its payrollDate begins anywhere on earth.',
    breaks: ['PAYROLL-030'],
    beyond: 'payrollDate that is reached',
    overrides: decide({
      processedAt: (date) => payrollDecisions.processedAt(date) - 14 * 3_600 - 60,
    }),
  },
  'workers-paid-twice': {
    title: 'Each worker of a payroll is paid twice, the second time with money of the service.',
    breaks: ['PAYROLL-050', 'PAYROLL-046'],
    subtle: ['second-time'],
    overrides: replacing('payrolls', {
      progress(before, context) {
        const known = new Set(before.transactions.map(({ id }) => id));
        const outcome = sound.progress(before, context);
        const isPayment = ({ id, transaction: { type } }: TransactionRecord) =>
          type === 'PAYROLL' && !known.has(id);
        const again = outcome.state.transactions
          .filter(isPayment)
          .map(({ id, transaction }) => (state: BusinessState) => {
            const { type, amount, recipientId, recipientType, reference } = transaction;
            const copy = { type, amount, recipientId, recipientType, reference };
            const payment = {
              ...copy,
              transactionId: derivedId(`${id}/again`),
              source: 'outside',
              settlement: 'delayed',
            } as const;
            return transactionRules.open(state, payment, context);
          });
        const { state, events } = inTurn(outcome.state, again);
        return { ...outcome, state, events: [...outcome.events, ...events] };
      },
    }),
  },
  'fee-paid-back-at-once': {
    title: 'The fee of a payroll succeeds and stays in the wallet of the business.',
    breaks: ['EVENT-051'],
    subtle: ['half-applied'],
    overrides: replacing('payrolls', {
      progress(before, context) {
        const outcome = sound.progress(before, context);
        const known = new Set(before.transactions.map(({ id }) => id));
        const isFee = ({ id, transaction: { type } }: TransactionRecord) =>
          type === 'PAYROLL_FEE' && !known.has(id);
        const state = outcome.state.transactions.filter(isFee).reduce((paid, { id, transaction }) => {
          const refund = {
            from: 'outside',
            to: 'wallet',
            money: transaction.amount,
            cause: `fee/${id}`,
          } as const;
          return move(paid, refund, context.now);
        }, outcome.state);
        return { ...outcome, state };
      },
    }),
  },
});
