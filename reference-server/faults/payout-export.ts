import { payoutRules } from '../resources/payouts/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';

const csv = (replacement: typeof payoutRules.csv): FaultOverrides => ({
  rules: { payouts: { csv: replacement } },
});

export const payoutExportFaults: readonly Fault[] = [
  {
    id: 'payout-export-as-json',
    title: 'Who asks for CSV gets JSON, which no spreadsheet opens.',
    area: 'payout',
    breaks: ['PAYOUT-015'],
    overrides: {
      async request(request) {
        if (request.operation !== 'listPayouts') return request;
        const { format: _, ...query } = request.query;
        return { ...request, query };
      },
    },
  },
  {
    id: 'payout-export-labelled-as-json',
    title: 'A client that goes by the type of an answer takes CSV for broken JSON.',
    area: 'payout',
    breaks: ['PAYOUT-015'],
    overrides: {
      answer: (answer) =>
        answer.text ? { ...answer, text: { ...answer.text, contentType: 'application/json' } } : answer,
    },
  },
  {
    id: 'payout-export-holds-one-page',
    title: 'An accountant exports a year and gets its first page.',
    area: 'payout',
    breaks: ['PAYOUT-016'],
    overrides: csv((state, query) => {
      const shown = new Set(payoutRules.page(state, query).data.map(({ id }) => id));
      return payoutRules.csv({ ...state, payouts: state.payouts.filter(({ id }) => shown.has(id)) }, query);
    }),
  },
  {
    id: 'payout-export-loses-the-last-row',
    title: 'An accountant never finds the last payout of an export.',
    area: 'payout',
    breaks: ['PAYOUT-016'],
    overrides: csv((state, query) => {
      const [header = '', ...rows] = payoutRules.csv(state, query).trimEnd().split('\n');
      return `${[header, ...rows.slice(0, -1)].join('\n')}\n`;
    }),
  },
  {
    id: 'payout-export-without-end-date',
    title: 'An export that was forgotten to be limited holds whatever there is up to now.',
    area: 'payout',
    breaks: ['LIMIT-004'],
    overrides: csv((state, query) => payoutRules.csv(state, { endDate: '9999-12-31', ...query })),
  },
  {
    id: 'payout-export-without-start-date',
    title: 'An export without a start date holds everything that was ever paid.',
    area: 'payout',
    breaks: ['LIMIT-004'],
    overrides: csv((state, query) => payoutRules.csv(state, { startDate: '1970-01-01', ...query })),
  },
];
