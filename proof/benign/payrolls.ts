/** Payrolls that go another way where the document shows none. */
import type { FaultOverrides } from '../../reference-server/fault.ts';
import { payrollDecisions } from '../../reference-server/resources/payrolls/decisions.ts';
import { createPayrollRules } from '../../reference-server/resources/payrolls/rules.ts';
import { findRecord } from '../../reference-server/state/business-state.ts';
import { invalidState } from '../../reference-server/state/refusal.ts';
import { mergeOverrides } from '../faults/combine.ts';
import { lending } from '../faults/payroll-states.ts';
import { inAnswers, replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup, eachObject, payrolls } from './variant.ts';

const sound = createPayrollRules();

/** Settles the disbursements of a payroll in the second in which they are sent. */
const confirmingAtOnce: FaultOverrides = {
  rules: {
    payrolls: {
      progress(before, context) {
        let { state, events } = sound.progress(before, context);
        const wasScheduled = new Set(
          before.payrolls.filter(({ status }) => status === 'scheduled').map(({ id }) => id),
        );
        for (const { id: payrollId, status } of state.payrolls) {
          if (status !== 'processing' || !wasScheduled.has(payrollId)) continue;
          const outcome = sound.confirmDisbursements(state, { payrollId }, context);
          state = outcome.state;
          events = [...events, ...outcome.events];
        }
        return { state, events };
      },
    },
  },
};

const hour = 3_600;

/** The types with which payrolls were created, by their ids. */
const givenTypes = new Map<string, string>();

export const payrollVariants: BenignGroup = {
  checks: /^(payrolls?|combined|webhooks)\./,
  variants: {
    'the type of a payroll as it was created with it': {
      interpretations: [338],
      overrides: mergeOverrides(
        replacing('payrolls', {
          create(state, command) {
            const { type = 'ONE_OFF' } = command.input;
            const outcome = sound.create(state, command);
            const events = outcome.events.map((event) =>
              event.eventType === 'payroll.created' ? { ...event, data: { ...event.data, type } } : event,
            );
            givenTypes.set(command.payrollId, type);
            return { ...outcome, events };
          },
        }),
        inAnswers('listPayrolls', 'data.*', (payroll) => {
          const shown = asRecord(payroll);
          return { ...shown, type: givenTypes.get(String(shown.payrollId)) ?? shown.type };
        }),
      ),
    },
    'other words for the states that a read may name freely': payrolls(
      {
        shown: (status) =>
          ['completed', 'awaiting-funds'].includes(status)
            ? payrollDecisions.shown(status)
            : `IN_${status.toUpperCase()}`,
      },
      [2],
    ),
    'one word for all these states': payrolls(
      {
        shown: (status) =>
          ['completed', 'awaiting-funds'].includes(status) ? payrollDecisions.shown(status) : 'Active',
      },
      [2],
    ),
    'dates that begin 13 hours before UTC': payrolls(
      {
        processedAt: (date) => payrollDecisions.processedAt(date) - 13 * hour,
        isPast: (date, now) => payrollDecisions.isPast(date, now + 13 * hour),
      },
      [3],
    ),
    'dates that begin 11 hours after UTC': payrolls(
      {
        processedAt: (date) => payrollDecisions.processedAt(date) + 11 * hour,
        isPast: (date, now) => payrollDecisions.isPast(date, now - 11 * hour),
      },
      [3],
    ),
    'events of the observed level only': payrolls(
      {
        announced: (status) => (status === 'processing' ? undefined : payrollDecisions.announced(status)),
      },
      [6],
    ),
    'funds that are confirmed at once': { interpretations: [206], overrides: confirmingAtOnce },
    'a balance that has to be more than the debit': payrolls(
      { covers: (balance, { debit }) => balance > debit.amount },
      [1, 220],
    ),
    'a balance that has to cover fees beside the debit': payrolls(
      { covers: (balance, { debit }) => balance >= 1.02 * debit.amount + 2_500 },
      [1, 220],
    ),
    'a balance that has to cover what the workers get': {
      interpretations: [1, 220],
      overrides: lending((balance, { net }) => balance >= net.amount),
    },
    'Awaiting funds and COMPLETED in other capitals': {
      interpretations: [2, 221],
      overrides: inAnswers(['readPayroll', 'listPayrolls'], '', (body) =>
        eachObject(body, ({ status, ...rest }) => ({
          ...rest,
          ...(status !== undefined && {
            status: String(status)
              .replace('Awaiting Funds', 'Awaiting funds')
              .replace('Completed', 'COMPLETED'),
          }),
        })),
      ),
    },
    'the newest waiting payroll first': payrolls({ rechecked: (waiting) => waiting.toReversed() }, [4]),
    'a type that is not the observed one': {
      overrides: inAnswers('listPayrolls', 'data.*.type', () => 'REGULAR'),
    },
    'a read that answers the status only': {
      overrides: inAnswers('readPayroll', '', (body) => ({
        status: asRecord(body).status,
      })),
    },
    'nothing in the answers that the document does not show': {
      overrides: inAnswers(['savePayroll', 'approvePayroll', 'createBusinessDeposit'], '', () => ({})),
    },
    'a payroll that can be saved once': {
      interpretations: [203],
      overrides: {
        rules: {
          payrolls: {
            save(state, command) {
              if (findRecord(state.payrolls, command.payrollId).status === 'saved')
                throw invalidState('The payroll is saved already');
              return sound.save(state, command);
            },
          },
        },
      },
    },
  },
};
