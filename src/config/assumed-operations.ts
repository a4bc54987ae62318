import { allOperations, type OperationId } from '../../openapi/description.ts';

/** Operations that the interface document does not describe, which a target may lack. */
export const assumedOperations: readonly OperationId[] = allOperations
  .filter(({ provenance }) => provenance === 'assumed')
  .map(({ id }) => id);
