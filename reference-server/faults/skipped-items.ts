/** How faults lose an item between two pages of the cursor shape. */

/** The id of the item that a cursor of this server stands behind. */
function followed(cursor: string | undefined): unknown {
  const position: unknown = cursor && JSON.parse(Buffer.from(cursor, 'base64url').toString());
  return typeof position === 'object' && position !== null && 'after' in position
    ? position.after
    : undefined;
}

interface Timed {
  readonly id?: string;
  readonly createdTimestamp?: number;
}

/** A page without its first item, when that was made in the second of the last item of the page before. */
export function skippingOne<Item extends Timed>(
  data: readonly Item[],
  all: readonly Timed[],
  cursor: string | undefined,
): Item[] {
  const last = all.find(({ id }) => id === followed(cursor));
  const [first, ...rest] = data;
  return last !== undefined && first?.createdTimestamp === last.createdTimestamp ? rest : [...data];
}
