/** Answers of operations whose path is assumed and whose shape the document shows. */
import { type OperationId, operation, responseFor } from '../../openapi/description.ts';
import { evidenceOf } from '../../openapi/evidence.ts';
import { type ApiResponse, type Scenario, showAt } from '../provider/scenario.ts';

/**
 * Evaluates the requirements that the response schema of an operation is marked with. A scenario does it by itself for
 * documented operations only; of these the path is ours, and the answer is the document's.
 */
export function judgeShape(scenario: Scenario, id: OperationId, { status, json, text }: ApiResponse): void {
  const schema = responseFor(operation(id), status)?.schema;
  if (schema === undefined) return;
  for (const { requirement, path, violation } of evidenceOf(schema, json)) {
    scenario.require(requirement, violation === undefined, () => ({
      expected: `${['body', ...(violation?.path ?? path)].join('.')} ${violation?.message ?? ''}`,
      actual: `${status} with ${showAt(json ?? text, violation?.path ?? path)}`,
    }));
  }
}
