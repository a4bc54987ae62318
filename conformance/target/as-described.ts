/** Operations with the names of the description, for an adapter that changes only a few. */
import { allOperations, type OperationId } from '../../openapi/description.ts';
import { operationsInOwnWords } from './target.ts';

/**
 * Declares that the target uses the names of the description for every undocumented operation. Exceptions follow it:
 * `operations: { ...asDescribed, createPerson: { path: '/v1/joiners' } }`.
 */
// Each entry is an operation with undocumented names.
export const asDescribed = Object.fromEntries(
  allOperations
    .filter(({ id, provenance }) => provenance === 'assumed' || operationsInOwnWords.includes(id))
    .map(({ id }) => [id, {}]),
) as { readonly [Id in OperationId]?: Readonly<Record<never, never>> };
