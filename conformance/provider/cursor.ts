/** Reads lists of the cursor shape. Section "Conventions" of the interface document. */
import type { OperationId } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { type Answer, itemsOf } from './answers.ts';
import type { Scenario } from './scenario.ts';

export type Query = NonNullable<OperationInput['query']>;

export interface CursorPage<Item> {
  readonly data: readonly Item[];
  readonly previous: string | null;
  readonly next: string | null;
}

/** The walk of a target whose pages never end is cut off here. */
const mostPages = 200;

/** A value that is no cursor leads to no page; the schema check has already reported it. */
const cursorOf = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * All pages of a list of which no shape is known, as their bodies.
 *
 * @throws CaseEnded if there are more pages, and no parameter is known that leads to them
 */
export async function bodiesOfAll(scenario: Scenario, id: OperationId, caller: Caller): Promise<unknown[]> {
  const bodies: unknown[] = [];
  let query: Query = {};
  while (bodies.length < mostPages) {
    const { json } = await scenario.succeed(id, caller, { query });
    bodies.push(json);
    const cursor = isRecord(json) && isRecord(json.node) ? cursorOf(json.node.next) : null;
    if (cursor === null) break;
    if (!scenario.has('cursor-parameters'))
      throw new CaseEnded(`${id} has more than one page, and no parameter for the next one is known.`);
    query = { cursor };
  }
  return bodies;
}

/** The items of all pages of a list. @throws CaseEnded like `bodiesOfAll` */
export const allItems = async (
  scenario: Scenario,
  id: OperationId,
  caller: Caller,
): Promise<readonly Answer[]> =>
  (await bodiesOfAll(scenario, id, caller)).flatMap((json) => itemsOf({ json }));

/** The page in the body of a response; its shape was judged when it arrived. */
function pageOf<Item>(json: unknown, id: OperationId): CursorPage<Item> {
  const { data, node } = (json ?? {}) as {
    readonly data?: unknown;
    readonly node?: { readonly previous?: unknown; readonly next?: unknown } | null;
  };
  if (!Array.isArray(data)) throw new CaseEnded(`${id} did not return data.`);
  return { data, previous: cursorOf(node?.previous), next: cursorOf(node?.next) };
}

/** @throws CaseEnded if the response is not a list. */
export async function readCursorPage<Item>(
  scenario: Scenario,
  id: OperationId,
  caller: Caller,
  query: Query = {},
): Promise<CursorPage<Item>> {
  const { json } = await scenario.succeed(id, caller, { query });
  return pageOf(json, id);
}

export interface WalkOptions {
  /** The field of a page with the cursor to follow. */
  readonly towards: 'next' | 'previous';
  /** The cursor of the first page; absent: the start of the list. */
  readonly from?: string;
  /** Called after each page except the last. */
  readonly between?: () => Promise<void>;
}

/** Reads page after page until a cursor is null. */
export async function walkPages<Item>(
  scenario: Scenario,
  id: OperationId,
  caller: Caller,
  query: Query,
  { towards, from, between }: WalkOptions,
): Promise<readonly CursorPage<Item>[]> {
  const pages: CursorPage<Item>[] = [];
  let cursor: string | null = from ?? null;
  while (pages.length < mostPages) {
    const page: CursorPage<Item> = await readCursorPage(scenario, id, caller, {
      ...query,
      ...(cursor !== null && { cursor }),
    });
    pages.push(page);
    cursor = page[towards];
    if (cursor === null) break;
    await between?.();
  }
  return pages;
}

/**
 * Every item of a list. Without a known name of the cursor's parameter, only the first page can be read.
 *
 * @returns the items, and whether they are all
 */
export async function readAll<Item>(
  scenario: Scenario,
  id: OperationId,
  caller: Caller,
  query: Query = {},
): Promise<{ readonly items: readonly Item[]; readonly complete: boolean }> {
  if (!scenario.has('cursor-parameters')) {
    const { data, next } = await readCursorPage<Item>(scenario, id, caller, query);
    return { items: data, complete: next === null };
  }
  const pages = await walkPages<Item>(scenario, id, caller, query, { towards: 'next' });
  return { items: pages.flatMap(({ data }) => data), complete: pages.at(-1)?.next === null };
}
