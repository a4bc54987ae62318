/** Estimates how many requests each check will send, for the progress bar. */

import { profiles } from '../../../conformance/engine/check.ts';
import type { ProfileName } from '../../../conformance/engine/events.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import type { ExpectedRequests } from '../../../reports/run-progress.ts';

/** Average number of requests: of an example as a whole, of the other kinds for each case. */
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

/** Requests that each check sent in an earlier complete run of this profile. Reads only these fields, so that any version of results.json will do. */
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
 * @param earlier content of an earlier results.json, if there is one; unusable content is ignored
 * @returns the number of requests of the earlier run, or the average of the kind for a check that was not in it
 */
export function expectedRequests(
  checks: readonly Pick<Check, 'id' | 'kind'>[],
  profile: ProfileName,
  earlier?: unknown,
): ExpectedRequests {
  const measured = measuredIn(earlier, profile);
  return new Map(checks.map((check) => [check.id, measured.get(check.id) ?? estimate(check, profile)]));
}
