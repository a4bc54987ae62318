/** Filters of payouts two at a time, and sorted, over pages and back. Section "Beneficiaries and payouts". */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { endsWith, type PayoutExpectation, startsWith } from '../../judgements/payout-days.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example } from '../../provider/check.ts';
import { type CursorPage, type Query, walkPages } from '../../provider/cursor.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { isAlone } from '../../provider/tenant.ts';
import type { Payout } from './actions.ts';
import { makePayouts, type PlannedPayout, requireSame } from './cases.ts';

/** Five payouts on three days. For each filter, one value keeps at least two of them and removes others. */
const plan: readonly PlannedPayout[] = [
  { days: 0, hour: 4, fate: 'settle' },
  { days: 0, hour: 4, fate: 'fail' },
  { days: 3, hour: 16, fate: 'settle' },
  { days: 0, hour: 16 },
  { days: 3, hour: 16, fate: 'settle' },
];

interface Filter {
  readonly requirement: RequirementId;
  readonly query: Query;
  readonly expect: (payout: Payout) => PayoutExpectation;
}

/** Filters with the values of one payout, and the payouts that each keeps. */
function filtersFor({ status, reference = '', createdTimestamp }: Payout) {
  const date = dateAfter(createdTimestamp, 0);
  const exactly = (holds: boolean): PayoutExpectation => (holds ? 'in' : 'out');
  return {
    status: {
      requirement: 'PAYOUT-010',
      query: { status },
      expect: (payout) => exactly(payout.status === status),
    },
    reference: {
      requirement: 'PAYOUT-011',
      query: { reference },
      expect: (payout) => exactly(payout.reference === reference),
    },
    startDate: {
      requirement: 'PAYOUT-008',
      query: { startDate: date },
      expect: (payout) => startsWith(date, payout.createdTimestamp),
    },
    endDate: {
      requirement: 'PAYOUT-009',
      query: { endDate: date },
      expect: (payout) => endsWith(date, payout.createdTimestamp),
    },
  } as const satisfies Record<string, Filter>;
}

const sorts = ['asc', 'desc'] as const;

/** Evaluates the order of the payouts, on each page and on all pages together. */
function requireOrder(
  scenario: Scenario,
  sort: (typeof sorts)[number],
  pages: readonly (readonly Payout[])[],
): void {
  const times = pages.map((data) => data.map(({ createdTimestamp }) => createdTimestamp));
  const all = times.flat();
  const ordered = all.toSorted((a, b) => (sort === 'asc' ? a - b : b - a));
  const expected = `the ${sort === 'asc' ? 'oldest' : 'newest'} first`;
  scenario.require('PAYOUT-012', String(all) === String(ordered), expected, `created at ${show(times)}`);
}

/** Reads all pages of a query, and the same pages back from the last. */
async function walk(scenario: Scenario, caller: Caller, query: Query) {
  const pages = await walkPages<Payout>(scenario, 'listPayouts', caller, query, { towards: 'next' });
  const last = pages.at(-1);
  const back: readonly CursorPage<Payout>[] =
    typeof last?.previous === 'string'
      ? await walkPages<Payout>(scenario, 'listPayouts', caller, query, {
          towards: 'previous',
          from: last.previous,
        })
      : [];
  const there = pages.map(({ data }) => data);
  return { there, back: [...back.map(({ data }) => data).toReversed(), ...there.slice(-1)] };
}

export const combinedQueries: Check = example({
  id: 'payouts.combined-queries',
  title:
    'Two combined filters return only payouts that match both, in the requested order, on pages in both directions',
  covers: ['PAYOUT-008', 'PAYOUT-009', 'PAYOUT-010', 'PAYOUT-011', 'PAYOUT-012', 'CONV-012'],
  needs: ['platform-token', 'create-payout', 'payout-parameters', 'cursor-parameters', 'clock'],
  run: async (scenario) => {
    const { tenant, caller } = await makePayouts(scenario, plan);
    if (!isAlone(tenant)) throw new CaseEnded('The business is shared, so others may add payouts to it.');
    const list = async () => (await walk(scenario, caller, {})).there.flat();
    const payouts = await list();
    const pivot = payouts.find(({ status }) => payouts.filter((other) => other.status === status).length > 1);
    const middle = payouts.toSorted((a, b) => a.createdTimestamp - b.createdTimestamp)[2];
    if (pivot === undefined || middle === undefined)
      throw new CaseEnded('No two of the payouts have the same status.');
    const { status } = filtersFor(pivot);
    const { reference, startDate, endDate } = filtersFor(middle);
    const pairs: readonly (readonly [Filter, Filter])[] = [
      [status, startDate],
      [status, endDate],
      [reference, startDate],
      [reference, endDate],
    ];
    for (const [index, [first, second]] of pairs.entries()) {
      const sort = sorts[index % 2] ?? 'asc';
      const query = { ...first.query, ...second.query, sort, limit: 1 };
      scenario.independentStep(`list the payouts with ${show(query)}: all pages forwards, then backwards`);
      const { there, back } = await walk(scenario, caller, query);
      const after = new Map((await list()).map((payout) => [payout.id, payout.status]));
      // A payout that changes meanwhile may match the filter or not.
      const still = payouts.filter((payout) => after.get(payout.id) === payout.status);
      const filtered = { mine: there.flat(), complete: still.length === payouts.length };
      for (const [one, other] of [[first, second] as const, [second, first] as const]) {
        requireSame(scenario, one.requirement, still, filtered, (payout) =>
          other.expect(payout) === 'in'
            ? one.expect(payout)
            : one.expect(payout) === 'out'
              ? 'out'
              : 'either',
        );
      }
      requireOrder(scenario, sort, there);
      if (!filtered.complete || there.length < 2) continue;
      const idsOf = (pages: readonly (readonly Payout[])[]) => pages.flat().map(({ id }) => id);
      const [forth, again] = [idsOf(there).toSorted(), idsOf(back).toSorted()];
      const expected = `the same ${forth.length} payouts on the way back`;
      scenario.require('CONV-012', String(again) === String(forth), expected, show(again));
      requireOrder(scenario, sort, back);
    }
  },
});
