import type { FaultOverrides } from '../../reference-server/fault.ts';
import { type PayoutQuery, payoutRules } from '../../reference-server/resources/payouts/rules.ts';
import { forbidden, notFound } from '../../reference-server/state/refusal.ts';
import { faultsOf } from './fault.ts';
import { readingTheFirst, refusing } from './request-tools.ts';
import {
  anotherId,
  bareList,
  fieldsOf,
  followed,
  inAnswers,
  instead,
  isoTime,
  milliseconds,
  onStatus,
  prefixed,
  remove,
  replacing,
  skippingOne,
  withoutCurrency,
} from './tools.ts';

const csv = (replacement: typeof payoutRules.csv): FaultOverrides =>
  replacing('payouts', { csv: replacement });

/** Understands the query as another one, in the pages and in the export. */
const asked = (otherwise: (query: PayoutQuery) => PayoutQuery): FaultOverrides =>
  replacing('payouts', {
    page: (state, query) => payoutRules.page(state, otherwise(query)),
    csv: (state, query) => payoutRules.csv(state, otherwise(query)),
  });

const page = (replacement: typeof payoutRules.page): FaultOverrides =>
  replacing('payouts', { page: replacement });

/** Loses a payout between two pages, as `skippingOne` in tools.ts does. */
const losing = (skips: (query: PayoutQuery) => boolean) =>
  page((state, query) => {
    const { data, node } = payoutRules.page(state, query);
    const all = state.payouts.map(({ payout }) => payout);
    return { data: skips(query) ? skippingOne(data, all, query.cursor) : data, node };
  });

/** A day of a query some days later, and a second of a query some seconds later; what is no date stays. */
function later(text: string, by: number): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const moved = new Date(Date.parse(text) + by * (isDay ? 86_400_000 : 1000));
  if (Number.isNaN(moved.getTime())) return text;
  return isDay ? moved.toISOString().slice(0, 10) : moved.toISOString();
}

/** Understands a date of the query as an earlier or later one. */
const dated = (name: 'startDate' | 'endDate', by: number) =>
  asked((query) => ({ ...query, ...(query[name] && { [name]: later(query[name], by) }) }));

const byReference = (matches: (reference: string, wanted: string) => boolean) =>
  page((state, { reference, ...query }) => {
    if (reference === undefined) return payoutRules.page(state, query);
    const payouts = state.payouts.filter(({ payout }) => matches(payout.reference ?? '', reference));
    return payoutRules.page({ ...state, payouts }, query);
  });

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

export const payoutFaults = faultsOf('payout', {
  'payout-beneficiary-id-with-prefix': {
    title: 'The beneficiaryId of a payout has a prefix, so a client does not find the beneficiary.',
    breaks: ['PAYOUT-002', 'CONV-001'],
    overrides: inAnswers('listPayouts', 'data.*.beneficiaryId', prefixed('ben')),
  },
  'payout-fee-without-currency': {
    title: 'The fee of a payout has no currency.',
    breaks: ['PAYOUT-003', 'CONV-006'],
    overrides: inAnswers('listPayouts', 'data.*.feeAmount', withoutCurrency),
  },
  'payout-source-amount-as-text': {
    title: 'A client that adds up payouts concatenates them.',
    breaks: ['PAYOUT-003', 'CONV-006'],
    overrides: inAnswers('listPayouts', 'data.*.sourceAmount.amount', String),
  },
  'payout-rate-as-number': {
    title: 'The rate of a payout is a number, which loses digits.',
    breaks: ['PAYOUT-004'],
    overrides: inAnswers('listPayouts', 'data.*.fxRate', Number),
  },
  'payout-initiated-shown-as-pending': {
    title: 'A payout has the undocumented status pending.',
    breaks: ['PAYOUT-005', 'PAYOUT-010'],
    overrides: inAnswers('listPayouts', 'data.*.status', instead('initiated', 'pending')),
  },
  'payout-succeeded-shown-as-completed': {
    title: 'A payout that succeeded is shown as completed.',
    breaks: ['PAYOUT-005', 'PAYOUT-010'],
    overrides: inAnswers('listPayouts', 'data.*.status', instead('succeeded', 'completed')),
  },
  'payout-creation-in-milliseconds': {
    title: 'The creation time of a payout is in milliseconds, which reads as the year 58000.',
    breaks: ['PAYOUT-006', 'CONV-003'],
    overrides: inAnswers('listPayouts', 'data.*.createdTimestamp', milliseconds),
  },
  'payout-update-as-text': {
    title: 'The update time of a payout is text instead of a timestamp.',
    breaks: ['PAYOUT-006', 'CONV-003'],
    overrides: inAnswers('listPayouts', 'data.*.lastUpdatedTimestamp', isoTime),
  },
  'payout-creation-in-local-time': {
    title: 'The creation time of a payout is two hours ahead, as local time east of Greenwich.',
    breaks: ['CONV-015', 'PAYOUT-008', 'PAYOUT-009'],
    overrides: inAnswers('listPayouts', 'data.*.createdTimestamp', (seconds) => Number(seconds) + 7_200),
  },
  'payouts-without-node': {
    title: 'A client cannot get beyond the first page of payouts.',
    breaks: ['PAYOUT-007', 'CONV-011'],
    overrides: inAnswers('listPayouts', 'node', remove),
  },
  'payouts-as-bare-list': {
    title: 'A client that reads data finds no payouts.',
    breaks: ['PAYOUT-007', 'CONV-011'],
    overrides: inAnswers('listPayouts', '', bareList),
  },
  'payouts-start-date-excluded': {
    title: 'A report of a month lacks the payouts of its first day.',
    breaks: ['PAYOUT-008', 'PAYOUT-016'],
    within: 'payouts created on or after startDate',
    overrides: dated('startDate', 1),
  },
  'payouts-start-date-ignored': {
    title: 'The startDate is ignored: a report of this month contains all earlier payouts.',
    breaks: ['PAYOUT-008', 'PAYOUT-016'],
    overrides: asked((query) => ({ ...query, ...(query.startDate && { startDate: '1970-01-01' }) })),
  },
  'payouts-end-date-excluded': {
    title: 'A report of a month lacks the payouts of its last day.',
    breaks: ['PAYOUT-009', 'PAYOUT-016'],
    within: 'payouts created on or before endDate',
    overrides: dated('endDate', -1),
  },
  'payouts-end-date-ignored': {
    title: 'The endDate is ignored: a report of last month contains the payouts of this month.',
    breaks: ['PAYOUT-009', 'PAYOUT-016'],
    overrides: asked((query) => ({ ...query, ...(query.endDate && { endDate: '9999-12-31' }) })),
  },
  'payout-status-filter-ignored': {
    title: 'The status filter of payouts is ignored.',
    breaks: ['PAYOUT-010'],
    overrides: asked(({ status: _, ...query }) => query),
  },
  'payout-status-filter-stale': {
    title: 'The status filter of payouts compares the status at their creation.',
    breaks: ['PAYOUT-010'],
    subtle: ['stale-data'],
    overrides: page((state, { status, ...query }) =>
      payoutRules.page(
        { ...state, payouts: status === undefined || status === 'initiated' ? state.payouts : [] },
        query,
      ),
    ),
  },
  'payout-reference-filter-matches-beginnings': {
    title: 'Searching for the reference bonus-1 also returns bonus-10.',
    breaks: ['PAYOUT-011'],
    overrides: byReference((reference, wanted) => reference.startsWith(wanted)),
  },
  'payout-reference-filter-ignored': {
    title: 'The reference filter of payouts is ignored.',
    breaks: ['PAYOUT-011'],
    overrides: byReference(() => true),
  },
  'payout-sort-ignored': {
    title: 'The sort order of payouts is ignored.',
    breaks: ['PAYOUT-012'],
    overrides: asked(({ sort: _, ...query }) => query),
  },
  'payouts-sorted-within-the-page': {
    title: 'Payouts are sorted only within a page: the first page of the newest contains the oldest ones.',
    breaks: ['PAYOUT-012'],
    subtle: ['cursor'],
    overrides: page((state, { sort, ...query }) => {
      const { data, node } = payoutRules.page(state, query);
      return { data: sort === 'desc' ? data.toReversed() : data, node };
    }),
  },
  'payout-page-holds-one-more': {
    title: 'A client that requests ten payouts gets eleven.',
    breaks: ['PAYOUT-013'],
    beyond: 'maximum results of the payouts',
    overrides: page((state, query) =>
      payoutRules.page(state, query.limit === undefined ? query : { ...query, limit: query.limit + 1 }),
    ),
  },
  'payout-cursor-skips-the-same-second': {
    title: 'If several payouts were created in the same second, those after the end of a page are missing.',
    breaks: ['PAYOUT-014'],
    subtle: ['cursor'],
    overrides: page((state, query) => {
      const { data, node } = payoutRules.page(state, query);
      const last = state.payouts.find(({ id }) => id === followed(query.cursor))?.payout;
      return {
        data: data.filter(({ createdTimestamp }) => createdTimestamp !== last?.createdTimestamp),
        node,
      };
    }),
  },
  'payout-cursor-repeats-the-last': {
    title: 'Every page but the first begins with a payout that was listed before.',
    breaks: ['PAYOUT-014'],
    subtle: ['cursor'],
    overrides: page((state, query) => {
      const { data, node } = payoutRules.page(state, query);
      const last = state.payouts.find(({ id }) => id === followed(query.cursor))?.payout;
      return { data: last === undefined ? data : [last, ...data.slice(0, -1)], node };
    }),
  },
  'payout-cursor-forgets-the-filters': {
    title: 'The second page of filtered payouts ignores the filter.',
    breaks: ['PAYOUT-014', 'PAYOUT-011', 'PAYOUT-010'],
    subtle: ['coincidence', 'cursor'],
    overrides: page((state, query) => {
      const { cursor, limit, sort } = query;
      if (cursor === undefined) return payoutRules.page(state, query);
      return payoutRules.page(state, { cursor, ...(limit && { limit }), ...(sort && { sort }) });
    }),
  },
  'payout-not-found-until-processed': {
    title: 'A new payout cannot be read until it is processed.',
    breaks: ['PAYOUT-017', 'ERR-007'],
    overrides: onStatus(
      200,
      (answer) =>
        fieldsOf(answer.body).status === 'initiated' ? { status: 404, body: notFound().body } : answer,
      ['readPayout'],
    ),
  },
  'first-payout-read-for-any': {
    title: 'Reading any payout returns the first one of the business.',
    breaks: ['PAYOUT-017'],
    subtle: ['wrong-id'],
    overrides: readingTheFirst('readPayout', 'payouts', 'payoutId'),
  },
  'disbursements-refused': {
    title: 'A business cannot list the movements of its own money.',
    breaks: ['PAYOUT-018', 'ERR-007'],
    overrides: refusing(forbidden('Disbursements are not enabled'), 'listDisbursements'),
  },
  'payout-export-as-json': {
    title: 'A request for CSV returns JSON.',
    breaks: ['PAYOUT-015'],
    overrides: {
      async request(request) {
        if (request.operation !== 'listPayouts') return request;
        const { format: _, ...query } = request.query;
        return { ...request, query };
      },
    },
  },
  'payout-export-labelled-as-json': {
    title: 'A CSV export has the content type of JSON.',
    breaks: ['PAYOUT-015'],
    overrides: {
      answer: (answer) =>
        answer.text ? { ...answer, text: { ...answer.text, contentType: 'application/json' } } : answer,
    },
  },
  'payout-export-holds-one-page': {
    title: 'A CSV export contains only the first page.',
    breaks: ['PAYOUT-016'],
    overrides: csv((state, query) => {
      const shown = new Set(payoutRules.page(state, query).data.map(({ id }) => id));
      return payoutRules.csv({ ...state, payouts: state.payouts.filter(({ id }) => shown.has(id)) }, query);
    }),
  },
  'payout-export-loses-the-last-row': {
    title: 'A CSV export lacks the last payout.',
    breaks: ['PAYOUT-016'],
    overrides: csv((state, query) => {
      const [header = '', ...rows] = payoutRules.csv(state, query).trimEnd().split('\n');
      return `${[header, ...rows.slice(0, -1)].join('\n')}\n`;
    }),
  },
  'payout-export-without-end-date': {
    title: 'A CSV export without endDate is accepted.',
    breaks: ['LIMIT-004'],
    overrides: csv((state, query) => payoutRules.csv(state, { endDate: '9999-12-31', ...query })),
  },
  'payout-export-without-start-date': {
    title: 'A CSV export without startDate is accepted.',
    breaks: ['LIMIT-004'],
    overrides: csv((state, query) => payoutRules.csv(state, { startDate: '1970-01-01', ...query })),
  },
  'payout-read-under-another-id': {
    title: 'Reading a payout returns another id than the requested one.',
    breaks: ['PAYOUT-017'],
    subtle: ['wrong-id'],
    overrides: inAnswers('readPayout', 'id', anotherId),
  },
  'payout-cursor-skips-one-of-the-same-second': {
    title: 'If several payouts were created in the same second, one is missing where a page ends.',
    breaks: ['PAYOUT-014'],
    subtle: ['cursor'],
    overrides: losing(() => true),
  },
  'newest-payouts-skip-one-of-the-same-second': {
    title: 'With the newest payouts first, one of the same second is missing where a page ends.',
    breaks: ['PAYOUT-014', 'PAYOUT-012'],
    subtle: ['cursor'],
    overrides: losing(({ sort }) => sort === 'desc'),
  },
  'payouts-start-date-includes-the-day-before': {
    title: 'A report of a month begins with the payouts of the last day of the month before.',
    breaks: ['PAYOUT-008', 'PAYOUT-016'],
    beyond: 'payouts created on or after startDate',
    overrides: dated('startDate', -1),
  },
  'payouts-end-date-includes-the-day-after': {
    title: 'A report of a month ends with the payouts of the first day of the month after.',
    breaks: ['PAYOUT-009', 'PAYOUT-016'],
    beyond: 'payouts created on or before endDate',
    overrides: dated('endDate', 1),
  },
  'payout-reference-beyond-ascii-not-found': {
    title: 'Searching for a reference with accents returns nothing.',
    breaks: ['PAYOUT-011'],
    subtle: ['non-ascii'],
    overrides: page((state, query) =>
      payoutRules.page(isAscii(query.reference ?? '') ? state : { ...state, payouts: [] }, query),
    ),
  },
  'payout-export-drops-rows-beyond-ascii': {
    title: 'An export lacks the payouts whose reference has an accent.',
    breaks: ['PAYOUT-016'],
    subtle: ['non-ascii'],
    overrides: csv((state, query) => {
      const payouts = state.payouts.filter(({ payout }) => isAscii(payout.reference ?? ''));
      return payoutRules.csv({ ...state, payouts }, query);
    }),
  },
  'payouts-of-a-status-not-sorted': {
    title: 'The sort order is ignored when payouts are filtered by status.',
    breaks: ['PAYOUT-012'],
    subtle: ['coincidence'],
    overrides: asked(({ sort, ...query }) =>
      query.status === undefined && sort ? { ...query, sort } : query,
    ),
  },
  'start-date-forgotten-beside-a-status': {
    title: 'The startDate is ignored when payouts are filtered by status.',
    breaks: ['PAYOUT-008'],
    subtle: ['coincidence'],
    overrides: asked(({ startDate, ...query }) =>
      query.status === undefined && startDate !== undefined ? { ...query, startDate } : query,
    ),
  },
  'reference-forgotten-beside-an-end-date': {
    title: 'The reference filter is ignored when endDate is given.',
    breaks: ['PAYOUT-011'],
    subtle: ['coincidence'],
    overrides: asked(({ reference, ...query }) =>
      query.endDate === undefined && reference !== undefined ? { ...query, reference } : query,
    ),
  },
  'status-filter-forgotten-beside-a-reference': {
    title: 'The status filter is ignored when a reference is given.',
    breaks: ['PAYOUT-010'],
    subtle: ['coincidence'],
    overrides: page((state, { status, ...query }) =>
      payoutRules.page(state, {
        ...query,
        ...(status !== undefined && query.reference === undefined && { status }),
      }),
    ),
  },
});
