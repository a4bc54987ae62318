/** The two shapes of a list (section "Conventions"). */
import { invalidBody } from './refusal.ts';
import type { Schemas } from './schemas.ts';

/** The document shows no default for the size of a page. */
const defaultLimit = 20;

export interface PageQuery {
  /** Counts from 1. */
  readonly page?: number;
  /** 1 to 100. */
  readonly limit?: number;
}

/** One page of the page shape; items are in the order of their creation, so that new ones come last. */
export function pageOf<Item>(
  items: readonly Item[],
  { page = 1, limit = defaultLimit }: PageQuery,
): { data: Item[]; meta: Schemas['PageMeta'] } {
  const skipped = (page - 1) * limit;
  return {
    data: items.slice(skipped, skipped + limit),
    meta: {
      limit,
      currentPage: page,
      skipped,
      pages: Math.ceil(items.length / limit),
      itemCount: items.length,
    },
  };
}

export interface CursorQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

type Direction = 'after' | 'before';

const encode = (direction: Direction, id: string) =>
  Buffer.from(JSON.stringify({ [direction]: id })).toString('base64url');

function decode(cursor: string): { readonly direction: Direction; readonly id: unknown } | undefined {
  try {
    const [[direction, id] = []] = Object.entries(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return direction === 'after' || direction === 'before' ? { direction, id } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * One page of the cursor shape. A cursor names an item, not a place, so that items that are added elsewhere move
 * nothing.
 *
 * @param items the whole list in its order.
 * @param matches which of them the caller asked for; a cursor stays good when its own item no longer matches.
 * @throws Refusal `invalid_request_body` when the cursor is not one of an earlier answer.
 */
export function cursorPageOf<Item extends { readonly id?: string }>(
  items: readonly Item[],
  { cursor, limit = defaultLimit }: CursorQuery,
  matches: (item: Item) => boolean = () => true,
): { data: Item[]; node: Schemas['Node'] } {
  const matching = items.filter(matches);
  let [begin, end] = [0, limit];
  if (cursor !== undefined) {
    const position = decode(cursor);
    const index = items.findIndex(({ id }) => id === position?.id);
    if (position === undefined || index === -1)
      throw invalidBody({ cursor: 'must be a cursor of an earlier answer' });
    const isAfter = position.direction === 'after';
    const passed = items.slice(0, isAfter ? index + 1 : index).filter(matches).length;
    [begin, end] = isAfter ? [passed, passed + limit] : [Math.max(0, passed - limit), passed];
  }
  const data = matching.slice(begin, end);
  const [first, last] = [data[0]?.id, data.at(-1)?.id];
  return {
    data,
    node: {
      previous: begin > 0 && first !== undefined ? encode('before', first) : null,
      next: end < matching.length && last !== undefined ? encode('after', last) : null,
    },
  };
}
