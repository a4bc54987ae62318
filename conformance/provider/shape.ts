/** The requirements that the schema of a response is marked with, evaluated on the response. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type OperationId, operation, responseFor } from '../../openapi/description.ts';
import { evidenceOf, type SchemaEvidence } from '../../openapi/evidence.ts';
import { expectationOf, type SchemaViolation } from '../../openapi/validate.ts';
import { type Expectation, expectedTypes, type ValueRule } from '../engine/expectation.ts';
import type { Evidence } from '../engine/outcome.ts';
import { isSuccess } from '../http/is-success.ts';
import { type ApiResponse, showAt, valueAt } from './response.ts';
import { isInSeconds, timestampsIn } from './timestamps.ts';

/** One rule evaluated on a response. */
export interface Evaluation {
  readonly requirement: RequirementId;
  readonly holds: boolean;
  /** The names and indices on the way to the value in the body. */
  readonly at: readonly string[];
  readonly evidence: () => Evidence;
}

/** The patterns of formats that the document gives to values. */
const patternOf: Readonly<Record<string, string>> = { date: String.raw`^\d{4}-\d{2}-\d{2}$` };

/** The rule of the schema that was broken; undefined if it is none of those that other tools have. */
function ruleOf({ broken }: SchemaViolation): ValueRule | undefined {
  const { keyword, params } = broken ?? { keyword: '', params: {} };
  const pattern = keyword === 'pattern' ? params.pattern : patternOf[params.format];
  if (keyword === 'required') return { type: 'present' };
  if (keyword === 'const') return { type: 'one-of', values: [params.allowedValue] };
  if (keyword === 'enum') return { type: 'one-of', values: params.allowedValues };
  if (keyword === 'minimum') return { type: 'within', least: params.limit };
  if (keyword === 'maximum') return { type: 'within', most: params.limit };
  if (keyword === 'type') {
    const names = [params.type].flat();
    return { type: 'is', of: expectedTypes.filter((each) => names.includes(each)) };
  }
  return pattern === undefined ? undefined : { type: 'matches', pattern };
}

/** What a schema expected at the place of a violation, as data; undefined if other tools have no such rule. */
export function expectationOfSchema(
  { path, isOptional }: Pick<SchemaEvidence, 'path' | 'isOptional'>,
  violation: SchemaViolation | undefined,
): Expectation | undefined {
  const rule = violation && ruleOf(violation);
  if (rule === undefined) return undefined;
  // Below the marked place it is not known what has to be there.
  const isBelow = (violation?.path.length ?? 0) > path.length;
  const mayMiss = (isOptional || isBelow) && rule.type !== 'present';
  return { values: [{ at: violation?.path ?? path, rule, ...(mayMiss && { isOptional: true }) }] };
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
    const expects = expectationOfSchema(each, violation);
    const evidence = () => ({
      ...evidenceAt(at, violation && expectationOf(violation)),
      ...(expects && { expects }),
    });
    evaluations.push({ requirement, holds: violation === undefined, at, evidence });
  }
  for (const { path, value } of isSuccess(status) ? timestampsIn(json) : []) {
    if (judged.has(path.join('.'))) continue;
    const expects: Expectation = { values: [{ at: path, rule: { type: 'is', of: ['integer'] } }] };
    const evidence = () => ({ ...evidenceAt(path, 'must be an integer number of Unix seconds'), expects });
    evaluations.push({ requirement: 'CONV-003', holds: isInSeconds(value), at: path, evidence });
  }
  return evaluations;
}
