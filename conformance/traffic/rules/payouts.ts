/** Rules of a list of payouts: dates, and the form of an export. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isCsv, judgeCsv } from '../../judgements/csv.ts';
import { endsWith, type PayoutExpectation, startsWith } from '../../judgements/payout-days.ts';
import { itemsOf, succeeded } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { show } from '../../provider/response.ts';
import { type ExchangeRule, sole } from './rule.ts';

interface DateFilter {
  readonly name: 'startDate' | 'endDate';
  readonly requirement: RequirementId;
  readonly expect: (date: string, created: number) => PayoutExpectation;
  /** Days by which a moment is moved, so that the resulting day is a bound in every time zone. */
  readonly slack: number;
}

const dateFilters: readonly DateFilter[] = [
  { name: 'startDate', requirement: 'PAYOUT-008', expect: startsWith, slack: -1 },
  { name: 'endDate', requirement: 'PAYOUT-009', expect: endsWith, slack: 1 },
];

const isSeconds = (value: unknown): value is number =>
  Number.isInteger(value) && /^\d{10}$/.test(String(value));

/** The day that a filter names; a server may cut a moment to its day. */
function dayIn(text: string | undefined, slack: number): string | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const moment = Date.parse(text.replace(' ', '+'));
  if (Number.isNaN(moment)) return undefined;
  return text.length === 10 ? text : dateAfter(moment / 1_000, slack);
}

const dateRule = ({ name, requirement, expect, slack }: DateFilter): ExchangeRule => ({
  operation: 'listPayouts',
  covers: [requirement],
  judge: (judging, { answer, query }) => {
    const day = dayIn(sole(query, name), slack);
    if (day === undefined || answer.status !== 200) return;
    const times = itemsOf(answer).flatMap(({ createdTimestamp: at }) => (isSeconds(at) ? [at] : []));
    const outside = times.filter((time) => expect(day, time) === 'out');
    const expected = `only payouts of the days that ${name} ${day} selects`;
    judging.require(requirement, outside.length === 0, expected, `payouts created at ${show(outside)}`);
  },
});

/** The document does not show the name of the switch, so a CSV response means that the client requested it. */
const exported: ExchangeRule = {
  operation: 'listPayouts',
  covers: ['PAYOUT-015', 'LIMIT-004'],
  judge: (judging, { answer, query }) => {
    if (!succeeded(answer) || !isCsv(answer.headers['content-type'])) return;
    judgeCsv(judging, answer);
    const missing = dateFilters.filter(({ name }) => (query.get(name) ?? '') === '');
    if (missing.length === 0) return;
    const expected = 'an export without both dates rejected';
    const without = missing.map(({ name }) => name).join(' and ');
    judging.require('LIMIT-004', false, expected, `${answer.status} with CSV, without ${without}`);
  },
};

export const payoutRules: readonly ExchangeRule[] = [...dateFilters.map(dateRule), exported];
