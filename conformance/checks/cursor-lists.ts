/** Section "Conventions" of the interface document: lists of the cursor shape, and country codes. */
import fc from 'fast-check';
import { type Answer, isRecord, itemsOf } from '../actions/answers.ts';
import { openTenant, type Tenant } from '../actions/tenant.ts';
import { createBeneficiary, createPayout } from '../actions/transactions.ts';
import { type Check, example, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';

type List = 'listBeneficiaries' | 'listPayouts';

/** What the case has made is not all there is in a shared business; a target that never ends is cut off here. */
const mostPages = 200;

async function readPage(
  scenario: Scenario,
  caller: Caller,
  list: List,
  query: Record<string, string | number>,
) {
  const response = await scenario.succeed(list, caller, { query });
  const node = isRecord(response.json) ? response.json.node : undefined;
  if (!isRecord(node)) throw new CaseEnded(`${list} answered no node.`);
  return { items: itemsOf(response), node };
}

async function fill(scenario: Scenario, tenant: Tenant, list: List, count: number): Promise<string[]> {
  scenario.setup(`create ${count} items of ${list}`);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(
      list === 'listBeneficiaries'
        ? await createBeneficiary(scenario, tenant.caller)
        : await createPayout(scenario, tenant, `payout-${index}`),
    );
  }
  return ids;
}

/** Follows next from the first page to the last. */
async function walk(
  scenario: Scenario,
  caller: Caller,
  list: List,
  limit: number,
): Promise<readonly Answer[]> {
  const seen: Answer[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= mostPages; page += 1) {
    scenario.step(`read page ${page} of ${list} with limit ${limit}`);
    const { items, node } = await readPage(scenario, caller, list, {
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    if (page === 1) {
      scenario.require('CONV-013', node.previous === null, {
        expected: 'null as previous of the first page',
        actual: show(node.previous),
      });
    }
    seen.push(...items);
    if (typeof node.next !== 'string') return seen;
    cursor = node.next;
  }
  return seen;
}

export const cursorListChecks: readonly Check[] = [
  property<{ readonly list: List; readonly count: number; readonly limit: number }>({
    id: 'cursor-lists.pages',
    title: 'Following next from page to page meets every item exactly once',
    covers: ['CONV-011', 'CONV-012', 'CONV-013'],
    needs: ['cursor-parameters'],
    arbitrary: ({ has }) =>
      fc.record({
        list: fc.constantFrom<List>(
          'listBeneficiaries',
          ...(has('create-payout') && has('sandbox') ? (['listPayouts'] as const) : []),
        ),
        count: fc.integer({ min: 1, max: 5 }),
        limit: fc.integer({ min: 1, max: 6 }),
      }),
    examples: [{ list: 'listBeneficiaries', count: 4, limit: 2 }],
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 2),
    run: async (scenario, { list, count, limit }) => {
      const tenant = await openTenant(scenario);
      const created = await fill(scenario, tenant, list, count);
      const seen = (await walk(scenario, tenant.caller, list, limit)).map(({ id }) => id);
      for (const id of created) {
        const times = seen.filter((other) => other === id).length;
        scenario.require('CONV-012', times === 1, {
          expected: `item ${created.indexOf(id) + 1} of ${count} once in all pages of ${limit}`,
          actual: `${times} times`,
        });
      }
      if (tenant.tenantKey === undefined) return;
      scenario.require('CONV-013', seen.length <= count, {
        expected: `null as next of the last page, after ${count} items`,
        actual: `${seen.length} items, and a further page`,
      });
    },
  }),
  example({
    id: 'cursor-lists.shape',
    title: 'Lists of the cursor shape carry data and node, and countries are codes of two letters',
    covers: ['CONV-004', 'CONV-011'],
    needs: [],
    reads: true,
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      scenario.step('list beneficiaries and payouts of a business');
      // A list of no beneficiary may be answered with resource_not_found: BENEFICIARY-012.
      await scenario.send('listBeneficiaries', caller);
      await scenario.succeed('listPayouts', caller);
      await scenario.succeed('listContractTemplates', caller);
      if (!scenario.offers('createBeneficiary')) return;
      scenario.step('create a beneficiary, and list it');
      await createBeneficiary(scenario, caller);
      await scenario.succeed('listBeneficiaries', caller);
    },
  }),
];
