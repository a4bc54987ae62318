/** The requirements that the schema of a response is marked with, evaluated on the response. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type OperationId, operation, responseFor } from '../../openapi/description.ts';
import { evidenceOf } from '../../openapi/evidence.ts';
import { expectationOf } from '../../openapi/validate.ts';
import type { Evidence } from '../engine/outcome.ts';
import { isSuccess } from '../http/is-success.ts';
import { type ApiResponse, showAt, valueAt } from './response.ts';
import { isInSeconds, timestampsIn } from './timestamps.ts';

/** One rule evaluated on a response. */
export interface Evaluation {
  readonly requirement: RequirementId;
  readonly holds: boolean;
  readonly evidence: () => Evidence;
}

/** Evaluates the requirements that the schema of a response is marked with. */
export function shapeOf(
  id: OperationId,
  { status, headers, text, json }: ApiResponse,
): readonly Evaluation[] {
  const described = operation(id);
  const response = responseFor(described, status);
  const isOther = response?.otherTypes.some((type) => headers['content-type']?.startsWith(type)) ?? false;
  if (described.provenance === 'assumed' || isOther) return [];
  const evidenceAt = (at: readonly string[], message = '') => ({
    expected: `${['body', ...at].join('.')} ${message}`,
    actual:
      text === ''
        ? `${status} with an empty body`
        : `${status} with ${showAt(json === undefined ? text : json, at)}`,
    at,
  });
  const evaluations: Evaluation[] = [];
  const judged = new Set<string>();
  const isShown = response?.schema !== undefined && response.provenance !== 'assumed';
  for (const each of isShown ? evidenceOf(response.schema, json) : []) {
    const { requirement, path, isOptional, violation } = each;
    const at = violation?.path ?? path;
    judged.add(at.join('.'));
    // In lists an empty string may mean an absent value.
    if (violation && isOptional && at[0] === 'data' && valueAt(json, at) === '') continue;
    const evidence = () => evidenceAt(at, violation && expectationOf(violation));
    evaluations.push({ requirement, holds: violation === undefined, evidence });
  }
  for (const { path, value } of isSuccess(status) ? timestampsIn(json) : []) {
    if (judged.has(path.join('.'))) continue;
    const evidence = () => evidenceAt(path, 'must be an integer number of Unix seconds');
    evaluations.push({ requirement: 'CONV-003', holds: isInSeconds(value), evidence });
  }
  return evaluations;
}
