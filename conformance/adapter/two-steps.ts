/** Operations that a server splits into two requests: prepare and confirm. */
import { created, only } from './helpers.ts';
import type { Send } from './send.ts';

interface Parts {
  /** Fields of ours that prepare; all of them unless they are named. */
  readonly first?: readonly string[];
  /** Fields of ours that conclude; none unless they are named. */
  readonly last?: readonly string[];
  /** What prepares where ours says nothing of it. */
  readonly usual?: object;
}

const some = (body: object, names: readonly string[]) =>
  only({ ...body } as Record<string, unknown>, ...names);

/**
 * @param draft path that prepares, by `POST`
 * @param conclude what comes behind the id of the draft, such as `confirm`
 */
export const inTwoSteps =
  (draft: string, conclude: string, { first, last, usual }: Parts = {}) =>
  async ({ body }: { readonly body: object }, { send }: { readonly send: Send }) => {
    const { id } = await created(send, draft, { ...usual, ...(first ? some(body, first) : body) });
    return created(send, `${draft}/${id}/${conclude}`, last && some(body, last));
  };
