import type { paths } from '../../openapi/generated/types.ts';
import { unwrap } from './client.ts';
import type { Client, OperationAt, SuccessOf } from './client-type.ts';

type AnswerOn<Path extends keyof paths> = SuccessOf<OperationAt<paths, Path, 'get'>>;
type ParametersOn<Path extends keyof paths> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Parameters
  : never;

/** One page of a list in either of its shapes (section "Conventions"). */
interface AnyPage {
  readonly data?: readonly unknown[];
  readonly meta?: { readonly currentPage: number; readonly pages: number };
  readonly node?: { readonly next: string | null };
}

/** A path whose GET returns one page of a list. */
export type ListPath = {
  [Path in keyof paths]: Extract<keyof AnswerOn<Path>, 'meta' | 'node'> extends never
    ? never
    : AnswerOn<Path> extends AnyPage
      ? Path
      : never;
}[keyof paths];

export type PageOn<Path extends ListPath> = AnswerOn<Path>;
type DataOf<Page> = Page extends { readonly data?: infer Data } ? NonNullable<Data> : never;
export type ItemOn<Path extends ListPath> =
  DataOf<PageOn<Path>> extends readonly (infer Item)[] ? Item : never;

/** The query parameters of `GET` other than the position of the page. */
export type ListParameters<Path extends ListPath> = Omit<ParametersOn<Path>, 'path' | 'cookie'>;

type Query = Readonly<Record<string, unknown>>;

/** The query of the page after this one, `undefined` after the last. */
function queryAfter(page: AnyPage, query: Query): Query | undefined {
  const { node, meta } = page;
  if (node !== undefined && node.next !== null) return { ...query, cursor: node.next };
  if (meta !== undefined && meta.currentPage < meta.pages) return { ...query, page: meta.currentPage + 1 };
  return undefined;
}

/**
 * The pages of a list, one request each, from the one that the parameters name to the last.
 *
 * @throws ServiceError when a page is rejected
 * @throws Error when the list leads back to a page that was already read, which would never end
 */
export async function* pages<Path extends ListPath>(
  client: Client,
  path: Path,
  params: ListParameters<Path> = {} as ListParameters<Path>,
): AsyncGenerator<PageOn<Path>, void, undefined> {
  const { query: first = {}, ...others } = params as { query?: Query };
  const seen = new Set<string>();
  for (let query: Query | undefined = first; query !== undefined; ) {
    const position = JSON.stringify([query.page, query.cursor]);
    if (seen.has(position)) throw new Error(`The list ${path} leads back to a page that was already read`);
    seen.add(position);
    // Only the caller of this function knows the parameters of the path.
    const get = client.GET as (
      path: string,
      init: unknown,
    ) => Promise<{ data?: AnyPage; response: Response }>;
    const page = await unwrap(get(path, { params: { ...others, query } }));
    yield page as PageOn<Path>;
    query = queryAfter(page, query);
  }
}

/**
 * The items of a list of either shape, page after page.
 *
 * @throws as {@link pages} does
 *
 * @example
 * for await (const person of items(client, '/v1/persons', { query: { limit: 100 } })) …
 */
export async function* items<Path extends ListPath>(
  client: Client,
  path: Path,
  params?: ListParameters<Path>,
): AsyncGenerator<ItemOn<Path>, void, undefined> {
  for await (const { data = [] } of pages(client, path, params) as AsyncIterable<AnyPage>) {
    yield* data as readonly ItemOn<Path>[];
  }
}
