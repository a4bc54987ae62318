/** Requirements that are evaluated on one operation after the other: the result names the operations that were left out. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type Operation, type OperationId, operation } from '../../openapi/description.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { accessOf, isPermitted } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

/** Evaluates requirements on one operation. If the case cannot go on there, only this operation is left out. */
export async function onOperation(
  scenario: Scenario,
  requirements: readonly RequirementId[],
  id: OperationId,
  evaluate: () => Promise<void>,
): Promise<void> {
  try {
    await evaluate();
    for (const requirement of requirements) scenario.reached(requirement, id);
  } catch (error) {
    if (!(error instanceof CaseEnded)) throw error;
    for (const requirement of requirements) scenario.missed(requirement, id, error.message);
    scenario.endedBefore(requirements, error);
  }
}

/** Why the suite sends no request of an operation; undefined if it does, or if the environment has no such operation. */
function whyNotSent(scenario: Scenario, id: OperationId): string | undefined {
  const { target } = scenario;
  const isElsewhere = operation(id).path.startsWith('/v1/sandbox/') && !scenario.has('sandbox');
  if (isElsewhere || scenario.offers(id)) return undefined;
  const line = `operations.${id}`;
  const unusable = target.unusable?.[line];
  if (unusable !== undefined) return `${line}: ${unusable}.`;
  return isPermitted(target, id) ? 'The target does not offer it.' : `Access is ${accessOf(target)}.`;
}

/**
 * The operations of a sweep that are offered. Of the others, the documented ones are named in the result, because an
 * assumed operation need not exist.
 */
export function offeredOf(
  scenario: Scenario,
  requirements: readonly RequirementId[],
  meant: readonly Operation[],
): readonly Operation[] {
  for (const { id, provenance } of meant) {
    const why = provenance === 'documented' ? whyNotSent(scenario, id) : undefined;
    if (why === undefined) continue;
    for (const requirement of requirements) scenario.missed(requirement, id, why);
  }
  return meant.filter(({ id }) => scenario.offers(id));
}
