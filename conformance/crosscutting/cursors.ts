/** Lists of the cursor shape. Section "Conventions" of the interface document. */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { OperationId } from '../../openapi/description.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Tenant } from '../provider/businesses.ts';
import { type Check, example, property } from '../provider/check.ts';
import { type CursorPage, walkPages } from '../provider/cursor.ts';
import { show } from '../provider/response.ts';
import type { Scenario } from '../provider/scenario.ts';
import { isAlone, openTenant } from '../provider/tenant.ts';
import { beneficiaryInput } from '../provider/valid-requests.ts';
import { createBeneficiary } from '../resources/beneficiaries/actions.ts';
import { createPayout, fund } from '../resources/payouts/actions.ts';

interface Item {
  readonly id?: unknown;
}

type Pages = readonly CursorPage<Item>[];

const idsOf = (pages: Pages) => pages.flatMap(({ data }) => data.map((item) => item?.id));

/** The places, counted from 1, of the created items that the pages do not show exactly once. */
function notOnce(created: readonly string[], pages: Pages): readonly string[] {
  const seen = idsOf(pages);
  return created.flatMap((id, index) => {
    const times = seen.filter((other) => other === id).length;
    return times === 1 ? [] : [`item ${index + 1} of ${created.length} ${times} times`];
  });
}

interface CursorCase {
  readonly items: number;
  readonly limit: number;
  readonly insert: boolean;
}

const cursorCase = fc.record({
  items: fc.integer({ min: 1, max: 6 }),
  limit: fc.integer({ min: 1, max: 7 }),
  insert: fc.boolean(),
});

/** A list, and how an item is added to it. */
interface Growing {
  readonly id: OperationId;
  readonly tenant: Tenant;
  readonly create: () => Promise<string>;
}

/** Fills a list and reads it to its end. In a business of its own, also reads it backwards, and again while an item is added. */
async function walkList(
  scenario: Scenario,
  { id, tenant, create }: Growing,
  { items, limit, insert }: CursorCase,
): Promise<Pages> {
  const { caller } = tenant;
  scenario.setup(`create ${items}`);
  const created: string[] = [];
  for (let count = 0; count < items; count += 1) created.push(await create());
  scenario.step(`follow next through pages of ${limit}`);
  const pages = await walkPages<Item>(scenario, id, caller, { limit }, { towards: 'next' });
  const [first, last] = [pages.at(0), pages.at(-1)];
  // Others may add records to a shared business, so its last page may change.
  if (!isAlone(tenant) && last?.next !== null) {
    throw new CaseEnded(`${id} contains too many other records to read it to the end.`);
  }
  const missed = notOnce(created, pages);
  // A target may take a cursor for payouts only; then each page is the first one.
  const [start, second] = pages.map(({ data }) => show(data.map((item) => item?.id)));
  if (id === 'listBeneficiaries' && isAlone(tenant) && second !== undefined && second !== start) {
    const wanted = 'every beneficiary exactly once on the pages that the cursors lead to';
    scenario.require('BENEFICIARY-013', missed.length === 0, wanted, missed.join(', '));
  }
  scenario.require('CONV-012', missed.length === 0, 'every item exactly once', missed.join(', '));
  scenario.require(
    'CONV-013',
    first?.previous === null && last?.next === null,
    'previous null on the first page, and next null on the last',
    `previous ${show(first?.previous)} on the first page, and next ${show(last?.next)} on page ${pages.length}`,
  );
  if (!isAlone(tenant)) return pages;
  if (pages.length > 1 && last !== undefined) {
    const holds = pages.slice(1).every(({ previous }) => previous !== null);
    const expected = 'previous on every page but the first';
    scenario.require('CONV-013', holds, expected, show(pages.map(({ previous }) => previous)));
    scenario.step('follow previous back to the first page');
    const back =
      last.previous === null
        ? []
        : await walkPages<Item>(
            scenario,
            id,
            caller,
            { limit },
            { towards: 'previous', from: last.previous },
          );
    const missedBack = notOnce(created, [last, ...back]);
    const wanted = 'every item exactly once on the way back';
    scenario.require('CONV-012', missedBack.length === 0, wanted, missedBack.join(', '));
    scenario.require(
      'CONV-013',
      (back.at(-1) ?? last).previous === null,
      'previous null on the first page',
      show(back.at(-1)?.previous),
    );
  }
  if (insert) {
    scenario.step('follow next again, while an item is added after each page');
    const growing = await walkPages<Item>(
      scenario,
      id,
      caller,
      { limit },
      {
        towards: 'next',
        between: addOnce(create),
      },
    );
    const lost = notOnce(created, growing);
    const expected = 'every earlier item exactly once';
    scenario.require('CONV-012', lost.length === 0, expected, lost.join(', '));
  }
  return pages;
}

/** Adds an item only after the first two pages, so that the walk ends. */
function addOnce(create: () => Promise<string>): () => Promise<void> {
  let left = 2;
  return async () => {
    if (left > 0) await create();
    left -= 1;
  };
}

const runs = ({ propertyRuns }: { readonly propertyRuns: number }) => Math.ceil(propertyRuns / 2);

const examples: readonly CursorCase[] = [
  { items: 5, limit: 2, insert: true },
  { items: 4, limit: 2, insert: false },
];

export const cursorChecks: readonly Check[] = [
  example({
    id: 'cursors.shape',
    title: 'Cursor lists have data and node, and countries are codes of two letters',
    covers: ['CONV-004', 'CONV-011'],
    needs: [],
    reads: true,
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      scenario.step('list beneficiaries and payouts of a business');
      // An empty list of beneficiaries may be resource_not_found: BENEFICIARY-012.
      await scenario.send('listBeneficiaries', caller);
      if (scenario.offers('listPayouts')) await scenario.succeed('listPayouts', caller);
      await scenario.succeed('listContractTemplates', caller);
      if (!scenario.offers('createBeneficiary')) return;
      scenario.step('create a beneficiary, and list it');
      await createBeneficiary(scenario, caller);
      await scenario.succeed('listBeneficiaries', caller);
    },
  }),
  property({
    id: 'cursors.beneficiaries',
    title: 'Following the cursors in both directions returns every beneficiary exactly once',
    covers: ['BENEFICIARY-013', 'CONV-011', 'CONV-012', 'CONV-013'],
    needs: ['cursor-parameters'],
    examples,
    arbitrary: () => cursorCase,
    runs,
    run: async (scenario, value) => {
      const tenant = await openTenant(scenario);
      let count = 0;
      const create = () => {
        count += 1;
        const body = { ...beneficiaryInput(scenario.data), name: `Payee ${count}` };
        return createBeneficiary(scenario, tenant.caller, body);
      };
      await walkList(scenario, { id: 'listBeneficiaries', tenant, create }, value);
    },
  }),
  property({
    id: 'cursors.payouts',
    title:
      'Following the cursors in both directions returns every payout exactly once, in pages of the requested size',
    covers: ['CONV-011', 'CONV-012', 'CONV-013', 'PAYOUT-013', 'PAYOUT-014'],
    needs: ['create-payout', 'payout-parameters', 'cursor-parameters'],
    examples,
    arbitrary: () => cursorCase,
    runs,
    run: async (scenario, value) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      await fund(scenario, tenant);
      const beneficiaryId = await createBeneficiary(scenario, caller);
      const created: string[] = [];
      const create = async () => {
        const id = await createPayout(scenario, caller, { beneficiaryId, reference: `run-${randomUUID()}` });
        created.push(id);
        return id;
      };
      const pages = await walkList(scenario, { id: 'listPayouts', tenant, create }, value);
      const longest = Math.max(...pages.map(({ data }) => data.length));
      const expected = `at most ${value.limit} payouts on a page`;
      scenario.require('PAYOUT-013', longest <= value.limit, expected, `${longest} payouts`);
      // Payouts that others add may move a payout to another page.
      if (!isAlone(tenant)) return;
      const missed = notOnce(created.slice(0, value.items), pages);
      const wanted = 'every payout exactly once on the pages that the cursors lead to';
      scenario.require('PAYOUT-014', missed.length === 0, wanted, missed.join(', '));
    },
  }),
];
