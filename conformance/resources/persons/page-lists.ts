/** The rules of both lists in the page shape: persons and users. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type PageLists, readPage } from './actions.ts';

/** The requirements of one list. */
export interface PageRules<List extends keyof PageLists> {
  readonly list: List;
  /** The items of the list, in the plural. */
  readonly items: string;
  readonly limitWithin: RequirementId;
  readonly eachOnce: RequirementId;
}

/**
 * Walks all pages, which must contain each created id exactly once.
 *
 * @param inspect judges an item as its page shows it
 */
export async function walkPages<List extends keyof PageLists>(
  scenario: Scenario,
  caller: Caller,
  rules: PageRules<List>,
  created: readonly string[],
  limit: number,
  inspect: (item: PageLists[List]) => Promise<void> | void = () => {},
): Promise<void> {
  const { list, items } = rules;
  const seen: string[] = [];
  let itemCount = 0;
  const counts = new Set<number>();
  let isWhole = false;
  // A target whose pages never end is cut off here.
  const mostPages = Math.ceil((created.length + 200) / limit);
  for (let page = 1; page <= mostPages; page += 1) {
    scenario.step(`read page ${page} with limit ${limit}`);
    const { data, meta } = await readPage(scenario, list, caller, { page, limit });
    const expected = `a page of at most ${limit} ${items}`;
    scenario.require(rules.limitWithin, data.length <= limit, expected, `${data.length} ${items}`);
    if (page === 1 && data.length < limit && typeof meta.skipped === 'number') {
      const none = `skipped 0 on a page that shows the whole list of ${items}`;
      scenario.require('CONV-016', meta.skipped === 0, none, show(meta));
    }
    const arithmetic =
      meta.limit === limit &&
      meta.currentPage === page &&
      meta.skipped === (page - 1) * limit &&
      meta.pages === Math.ceil(meta.itemCount / limit);
    scenario.require(
      'CONV-010',
      arithmetic && meta.itemCount >= created.length,
      `limit ${limit}, currentPage ${page}, skipped ${(page - 1) * limit}, and pages that follow from an itemCount of at least ${created.length}`,
      show(meta),
    );
    for (const item of data) await inspect(item);
    seen.push(...data.flatMap(({ id }) => (id === undefined ? [] : [id])));
    itemCount = meta.itemCount;
    counts.add(itemCount);
    isWhole = data.length === 0 || page >= meta.pages;
    if (isWhole) break;
  }
  // Others may add records to a shared business, which moves those of the next pages.
  if (caller.tenantKey === undefined) {
    if (counts.size > 1) throw new CaseEnded(`The number of ${items} changed while the pages were read.`);
  } else {
    const holds = itemCount === seen.length;
    const expected = `as many ${items} in all pages as itemCount`;
    scenario.require('CONV-010', holds, expected, `${seen.length} ${items}, and itemCount ${itemCount}`);
  }
  const known = itemCount > created.length ? await withOthers(scenario, caller, list, created) : created;
  for (const [index, id] of known.entries()) {
    const times = seen.filter((other) => other === id).length;
    const expected = `number ${index + 1} of ${known.length} ${items} once in all pages of ${limit}`;
    // The search stopped before the last page.
    if (times === 0 && !isWhole) continue;
    scenario.require(rules.eachOnce, times === 1, expected, `${times} times`);
  }
}

/** A page may leave out a record of an earlier case, if the business has some. */
async function withOthers(
  scenario: Scenario,
  caller: Caller,
  list: keyof PageLists,
  created: readonly string[],
): Promise<readonly string[]> {
  if (caller.tenantKey === undefined) return created;
  const { data } = await readPage(scenario, list, caller, { limit: 100 });
  return [...new Set([...created, ...data.flatMap(({ id }) => id ?? [])])];
}
