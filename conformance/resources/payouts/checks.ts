/** Sections "Payout" and "Beneficiaries and payouts" of the interface document. */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { rejection } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import { judgeCsv } from '../../judgements/csv.ts';
import { endsWith, startsWith } from '../../judgements/payout-days.ts';
import { requireUnixSeconds } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { type Query, readCursorPage } from '../../provider/cursor.ts';
import { describe, show } from '../../provider/response.ts';
import { isAlone, openTenant } from '../../provider/tenant.ts';
import { createBeneficiary } from '../beneficiaries/actions.ts';
import { createPayout, fund, type Payout } from './actions.ts';
import { makePayouts, payoutPlan, requireSame } from './cases.ts';
import { exportElsewhere, requireReferences } from './exports.ts';
import {
  adjoining,
  apart,
  exactly,
  filterByBoth,
  inOrder,
  listedPayouts,
  payOutIfTaken,
  statuses,
} from './filters.ts';

export const payoutChecks: readonly Check[] = [
  property({
    id: 'payouts.read',
    title: 'A created payout is listed in its documented shape and can be read by its id',
    covers: [
      'PAYOUT-001',
      'PAYOUT-002',
      'PAYOUT-003',
      'PAYOUT-004',
      'PAYOUT-005',
      'PAYOUT-006',
      'PAYOUT-007',
      'PAYOUT-017',
      'CONV-011',
      'CONV-015',
    ],
    needs: ['create-payout'],
    examples: [
      { amount: 1_000, reference: 'March bonus', quoteId: 'd1a7c3e9-6f20-4b58-8e3d-4c9b0a5f7e12' },
      { amount: 1_000, reference: undefined, quoteId: undefined },
    ],
    arbitrary: () =>
      fc.record({
        amount: fc.integer({ min: 1, max: 5_000_000 }),
        reference: fc.constantFrom(undefined, 'March bonus', 'Prämie März', '三月の賞与', '#1/2 & more'),
        quoteId: fc.option(fc.uuid({ version: 4 }), { nil: undefined }),
      }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, { amount, reference, quoteId }) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      await fund(scenario, tenant);
      const beneficiaryId = await createBeneficiary(scenario, caller);
      const other = await createPayout(scenario, caller, { beneficiaryId, reference: 'February bonus' });
      scenario.step(`create a payout of ${amount}${reference === undefined ? ' without a reference' : ''}`);
      const id = await createPayout(scenario, caller, {
        beneficiaryId,
        amount,
        ...(reference !== undefined && { reference }),
        ...(quoteId !== undefined && { quoteId }),
      });
      scenario.step('list the payouts');
      const { mine, complete } = await listedPayouts(scenario, caller, [id]);
      const [listed] = mine;
      if (listed !== undefined || complete) {
        const expected = `the payout ${id} to ${beneficiaryId}`;
        const actual = listed === undefined ? 'no such payout' : show(listed);
        scenario.require('PAYOUT-001', listed?.beneficiaryId === beneficiaryId, expected, actual);
      }
      if (listed !== undefined) {
        const { createdTimestamp, lastUpdatedTimestamp } = listed;
        requireUnixSeconds(scenario, 'PAYOUT-006', 'createdTimestamp', createdTimestamp);
        requireUnixSeconds(scenario, 'PAYOUT-006', 'lastUpdatedTimestamp', lastUpdatedTimestamp);
      }
      scenario.step('read the payout and the previous payout');
      for (const payoutId of [id, other]) {
        const { status, json, text } = await scenario.readOne('readPayout', caller, { path: { payoutId } });
        // The shape is not shown; if there is an id, it is that of the payout.
        const { id: readId = payoutId } = (json ?? {}) as { readonly id?: unknown };
        const holds = isSuccess(status) && readId === payoutId;
        const expected = `a success status, and the payout ${payoutId}`;
        scenario.require('PAYOUT-017', holds, expected, describe({ status, text, json }));
      }
    },
  }),
  property({
    id: 'payouts.dates',
    title: 'startDate and endDate return only the payouts of the requested days',
    covers: ['PAYOUT-008', 'PAYOUT-009'],
    needs: ['create-payout'],
    examples: [
      { plan: apart, of: 1, from: 0, to: 0 },
      { plan: apart, of: 0, from: -1, to: 0 },
      { plan: adjoining, of: 1, from: 0, to: -1 },
    ],
    arbitrary: () =>
      fc.record({
        plan: payoutPlan,
        of: fc.nat({ max: 3 }),
        from: fc.integer({ min: -3, max: 3 }),
        to: fc.integer({ min: -3, max: 3 }),
      }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 2),
    run: async (scenario, { plan, of, from, to }) => {
      const { caller, created } = await makePayouts(scenario, plan);
      const { mine } = await listedPayouts(scenario, caller, created);
      const time = mine.find(({ id }) => id === created[of % created.length])?.createdTimestamp;
      if (typeof time !== 'number') throw new CaseEnded('No created payout is listed with its time.');
      const [startDate, endDate] = [dateAfter(time, from), dateAfter(time, to)];
      scenario.independentStep(`list the payouts from ${startDate} on`);
      const since = await listedPayouts(scenario, caller, created, { startDate });
      requireSame(scenario, 'PAYOUT-008', mine, since, ({ createdTimestamp }) =>
        startsWith(startDate, createdTimestamp),
      );
      scenario.independentStep(`list the payouts until ${endDate}`);
      const until = await listedPayouts(scenario, caller, created, { endDate });
      requireSame(scenario, 'PAYOUT-009', mine, until, ({ createdTimestamp }) =>
        endsWith(endDate, createdTimestamp),
      );
      if (startDate > endDate || !since.complete || !until.complete) return;
      scenario.independentStep(`list the payouts from ${startDate} until ${endDate}`);
      const within = await listedPayouts(scenario, caller, created, { startDate, endDate });
      // Together, the two filters leave only days that both allow.
      const isSince = ({ id }: Payout) => since.mine.some((payout) => payout.id === id);
      const isUntil = ({ id }: Payout) => until.mine.some((payout) => payout.id === id);
      requireSame(scenario, 'PAYOUT-008', mine, within, (payout) =>
        isUntil(payout) ? exactly(isSince(payout)) : 'either',
      );
      requireSame(scenario, 'PAYOUT-009', mine, within, (payout) =>
        isSince(payout) ? exactly(isUntil(payout)) : 'either',
      );
    },
  }),
  property({
    id: 'payouts.filters',
    title: 'The status and reference filters return only matching payouts, in the requested order',
    covers: ['PAYOUT-010', 'PAYOUT-011', 'PAYOUT-012', 'PAYOUT-013'],
    needs: ['create-payout', 'payout-parameters'],
    examples: [
      {
        plan: [
          { days: 0, hour: 4, fate: 'fail' },
          { days: 0, hour: 4, fate: 'settle' },
          { days: 1, hour: 4 },
        ],
        limit: 2,
      },
      {
        plan: [
          { days: 0, hour: 4 },
          { days: 0, hour: 4, fate: 'fail' },
          { days: 0, hour: 4 },
        ],
        limit: 1,
      },
    ],
    arbitrary: () => fc.record({ plan: payoutPlan, limit: fc.integer({ min: 1, max: 5 }) }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 2),
    run: async (scenario, { plan, limit }) => {
      const { tenant, caller, beneficiaryId, created } = await makePayouts(scenario, plan);
      created.push(
        ...(await payOutIfTaken(scenario, caller, { beneficiaryId, reference: `März-三月-${randomUUID()}` })),
      );
      const { mine } = await listedPayouts(scenario, caller, created);
      // Small pages in a business with few payouts: filters and order must hold for the whole list.
      const isPaged = scenario.has('cursor-parameters') && isAlone(tenant);
      const pages: Query = isPaged ? { limit } : {};
      const inPages = isPaged ? `, in pages of ${limit}` : '';
      let before = mine;
      for (const status of statuses) {
        scenario.independentStep(`list the payouts that are ${status}${inPages}`);
        const filtered = await listedPayouts(scenario, caller, created, { ...pages, status });
        const after = (await listedPayouts(scenario, caller, created)).mine;
        scenario.require(
          'PAYOUT-010',
          filtered.all.every((payout) => payout.status === status),
          `payouts with the status ${status} only`,
          show(filtered.all.map((payout) => payout.status)),
        );
        const statusAfter = ({ id }: Payout) => after.find((payout) => payout.id === id)?.status;
        const isStill = (payout: Payout) => statusAfter(payout) === payout.status;
        // A payout that changes meanwhile may match or not, and may move others to another page.
        const isSettled = isPaged && !before.every(isStill) ? () => false : isStill;
        requireSame(scenario, 'PAYOUT-010', before, filtered, (payout) =>
          isSettled(payout) ? exactly(payout.status === status) : 'either',
        );
        before = after;
      }
      for (const { reference } of mine) {
        if (reference === undefined) continue;
        scenario.independentStep(`list the payouts with the reference ${reference}`);
        const filtered = await listedPayouts(scenario, caller, created, { reference });
        requireSame(scenario, 'PAYOUT-011', mine, filtered, (payout) =>
          exactly(payout.reference === reference),
        );
      }
      for (const payout of mine) await filterByBoth(scenario, caller, created, payout);
      for (const sort of ['asc', 'desc'] as const) {
        scenario.independentStep(`list the payouts sorted ${sort}${inPages}`);
        const sorted = await listedPayouts(scenario, caller, created, { ...pages, sort });
        const times = sorted.all.map(({ createdTimestamp }) => createdTimestamp);
        const isListed = (id: string) => sorted.mine.some((payout) => payout.id === id);
        const missing = sorted.complete ? created.filter((id) => !isListed(id)) : [];
        const expected = `all ${created.length} payouts, the ${sort === 'asc' ? 'oldest' : 'newest'} first`;
        const actual = `payouts created at ${show(times)}`;
        scenario.require('PAYOUT-012', inOrder(times, sort) && missing.length === 0, expected, actual);
      }
      scenario.independentStep(`list at most ${limit} payouts`);
      const { data } = await readCursorPage<Payout>(scenario, 'listPayouts', caller, { limit });
      const expected = `at most ${limit} payouts`;
      scenario.require('PAYOUT-013', data.length <= limit, expected, `${data.length} payouts`);
    },
  }),
  property({
    id: 'payouts.csv',
    title: 'The CSV contains every payout that the list with the same query returns',
    covers: ['PAYOUT-015', 'PAYOUT-016', 'LIMIT-004', 'AUTH-007'],
    needs: ['create-payout', 'payout-parameters'],
    examples: [
      {
        plan: [
          { days: 0, hour: 4 },
          { days: 0, hour: 4, fate: 'fail' },
          { days: 3, hour: 4 },
        ],
        from: 0,
        limit: 1,
        status: undefined,
      },
    ],
    arbitrary: () =>
      fc.record({
        plan: payoutPlan,
        from: fc.integer({ min: -3, max: 3 }),
        limit: fc.constantFrom(1, 2, undefined),
        status: fc.constantFrom(undefined, undefined, ...statuses),
      }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, { plan, from, limit, status }) => {
      const { tenant, caller, created, beneficiaryId } = await makePayouts(scenario, plan);
      // A text that needs quotes in CSV, and one beyond ASCII.
      for (const text of ['March, "', 'März-三月-']) {
        const reference = `${text}${randomUUID()}${text.endsWith('"') ? '"' : ''}`;
        created.push(...(await payOutIfTaken(scenario, caller, { beneficiaryId, reference })));
      }
      const { mine } = await listedPayouts(scenario, caller, created);
      const time = mine[0]?.createdTimestamp;
      if (typeof time !== 'number') throw new CaseEnded('No created payout is listed with its time.');
      const query: Query = {
        startDate: dateAfter(time, from),
        endDate: dateAfter(time, 30),
        ...(status !== undefined && { status }),
      };
      const ids = mine.map(({ id }) => id);
      const { all: wanted, complete } = await listedPayouts(scenario, caller, ids, query);
      if (!complete) throw new CaseEnded('Only the first page of the payouts can be read.');
      const which = status === undefined ? '' : ` that are ${status}`;
      scenario.independentStep(
        `export the payouts${which} from ${query.startDate} until ${query.endDate} as CSV`,
      );
      const asCsv: Query = { ...query, format: 'csv', ...(limit !== undefined && { limit }) };
      const answer = await scenario.send('listPayouts', caller, { query: asCsv });
      if (status !== undefined) {
        const { all } = await listedPayouts(scenario, caller, ids, query);
        if (String(all.map(({ id }) => id)) !== String(wanted.map(({ id }) => id)))
          throw new CaseEnded('Payouts changed their status during the case.');
      }
      const records = judgeCsv(scenario, answer);
      // The document shows neither the columns nor a header. The check searches for ids if the CSV has them.
      const cells = records.flat();
      const showsIds = created.some((id) => cells.includes(id));
      const missing = showsIds
        ? wanted.filter(({ id }) => cells.filter((cell) => cell === id).length !== 1)
        : [];
      const others = showsIds ? mine.filter((payout) => !wanted.some(({ id }) => id === payout.id)) : [];
      const surplus = others.filter(({ id }) => cells.includes(id));
      requireReferences(scenario, answer.text, cells, wanted);
      // Others may add payouts to a shared business.
      const counted =
        !scenario.opensBusinesses || [wanted.length, wanted.length + 1].includes(records.length);
      scenario.require(
        'PAYOUT-016',
        counted && missing.length === 0 && surplus.length === 0,
        `a record for each of the ${wanted.length} payouts that the list shows, and a header or none`,
        `${records.length} records, ${missing.length} payouts not once, ${surplus.length} that do not match`,
      );
      if (isAlone(tenant)) await exportElsewhere(scenario, asCsv, mine);
    },
  }),
  example({
    id: 'payouts.csv-dates',
    title: 'An export is rejected unless both dates are given',
    covers: ['LIMIT-004'],
    needs: ['payout-parameters'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const [startDate, endDate] = ['2026-01-01', '2026-12-31'];
      for (const [what, query] of [
        ['without startDate', { endDate }],
        ['without endDate', { startDate }],
        ['without startDate and endDate', {}],
      ] as const) {
        scenario.independentStep(`export payouts as CSV ${what}`);
        const { status } = await scenario.send('listPayouts', caller, { query: { ...query, format: 'csv' } });
        scenario.require(
          'LIMIT-004',
          status >= 400 && status < 500,
          'a rejection',
          String(status),
          rejection,
        );
      }
      scenario.independentStep('export payouts as CSV with both dates');
      await scenario.succeed('listPayouts', caller, { query: { startDate, endDate, format: 'csv' } });
    },
  }),
  example({
    id: 'disbursements.list',
    title: 'Disbursements can be listed',
    covers: ['PAYOUT-018'],
    needs: [],
    stateless: ['PAYOUT-018'],
    run: async (scenario) => {
      if (!scenario.offers('listDisbursements'))
        throw new CaseEnded('The target rejects the list of disbursements for each key.');
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      await fund(scenario, tenant, 5_000);
      scenario.step('list the disbursements');
      const { status, json, text } = await scenario.send('listDisbursements', caller);
      const holds = isSuccess(status) && json !== undefined;
      scenario.require('PAYOUT-018', holds, 'a success status with JSON', describe({ status, text, json }));
    },
  }),
];
