import { type PayoutQuery, payoutRules } from '../resources/payouts/rules.ts';
import type { BusinessState } from '../state/business-state.ts';
import { forbidden, notFound } from '../state/refusal.ts';
import type { Schemas } from '../state/schemas.ts';
import type { Fault, FaultOverrides } from './fault.ts';

type Page = Schemas['PayoutList'];

const page = (replacement: (state: BusinessState, query: PayoutQuery) => Page): FaultOverrides => ({
  rules: { payouts: { page: replacement } },
});

/** Understands the query as another one, in the pages and in the export. */
const asked = (otherwise: (query: PayoutQuery) => PayoutQuery): FaultOverrides => ({
  rules: {
    payouts: {
      page: (state, query) => payoutRules.page(state, otherwise(query)),
      csv: (state, query) => payoutRules.csv(state, otherwise(query)),
    },
  },
});

/** A day or a second of a query, some of its kind later; what is no date is left to be refused. */
function later(date: string, by: 1 | -1): string {
  const unitMillis = /^\d{4}-\d{2}-\d{2}$/.test(date) ? 86_400_000 : 1000;
  const moved = new Date(Date.parse(date) + by * unitMillis);
  if (Number.isNaN(moved.getTime())) return date;
  return unitMillis === 1000 ? moved.toISOString() : moved.toISOString().slice(0, 10);
}

/** The id of the payout that a cursor of this server stands behind. */
function followed(cursor: string | undefined): unknown {
  const position: unknown = cursor && JSON.parse(Buffer.from(cursor, 'base64url').toString());
  return typeof position === 'object' && position !== null && 'after' in position
    ? position.after
    : undefined;
}

const byReference = (matches: (reference: string, wanted: string) => boolean) =>
  page((state, { reference, ...query }) => {
    if (reference === undefined) return payoutRules.page(state, query);
    const payouts = state.payouts.filter(({ payout }) => matches(payout.reference ?? '', reference));
    return payoutRules.page({ ...state, payouts }, query);
  });

export const payoutFaults: readonly Fault[] = [
  {
    id: 'payouts-start-date-excluded',
    title: 'A report of a month lacks the payouts of its first day.',
    area: 'payout',
    breaks: ['PAYOUT-008', 'PAYOUT-016'],
    overrides: asked((query) => ({
      ...query,
      ...(query.startDate && { startDate: later(query.startDate, 1) }),
    })),
  },
  {
    id: 'payouts-start-date-ignored',
    title: 'A report of this month begins with the first payout ever made.',
    area: 'payout',
    breaks: ['PAYOUT-008', 'PAYOUT-016'],
    overrides: asked((query) => ({ ...query, ...(query.startDate && { startDate: '1970-01-01' }) })),
  },
  {
    id: 'payouts-end-date-excluded',
    title: 'A report of a month lacks the payouts of its last day.',
    area: 'payout',
    breaks: ['PAYOUT-009', 'PAYOUT-016'],
    overrides: asked((query) => ({
      ...query,
      ...(query.endDate && { endDate: later(query.endDate, -1) }),
    })),
  },
  {
    id: 'payouts-end-date-ignored',
    title: 'A report of last month changes with every payout of this month.',
    area: 'payout',
    breaks: ['PAYOUT-009', 'PAYOUT-016'],
    overrides: asked((query) => ({ ...query, ...(query.endDate && { endDate: '9999-12-31' }) })),
  },
  {
    id: 'payout-status-filter-ignored',
    title: 'Who asks for the payouts that failed gets all of them.',
    area: 'payout',
    breaks: ['PAYOUT-010'],
    overrides: asked(({ status: _, ...query }) => query),
  },
  {
    id: 'payout-status-filter-stale',
    title: 'Payouts are found by the state in which they were created.',
    area: 'payout',
    breaks: ['PAYOUT-010'],
    overrides: page((state, { status, ...query }) =>
      payoutRules.page(
        { ...state, payouts: status === undefined || status === 'initiated' ? state.payouts : [] },
        query,
      ),
    ),
  },
  {
    id: 'payout-reference-filter-matches-beginnings',
    title: 'Looking for the reference bonus-1 also finds bonus-10.',
    area: 'payout',
    breaks: ['PAYOUT-011'],
    overrides: byReference((reference, wanted) => reference.startsWith(wanted)),
  },
  {
    id: 'payout-reference-filter-ignored',
    title: 'A client that looks up its own payout finds those of everybody.',
    area: 'payout',
    breaks: ['PAYOUT-011'],
    overrides: byReference(() => true),
  },
  {
    id: 'payout-sort-ignored',
    title: 'Who asks for the newest payouts gets the oldest.',
    area: 'payout',
    breaks: ['PAYOUT-012'],
    overrides: asked(({ sort: _, ...query }) => query),
  },
  {
    id: 'payouts-sorted-within-the-page',
    title: 'The first page of the newest payouts holds the oldest ones, in reverse.',
    area: 'payout',
    breaks: ['PAYOUT-012'],
    overrides: page((state, { sort, ...query }) => {
      const { data, node } = payoutRules.page(state, query);
      return { data: sort === 'desc' ? data.toReversed() : data, node };
    }),
  },
  {
    id: 'payout-page-holds-one-more',
    title: 'A client that has room for ten payouts gets eleven.',
    area: 'payout',
    breaks: ['PAYOUT-013'],
    overrides: page((state, query) =>
      payoutRules.page(state, query.limit === undefined ? query : { ...query, limit: query.limit + 1 }),
    ),
  },
  {
    id: 'payout-cursor-skips-the-same-second',
    title: 'Payouts that were made in one second are listed up to the end of a page, and then no more.',
    area: 'payout',
    breaks: ['PAYOUT-014'],
    overrides: page((state, query) => {
      const { data, node } = payoutRules.page(state, query);
      const last = state.payouts.find(({ id }) => id === followed(query.cursor))?.payout;
      return {
        data: data.filter(({ createdTimestamp }) => createdTimestamp !== last?.createdTimestamp),
        node,
      };
    }),
  },
  {
    id: 'payout-cursor-repeats-the-last',
    title: 'Every page but the first begins with a payout that was listed before.',
    area: 'payout',
    breaks: ['PAYOUT-014'],
    overrides: page((state, query) => {
      const { data, node } = payoutRules.page(state, query);
      const last = state.payouts.find(({ id }) => id === followed(query.cursor))?.payout;
      return { data: last === undefined ? data : [last, ...data.slice(0, -1)], node };
    }),
  },
  {
    id: 'payout-cursor-forgets-the-filters',
    title: 'The second page of the payouts with one reference holds payouts with any.',
    area: 'payout',
    breaks: ['PAYOUT-014', 'PAYOUT-011', 'PAYOUT-010'],
    overrides: page((state, query) => {
      const { cursor, limit, sort } = query;
      if (cursor === undefined) return payoutRules.page(state, query);
      return payoutRules.page(state, { cursor, ...(limit && { limit }), ...(sort && { sort }) });
    }),
  },
  {
    id: 'payout-not-found-until-processed',
    title: 'A client that creates a payout and polls for it gives up, because it is not found.',
    area: 'payout',
    breaks: ['PAYOUT-017', 'ERR-007'],
    overrides: {
      answer: (answer, { id }) =>
        id === 'readPayout' &&
        typeof answer.body === 'object' &&
        answer.body !== null &&
        'status' in answer.body &&
        answer.body.status === 'initiated'
          ? { status: 404, body: notFound().body }
          : answer,
    },
  },
  {
    id: 'first-payout-read-for-any',
    title: 'Whichever payout is read, the first one of the business is shown.',
    area: 'payout',
    breaks: ['PAYOUT-017'],
    overrides: {
      async request(request, { store }) {
        if (request.operation !== 'readPayout') return request;
        const [first] = await store.transaction((transaction) =>
          transaction.list('payouts', { businessId: request.business.id }),
        );
        return first ? { ...request, path: { ...request.path, payoutId: first.id } } : request;
      },
    },
  },
  {
    id: 'disbursements-refused',
    title: 'A business cannot list the movements of its own money.',
    area: 'payout',
    breaks: ['PAYOUT-018', 'ERR-007'],
    overrides: {
      async request(request) {
        if (request.operation === 'listDisbursements') throw forbidden('Disbursements are not enabled');
        return request;
      },
    },
  },
];
