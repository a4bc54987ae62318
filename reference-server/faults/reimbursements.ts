import { reimbursementRules } from '../resources/reimbursements/rules.ts';
import type { ReimbursementRecord } from '../state/records/payrolls.ts';
import { forbidden, invalidBody, invalidState } from '../state/refusal.ts';
import type { Money } from '../state/schemas.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inEnvelopes, remove } from './tools.ts';

const reimbursements = (rules: Partial<typeof reimbursementRules>): FaultOverrides => ({
  rules: { reimbursements: rules },
});

/** Takes something else from the wallets than what was agreed. */
const disbursing = (taken: (reimbursement: ReimbursementRecord['reimbursement']) => Money) =>
  reimbursements({
    review(state, command, context, now) {
      const mistaken = state.reimbursements.map((record) =>
        record.id === command.reimbursementId
          ? {
              ...record,
              reimbursement: { ...record.reimbursement, sourceAmount: taken(record.reimbursement) },
            }
          : record,
      );
      const outcome = reimbursementRules.review(
        { ...state, reimbursements: mistaken },
        command,
        context,
        now,
      );
      // What is shown is what was agreed.
      const agreed = new Map(state.reimbursements.map(({ id, reimbursement }) => [id, reimbursement]));
      const reimbursements = outcome.state.reimbursements.map((record) => {
        const { sourceAmount } = agreed.get(record.id) ?? record.reimbursement;
        return { ...record, reimbursement: { ...record.reimbursement, sourceAmount } };
      });
      return { ...outcome, state: { ...outcome.state, reimbursements } };
    },
  });

/** Announces another amount as paid. */
const paying = (announced: (reimbursement: ReimbursementRecord['reimbursement']) => Money) =>
  reimbursements({
    progress(before, context, now) {
      const { state, events } = reimbursementRules.progress(before, context, now);
      return {
        state,
        events: events.map((event) => {
          if (event.eventType !== 'reimbursement.paid') return event;
          const paid = state.reimbursements.find(({ id }) => id === event.data.id)?.reimbursement;
          return paid ? { ...event, data: { ...event.data, amount: announced(paid) } } : event;
        }),
      };
    },
  });

/** Changes the reason of the event of a rejection. */
const inReasons = (change: () => unknown) =>
  inEnvelopes('data.reason', (reason, { delivery }) =>
    delivery.event.eventType === 'reimbursement.rejected' ? change() : reason,
  );

export const reimbursementFaults: readonly Fault[] = [
  {
    id: 'reimbursement-refused',
    title: 'Nobody is paid back, because reimbursements cannot be created.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-002', 'ERR-007'],
    overrides: {
      async request(request) {
        if (request.operation === 'createReimbursement') throw forbidden('Reimbursements are not enabled');
        return request;
      },
    },
  },
  {
    id: 'reimbursement-refused-without-receipt',
    title: 'An expense without a receipt cannot be paid back, which no rule says.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-002', 'ERR-007'],
    overrides: reimbursements({
      create(state, command, now) {
        const outcome = reimbursementRules.create(state, command, now);
        if (command.input.receiptFileId === undefined) throw invalidBody({ receiptFileId: 'is missing' });
        return outcome;
      },
    }),
  },
  {
    id: 'reimbursement-approval-needs-reason',
    title: 'An approval is refused because it gives no reason, which only a rejection needs.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-003', 'ERR-007'],
    overrides: reimbursements({
      review(state, command, context, now) {
        const outcome = reimbursementRules.review(state, command, context, now);
        if (!command.input.reason) throw invalidBody({ reason: 'is missing' });
        return outcome;
      },
    }),
  },
  {
    id: 'reimbursement-rejection-refused',
    title: 'A dinner for two cannot be turned down.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-004', 'ERR-007'],
    overrides: reimbursements({
      review(state, command, context, now) {
        const outcome = reimbursementRules.review(state, command, context, now);
        if (command.input.action === 'reject') throw invalidState('A reimbursement can only be approved');
        return outcome;
      },
    }),
  },
  {
    id: 'reimbursement-not-disbursed',
    title: 'An approved expense leaves the wallet as it was.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-005'],
    overrides: reimbursements({
      review(state, command, context, now) {
        const outcome = reimbursementRules.review(state, command, context, now);
        return { ...outcome, state: { ...outcome.state, wallets: state.wallets } };
      },
    }),
  },
  {
    id: 'reimbursement-taken-from-destination-wallet',
    title: 'An expense is paid from the wallet of the currency that the person receives.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-005', 'REIMBURSEMENT-003', 'ERR-007'],
    overrides: disbursing(({ amount }) => amount),
  },
  {
    id: 'reimbursement-one-unit-too-little',
    title: 'Every approved expense is paid one unit short of what was agreed.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-005'],
    overrides: disbursing(({ sourceAmount }) => ({
      ...sourceAmount,
      amount: Math.max(sourceAmount.amount - 1, 1),
    })),
  },
  {
    id: 'reimbursement-rejection-without-reason',
    title: 'A person hears that an expense was rejected and not why.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-010'],
    overrides: inReasons(remove),
  },
  {
    id: 'reimbursement-rejection-reason-replaced',
    title: 'A person reads the same words whatever the reason of a rejection was.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-010'],
    overrides: inReasons(() => 'Rejected by the business'),
  },
  {
    id: 'reimbursement-paid-shows-source-amount',
    title: 'A person who receives naira is told an amount in dollars.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-011'],
    overrides: paying(({ sourceAmount }) => sourceAmount),
  },
  {
    id: 'reimbursement-paid-less-a-unit',
    title: 'The amount that is announced as paid is one unit less than what arrived.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-011'],
    overrides: paying(({ amount }) => ({ ...amount, amount: amount.amount - 1 })),
  },
];
