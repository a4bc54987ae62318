/** Operations that a server splits into two requests: prepare and confirm. */
import { created, only } from './helpers.ts';
import type { Send } from './send.ts';

interface Parts {
  /** Our fields that the first request sends. @defaultValue all */
  readonly first?: readonly string[];
  /** Our fields that the second request sends. @defaultValue none */
  readonly last?: readonly string[];
  /** Additional fields of the first request. */
  readonly usual?: object;
}

const some = (body: object, names: readonly string[]) =>
  only({ ...body } as Record<string, unknown>, ...names);

/**
 * @param draft path of the `POST` that prepares
 * @param conclude path segment after the id of the draft, such as `confirm`
 */
export const inTwoSteps =
  (draft: string, conclude: string, { first, last, usual }: Parts = {}) =>
  async ({ body }: { readonly body: object }, { send }: { readonly send: Send }) => {
    const { id } = await created(send, draft, { ...usual, ...(first ? some(body, first) : body) });
    return created(send, `${draft}/${id}/${conclude}`, last && some(body, last));
  };
