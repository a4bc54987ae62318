/** A set of operations as the description has them, for an adapter that changes only a few. */
import { allOperations, type OperationId } from '../../openapi/description.ts';
import { operationsInOwnWords } from './target.ts';

/**
 * Says of every operation that the document leaves open that the names of the description are right. What is otherwise follows it:
 * `operations: { ...asDescribed, createPerson: { path: '/v1/joiners' } }`.
 */
// Each entry is an operation with undocumented names.
export const asDescribed = Object.fromEntries(
  allOperations
    .filter(({ id, provenance }) => provenance === 'assumed' || operationsInOwnWords.includes(id))
    .map(({ id }) => [id, {}]),
) as { readonly [Id in OperationId]?: Readonly<Record<never, never>> };
