import { readBusiness } from '../core.ts';
import type { UncheckedRequest } from '../http/exchange.ts';
import { invalidState } from '../refusal.ts';
import { businessRules } from '../resources/businesses/rules.ts';
import { type PayoutQuery, payoutRules } from '../resources/payouts/rules.ts';
import { personRules } from '../resources/persons/rules.ts';
import { reimbursementRules } from '../resources/reimbursements/rules.ts';
import { userRules } from '../resources/users/rules.ts';
import { balanceOf } from '../resources/wallets/ledger.ts';
import { findRecord } from '../store/business-state.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inEnvelopes } from './tools.ts';

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);
const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
const questionMarks = (text: string) => text.replaceAll(/[^\x20-\x7e]/gu, '?');

/** A day of a query some days later, and a second of a query some seconds later; what is no date stays. */
function later(text: string, by: number): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const moved = new Date(Date.parse(text) + by * (isDay ? 86_400_000 : 1000));
  if (Number.isNaN(moved.getTime())) return text;
  return isDay ? moved.toISOString().slice(0, 10) : moved.toISOString();
}

/** Understands the dates of a query as others, in the pages and in the export. */
const dated = (change: (query: PayoutQuery) => PayoutQuery): FaultOverrides => ({
  rules: {
    payouts: {
      page: (state, query) => payoutRules.page(state, change(query)),
      csv: (state, query) => payoutRules.csv(state, change(query)),
    },
  },
});

/** Finds users by their person or by their address where both are asked for; a user still sees nobody else. */
function eitherFilter(): FaultOverrides {
  const pages = new WeakMap<UncheckedRequest, unknown>();
  return {
    async request(request, service) {
      const { operation, caller, business, query } = request;
      const { personId, email, page, limit } = query;
      if (operation !== 'listUsers' || caller.type === 'user' || !personId || !email) return request;
      const state = await readBusiness(service, business.id);
      const users = state.users.filter(({ user }) => user.personId === personId || user.email === email);
      const asked = { ...(page ? { page: Number(page) } : {}), ...(limit ? { limit: Number(limit) } : {}) };
      pages.set(request, userRules.page({ ...state, users }, asked));
      return request;
    },
    answer: (answer, _operation, request) =>
      request && pages.has(request) && answer.status < 300 ? { ...answer, body: pages.get(request) } : answer,
  };
}

/** Slips that show only with values that are seldom sent: full pages, the last of a wallet, accents, two filters. */
export const seldomValueFaults: readonly Fault[] = [
  {
    id: 'limit-100-means-99',
    title: 'A client that adds up full pages of a hundred persons loses one of each.',
    area: 'person',
    breaks: ['PERSON-005', 'CONV-010'],
    overrides: {
      rules: {
        persons: {
          page: (state, { limit, ...query }) =>
            personRules.page(state, { ...query, ...(limit !== undefined && { limit: Math.min(limit, 99) }) }),
        },
      },
    },
  },
  {
    id: 'limit-100-of-users-means-99',
    title: 'A client that adds up full pages of a hundred users loses one of each.',
    area: 'user',
    breaks: ['USER-008', 'CONV-010'],
    overrides: {
      rules: {
        users: {
          page: (state, { limit, ...query }) =>
            userRules.page(state, { ...query, ...(limit !== undefined && { limit: Math.min(limit, 99) }) }),
        },
      },
    },
  },
  {
    id: 'payouts-start-date-includes-the-day-before',
    title: 'A report of a month begins with the payouts of the last day of the month before.',
    area: 'payout',
    breaks: ['PAYOUT-008', 'PAYOUT-016'],
    overrides: dated((query) => ({
      ...query,
      ...(query.startDate && { startDate: later(query.startDate, -1) }),
    })),
  },
  {
    id: 'payouts-end-date-includes-the-day-after',
    title: 'A report of a month ends with the payouts of the first day of the month after.',
    area: 'payout',
    breaks: ['PAYOUT-009', 'PAYOUT-016'],
    overrides: dated((query) => ({ ...query, ...(query.endDate && { endDate: later(query.endDate, 1) }) })),
  },
  {
    id: 'reimbursement-of-the-whole-balance-refused',
    title: 'An expense that takes the last of a wallet cannot be approved.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-003', 'REIMBURSEMENT-005', 'ERR-007'],
    overrides: {
      rules: {
        reimbursements: {
          review(state, command, context, now) {
            const { sourceAmount } = findRecord(state.reimbursements, command.reimbursementId).reimbursement;
            const outcome = reimbursementRules.review(state, command, context, now);
            const { amount, currency } = sourceAmount;
            if (command.input.action === 'approve' && balanceOf(state, currency) === amount)
              throw invalidState(`The ${currency} wallet does not hold that much`);
            return outcome;
          },
        },
      },
    },
  },
  {
    id: 'custom-field-name-loses-its-accents',
    title: 'A form in Spanish shows the custom field Año as Ano.',
    area: 'business',
    breaks: ['FIELD-002'],
    overrides: {
      rules: {
        businesses: {
          renameCustomField(state, { customFieldId, input }, now) {
            const { name } = input;
            const changed = { ...input, ...(name !== undefined && { name: withoutAccents(name) }) };
            return businessRules.renameCustomField(state, { customFieldId, input: changed }, now);
          },
        },
      },
    },
  },
  {
    id: 'rejection-reason-in-question-marks',
    title: 'A contractor who is written to in another script reads question marks for a reason.',
    area: 'invoice',
    breaks: ['INVOICE-021'],
    overrides: inEnvelopes('data.reason', (reason, { delivery }) =>
      delivery.event.eventType === 'invoice.contractor.rejected' ? questionMarks(String(reason)) : reason,
    ),
  },
  {
    id: 'payout-reference-beyond-ascii-not-found',
    title: 'A client that names its payouts with accents never finds them again.',
    area: 'payout',
    breaks: ['PAYOUT-011'],
    overrides: {
      rules: {
        payouts: {
          page: (state, query) =>
            payoutRules.page(isAscii(query.reference ?? '') ? state : { ...state, payouts: [] }, query),
        },
      },
    },
  },
  {
    id: 'payout-export-drops-rows-beyond-ascii',
    title: 'An export lacks the payouts whose reference has an accent.',
    area: 'payout',
    breaks: ['PAYOUT-016'],
    overrides: {
      rules: {
        payouts: {
          csv(state, query) {
            const payouts = state.payouts.filter(({ payout }) => isAscii(payout.reference ?? ''));
            return payoutRules.csv({ ...state, payouts }, query);
          },
        },
      },
    },
  },
  {
    id: 'job-update-keeps-one-custom-field',
    title: 'Of the custom fields of a job only the first is stored, and the update is reported as done.',
    area: 'person',
    breaks: ['PERSON-012', 'EVENT-008'],
    overrides: {
      rules: {
        persons: {
          setJobInfo(state, { personId, input }, now) {
            const { customFields } = input.jobInfo ?? {};
            const jobInfo = {
              ...input.jobInfo,
              ...(customFields && { customFields: customFields.slice(0, 1) }),
            };
            return personRules.setJobInfo(
              state,
              { personId, input: { ...input, ...(input.jobInfo && { jobInfo }) } },
              now,
            );
          },
        },
      },
    },
  },
  {
    id: 'status-filter-forgotten-beside-a-reference',
    title: 'Who asks for the failed payouts with a reference gets those that have arrived as well.',
    area: 'payout',
    breaks: ['PAYOUT-010'],
    overrides: {
      rules: {
        payouts: {
          page: (state, { status, ...query }) =>
            payoutRules.page(state, {
              ...query,
              ...(status !== undefined && query.reference === undefined && { status }),
            }),
        },
      },
    },
  },
  {
    id: 'filters-of-users-combined-as-either',
    title: 'Looking for the user of a person with an address finds whoever has one or the other.',
    area: 'user',
    breaks: ['USER-010', 'USER-011'],
    overrides: eitherFilter,
  },
];
