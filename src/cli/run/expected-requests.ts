/** How much of a run each check is likely to be. */

import { profiles } from '../../../conformance/engine/check.ts';
import type { ProfileName } from '../../../conformance/engine/events.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import type { ExpectedRequests } from '../../../reports/run-progress.ts';

/** What the checks of this suite send on average: an example as a whole, the others for each case. */
const average = { example: 30, property: 5, model: 30 } as const;

function estimate({ kind }: Pick<Check, 'kind'>, profile: ProfileName): number {
  const { propertyRuns, modelRuns } = profiles[profile];
  switch (kind) {
    case 'example':
      return average.example;
    case 'property':
      return average.property * propertyRuns;
    case 'model':
      return average.model * modelRuns;
  }
  return kind satisfies never;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** What the checks of a whole run of this profile sent; of results.json only that is looked at, whatever version wrote it. */
function measuredIn(earlier: unknown, profile: ProfileName): ReadonlyMap<unknown, number> {
  const [verdict, checks] = [memberOf(earlier, 'verdict'), memberOf(earlier, 'checks')];
  const isWhole = verdict === 'conformant' || verdict === 'partial' || verdict === 'non-conformant';
  if (memberOf(memberOf(earlier, 'run'), 'profile') !== profile || !isWhole) return new Map();
  return new Map(
    (Array.isArray(checks) ? checks : []).flatMap((check: unknown) => {
      const requests = memberOf(check, 'requests');
      return typeof requests === 'number' ? [[memberOf(check, 'id'), requests] as const] : [];
    }),
  );
}

/**
 * @param earlier content of an earlier results.json, if there is one; what is of no use is ignored
 * @returns what the checks sent then, and for others what their kind sends on average
 */
export function expectedRequests(
  checks: readonly Pick<Check, 'id' | 'kind'>[],
  profile: ProfileName,
  earlier?: unknown,
): ExpectedRequests {
  const measured = measuredIn(earlier, profile);
  return new Map(checks.map((check) => [check.id, measured.get(check.id) ?? estimate(check, profile)]));
}
