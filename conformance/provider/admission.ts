/** The requirements that a check can evaluate on a target, as far as known before it runs. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Admission, NotExercised } from '../engine/suite.ts';
import { accessOf, capabilitiesOf, type Target, whyUnusable } from '../target/target.ts';
import { type Check, needsOf } from './check.ts';

/** Why a requirement is not evaluated against Prism. */
const statelessReason = 'Prism keeps no state, accepts any key and returns examples.';

/** Why a check is not run, or evaluates nothing, with read-only access. */
const readOnlyReason = "Access is read-only. Allow writes with --allow-writes or access: 'read-write'.";

export interface ServiceAdmission extends Admission {
  /** Whether the target offers all that a case needs to evaluate the requirement. */
  readonly reaches: (requirement: RequirementId) => boolean;
}

/** The requirements that a check can evaluate on a target, given its capabilities, its state and the permitted access. */
export function admit(target: Target, check: Check): ServiceAdmission {
  const capabilities: readonly string[] = capabilitiesOf(target);
  // Capabilities that are missing only because the run is read-only are not the target's to offer.
  const offered: readonly string[] = capabilitiesOf({ ...target, access: 'read-write' });
  const isReadOnly = accessOf(target) === 'read-only';
  const needsWrites = isReadOnly && check.reads === undefined;
  const isSuperseded = check.unless?.some((capability) => capabilities.includes(capability)) ?? false;
  const { stateless = [] } = check;
  const judged: readonly string[] | undefined =
    target.kind === 'prism' && stateless !== true ? stateless : undefined;
  const isMissing = check.needs.some((capability) => !capabilities.includes(capability));
  const runs = judged?.length !== 0 && !needsWrites && !isSuperseded && !isMissing;
  return {
    runs,
    reaches: (id) =>
      runs &&
      judged?.includes(id) !== false &&
      needsOf(check, id).every((capability) => capabilities.includes(capability)),
    ...(judged && { judged }),
    why(id): NotExercised | undefined {
      if (judged?.includes(id) === false) return { reason: statelessReason };
      // Other checks report why it was not reached.
      if (isSuperseded) return undefined;
      if (needsWrites) return { reason: readOnlyReason };
      const covered = check.covers.find((each) => each === id);
      const needs = covered === undefined ? check.needs : needsOf(check, covered);
      const lacking = [...new Set(needs.filter((need) => !offered.includes(need)))].sort();
      const unusable = lacking
        .map((need) => whyUnusable(target, need))
        .find((reason) => reason !== undefined);
      if (unusable !== undefined) return { reason: unusable, mayBeBroken: true };
      if (lacking.length > 0) return { lacking };
      return isReadOnly ? { reason: readOnlyReason } : undefined;
    },
  };
}
