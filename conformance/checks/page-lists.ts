/** What the document says of both lists in the page shape: persons and users. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type Page, type PageLists, readPage } from '../actions/people.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';

/** The requirements of one list. */
export interface PageRules {
  readonly list: keyof PageLists;
  /** What the list holds, in the plural. */
  readonly items: string;
  readonly belowFirstPage: RequirementId;
  readonly limitOutside: RequirementId;
  readonly limitWithin: RequirementId;
  readonly eachOnce: RequirementId;
}

/** Walks all pages, which have to hold each of the ids that the case created exactly once. */
export async function walkPages(
  scenario: Scenario,
  caller: Caller,
  rules: PageRules,
  created: readonly string[],
  limit: number,
): Promise<void> {
  const { list, items } = rules;
  const seen: string[] = [];
  // Beyond the last page there is nothing to see; a target that never ends is cut off here.
  const mostPages = Math.ceil((created.length + 200) / limit);
  for (let page = 1; page <= mostPages; page += 1) {
    scenario.step(`read page ${page} with limit ${limit}`);
    const { data, meta } = await readPage(scenario, list, caller, { page, limit });
    scenario.require(rules.limitWithin, data.length <= limit, {
      expected: `at most ${limit} ${items}`,
      actual: `${data.length} ${items}`,
    });
    const arithmetic =
      meta.skipped === (page - 1) * limit && meta.pages === Math.ceil(meta.itemCount / limit);
    scenario.require('CONV-010', arithmetic && meta.itemCount >= created.length, {
      expected: `skipped ${(page - 1) * limit}, and pages that follow from an itemCount of at least ${created.length}`,
      actual: show(meta),
    });
    seen.push(...data.flatMap(({ id }) => (id === undefined ? [] : [id])));
    if (data.length === 0 || page >= meta.pages) break;
  }
  for (const [index, id] of created.entries()) {
    const times = seen.filter((other) => other === id).length;
    scenario.require(rules.eachOnce, times === 1, {
      expected: `number ${index + 1} of ${created.length} ${items} once in all pages of ${limit}`,
      actual: `${times} times`,
    });
  }
}

/** Asks for page sizes and page numbers at the bounds, just inside and just outside of them. */
export async function checkPageBounds(scenario: Scenario, caller: Caller, rules: PageRules): Promise<void> {
  const { list, items } = rules;
  type Answer = Partial<Page<unknown>> | undefined;
  for (const limit of [1, 2, 99, 100]) {
    scenario.probe(`${list} with limit ${limit}`);
    const { status, json } = await scenario.send(list, caller, { query: { page: 1, limit } });
    scenario.require(rules.limitWithin, status >= 200 && status < 300, {
      expected: `a page with limit ${limit}`,
      actual: `${status} with ${show(json)}`,
    });
    const data = (json as Answer)?.data;
    scenario.require(rules.limitWithin, !Array.isArray(data) || data.length <= limit, {
      expected: `at most ${limit} ${items}`,
      actual: `${data?.length} ${items}`,
    });
  }
  for (const limit of [0, -1, 101, 1_000]) {
    scenario.probe(`${list} with limit ${limit}`);
    const { status, json } = await scenario.send(list, caller, { query: { page: 1, limit } });
    const meta = (json as Answer)?.meta;
    const refused = status >= 400 && status < 500;
    const corrected = status >= 200 && status < 300 && Number(meta?.limit) >= 1 && Number(meta?.limit) <= 100;
    scenario.require(rules.limitOutside, refused || corrected, {
      expected: 'a refusal, or a page with a limit from 1 to 100',
      actual: `${status} with ${show(meta ?? json)}`,
    });
  }
  for (const page of [0, -1]) {
    scenario.probe(`${list} from page ${page}`);
    const { status, json } = await scenario.send(list, caller, { query: { page, limit: 10 } });
    const meta = (json as Answer)?.meta;
    const refused = status >= 400 && status < 500;
    const corrected = status >= 200 && status < 300 && Number(meta?.currentPage) >= 1;
    scenario.require(rules.belowFirstPage, refused || corrected, {
      expected: 'a refusal, or a page from 1 on',
      actual: `${status} with ${show(meta ?? json)}`,
    });
  }
}
