import { type PayoutQuery, payoutRules } from '../resources/payouts/rules.ts';
import { forbidden, notFound } from '../state/refusal.ts';
import { type FaultOverrides, faultsOf } from './fault.ts';
import { readingTheFirst, refusing } from './request-tools.ts';
import {
  anotherId,
  bareList,
  fieldsOf,
  followed,
  inAnswers,
  inObjects,
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
    title: 'A client that looks up who is paid does not find them.',
    breaks: ['PAYOUT-002', 'CONV-001'],
    overrides: inAnswers('listPayouts', 'data.*.beneficiaryId', prefixed('ben')),
  },
  'payout-without-reference-shows-null': {
    title: 'A client that reads references as text crashes at the first payout without one.',
    breaks: ['PAYOUT-002'],
    overrides: inObjects('listPayouts', 'data.*', (payout) => ({ reference: null, ...payout })),
  },
  'payout-fee-without-currency': {
    title: 'Nobody knows what the fee of a payout is counted in.',
    breaks: ['PAYOUT-003', 'CONV-006'],
    overrides: inAnswers('listPayouts', 'data.*.feeAmount', withoutCurrency),
  },
  'payout-source-amount-as-text': {
    title: 'A client that adds up payouts concatenates them.',
    breaks: ['PAYOUT-003', 'CONV-006'],
    overrides: inAnswers('listPayouts', 'data.*.sourceAmount.amount', String),
  },
  'payout-rate-as-number': {
    title: 'The rate of a payout loses its digits on the way.',
    breaks: ['PAYOUT-004'],
    overrides: inAnswers('listPayouts', 'data.*.fxRate', Number),
  },
  'payout-initiated-shown-as-pending': {
    title: 'A client that knows four states of a payout sees a fifth.',
    breaks: ['PAYOUT-005', 'PAYOUT-010'],
    overrides: inAnswers('listPayouts', 'data.*.status', instead('initiated', 'pending')),
  },
  'payout-succeeded-shown-as-completed': {
    title: 'A client that waits for succeeded waits for ever.',
    breaks: ['PAYOUT-005', 'PAYOUT-010'],
    overrides: inAnswers('listPayouts', 'data.*.status', instead('succeeded', 'completed')),
  },
  'payout-creation-in-milliseconds': {
    title: 'A payout of today was made in the year 58000.',
    breaks: ['PAYOUT-006', 'CONV-003'],
    overrides: inAnswers('listPayouts', 'data.*.createdTimestamp', milliseconds),
  },
  'payout-update-as-text': {
    title: 'A client that reads seconds gets a date in words.',
    breaks: ['PAYOUT-006', 'CONV-003'],
    overrides: inAnswers('listPayouts', 'data.*.lastUpdatedTimestamp', isoTime),
  },
  'payout-creation-in-local-time': {
    title: 'A payout is shown two hours later than it was made: the time of a place east of Greenwich.',
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
    title: 'A report of this month begins with the first payout ever made.',
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
    title: 'A report of last month changes with every payout of this month.',
    breaks: ['PAYOUT-009', 'PAYOUT-016'],
    overrides: asked((query) => ({ ...query, ...(query.endDate && { endDate: '9999-12-31' }) })),
  },
  'payout-status-filter-ignored': {
    title: 'Who asks for the payouts that failed gets all of them.',
    breaks: ['PAYOUT-010'],
    overrides: asked(({ status: _, ...query }) => query),
  },
  'payout-status-filter-stale': {
    title: 'Payouts are found by the state in which they were created.',
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
    title: 'Looking for the reference bonus-1 also finds bonus-10.',
    breaks: ['PAYOUT-011'],
    overrides: byReference((reference, wanted) => reference.startsWith(wanted)),
  },
  'payout-reference-filter-ignored': {
    title: 'A client that looks up its own payout finds those of everybody.',
    breaks: ['PAYOUT-011'],
    overrides: byReference(() => true),
  },
  'payout-sort-ignored': {
    title: 'Who asks for the newest payouts gets the oldest.',
    breaks: ['PAYOUT-012'],
    overrides: asked(({ sort: _, ...query }) => query),
  },
  'payouts-sorted-within-the-page': {
    title: 'The first page of the newest payouts holds the oldest ones, in reverse.',
    breaks: ['PAYOUT-012'],
    subtle: ['cursor'],
    overrides: page((state, { sort, ...query }) => {
      const { data, node } = payoutRules.page(state, query);
      return { data: sort === 'desc' ? data.toReversed() : data, node };
    }),
  },
  'payout-page-holds-one-more': {
    title: 'A client that has room for ten payouts gets eleven.',
    breaks: ['PAYOUT-013'],
    beyond: 'maximum results of the payouts',
    overrides: page((state, query) =>
      payoutRules.page(state, query.limit === undefined ? query : { ...query, limit: query.limit + 1 }),
    ),
  },
  'payout-cursor-skips-the-same-second': {
    title: 'Payouts that were made in one second are listed up to the end of a page, and then no more.',
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
    title: 'The second page of the payouts with one reference holds payouts with any.',
    breaks: ['PAYOUT-014', 'PAYOUT-011', 'PAYOUT-010'],
    subtle: ['coincidence', 'cursor'],
    overrides: page((state, query) => {
      const { cursor, limit, sort } = query;
      if (cursor === undefined) return payoutRules.page(state, query);
      return payoutRules.page(state, { cursor, ...(limit && { limit }), ...(sort && { sort }) });
    }),
  },
  'payout-not-found-until-processed': {
    title: 'A client that creates a payout and polls for it gives up, because it is not found.',
    breaks: ['PAYOUT-017', 'ERR-007'],
    overrides: onStatus(
      200,
      (answer) =>
        fieldsOf(answer.body).status === 'initiated' ? { status: 404, body: notFound().body } : answer,
      ['readPayout'],
    ),
  },
  'first-payout-read-for-any': {
    title: 'Whichever payout is read, the first one of the business is shown.',
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
    title: 'Who asks for CSV gets JSON, which no spreadsheet opens.',
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
    title: 'A client that goes by the type of an answer takes CSV for broken JSON.',
    breaks: ['PAYOUT-015'],
    overrides: {
      answer: (answer) =>
        answer.text ? { ...answer, text: { ...answer.text, contentType: 'application/json' } } : answer,
    },
  },
  'payout-export-holds-one-page': {
    title: 'An accountant exports a year and gets its first page.',
    breaks: ['PAYOUT-016'],
    overrides: csv((state, query) => {
      const shown = new Set(payoutRules.page(state, query).data.map(({ id }) => id));
      return payoutRules.csv({ ...state, payouts: state.payouts.filter(({ id }) => shown.has(id)) }, query);
    }),
  },
  'payout-export-loses-the-last-row': {
    title: 'An accountant never finds the last payout of an export.',
    breaks: ['PAYOUT-016'],
    overrides: csv((state, query) => {
      const [header = '', ...rows] = payoutRules.csv(state, query).trimEnd().split('\n');
      return `${[header, ...rows.slice(0, -1)].join('\n')}\n`;
    }),
  },
  'payout-export-without-end-date': {
    title: 'An export that was forgotten to be limited holds whatever there is up to now.',
    breaks: ['LIMIT-004'],
    overrides: csv((state, query) => payoutRules.csv(state, { endDate: '9999-12-31', ...query })),
  },
  'payout-export-without-start-date': {
    title: 'An export without a start date holds everything that was ever paid.',
    breaks: ['LIMIT-004'],
    overrides: csv((state, query) => payoutRules.csv(state, { startDate: '1970-01-01', ...query })),
  },
  'payout-read-under-another-id': {
    title: 'A client that files payouts by their id files what it reads under one that nobody has.',
    breaks: ['PAYOUT-017'],
    subtle: ['wrong-id'],
    overrides: inAnswers('readPayout', 'id', anotherId),
  },
  'payout-cursor-skips-one-of-the-same-second': {
    title: 'Of payouts that were made in one second, one is lost wherever a page ends.',
    breaks: ['PAYOUT-014'],
    subtle: ['cursor'],
    overrides: losing(() => true),
  },
  'newest-payouts-skip-one-of-the-same-second': {
    title: 'Who goes through the newest payouts first misses one wherever a page ends within a second.',
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
    title: 'A client that names its payouts with accents never finds them again.',
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
    title: 'Who asks for the newest of the payouts that have arrived gets the oldest of them.',
    breaks: ['PAYOUT-012'],
    subtle: ['coincidence'],
    overrides: asked(({ sort, ...query }) =>
      query.status === undefined && sort ? { ...query, sort } : query,
    ),
  },
  'start-date-forgotten-beside-a-status': {
    title: 'Who asks for what has failed since yesterday gets what has ever failed.',
    breaks: ['PAYOUT-008'],
    subtle: ['coincidence'],
    overrides: asked(({ startDate, ...query }) =>
      query.status === undefined && startDate !== undefined ? { ...query, startDate } : query,
    ),
  },
  'reference-forgotten-beside-an-end-date': {
    title: 'Who asks for the payouts of a bonus until yesterday gets all of that time.',
    breaks: ['PAYOUT-011'],
    subtle: ['coincidence'],
    overrides: asked(({ reference, ...query }) =>
      query.endDate === undefined && reference !== undefined ? { ...query, reference } : query,
    ),
  },
  'status-filter-forgotten-beside-a-reference': {
    title: 'Who asks for the failed payouts with a reference gets those that have arrived as well.',
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
