/** Exits and jobs of persons, and fees, of which the document does not say how they are announced. */

import { invoiceRules } from '../../reference-server/resources/invoices/rules.ts';
import { personRules } from '../../reference-server/resources/persons/rules.ts';
import { balanceOf, move } from '../../reference-server/resources/wallets/ledger.ts';
import { findRecord } from '../../reference-server/state/business-state.ts';
import { dateAt, secondsPerDay } from '../../reference-server/state/dates.ts';
import { inPayloads } from '../faults/event-tools.ts';
import { inEnvelopes, replacing } from '../faults/tools.ts';
import type { BenignGroup } from './variant.ts';

const keepingFee = 'keeping-fee';

export const exitVariants: BenignGroup = {
  checks: /^(person|persons|events|combined|payroll|deposits)\./,
  variants: {
    'job information in an object of its own': {
      interpretations: [148],
      overrides: inPayloads('person.jobinfo.updated', ({ id, jobInfo, compInfo, ...payload }) => ({
        ...payload,
        person: { id, job: { current: jobInfo, pay: compInfo } },
      })),
    },
    'job information without a level of its own': {
      interpretations: [148],
      overrides: inPayloads('person.jobinfo.updated', ({ jobInfo, ...payload }) => ({
        ...payload,
        ...(typeof jobInfo === 'object' && jobInfo),
      })),
    },
    'an exit that is completed on the day on which somebody completes it': {
      interpretations: [189],
      overrides: inEnvelopes('data.exitDate', (date, { delivery, now }) => {
        const isEarly = delivery.eventType === 'person.offboarding.completed' && dateAt(now) < String(date);
        return isEarly ? dateAt(now) : date;
      }),
    },
    'moves of a person that come too late and are ignored': {
      interpretations: [191],
      overrides: replacing('persons', {
        cancelOffboarding: (state, command) =>
          findRecord(state.persons, command.personId).exit?.status === 'pending'
            ? personRules.cancelOffboarding(state, command)
            : { state, events: [] },
        reinstate: (state, command) =>
          findRecord(state.persons, command.personId).exit?.status === 'completed'
            ? personRules.reinstate(state, command)
            : { state, events: [] },
      }),
    },
    'a fee for each week that a wallet is kept': {
      interpretations: [205],
      overrides: replacing('invoices', {
        progress(before, context) {
          const { state, events } = invoiceRules.progress(before, context);
          const [first] = state.ledger;
          const [wallet] = state.wallets;
          if (first === undefined || wallet === undefined) return { state, events };
          const weeks = Math.floor((context.now - first.at) / (7 * secondsPerDay));
          const paid = state.ledger.filter(({ cause }) => cause === keepingFee).length;
          const { currency } = wallet.balance;
          if (paid >= weeks || paid >= 10 || balanceOf(state, currency) < 1) return { state, events };
          const movement = { from: 'wallet', to: 'outside', money: { amount: 1, currency } } as const;
          return { state: move(state, { ...movement, cause: keepingFee }, context.now), events };
        },
      }),
    },
  },
};
