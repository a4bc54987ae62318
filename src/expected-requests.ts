/** How much of a run each check is likely to be. */
import * as z from 'zod';
import type { Check } from '../conformance/engine/check.ts';
import type { ProfileName } from '../conformance/engine/events.ts';
import { profiles } from '../conformance/engine/profile.ts';
import type { ExpectedRequests } from '../reports/run-progress.ts';

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

/** Of results.json only what is looked at, whatever version wrote it. */
const Earlier = z.object({
  run: z.object({ profile: z.string() }),
  verdict: z.enum(['conformant', 'partial', 'non-conformant']),
  checks: z.array(z.object({ id: z.string(), requests: z.number() })),
});

/**
 * @param earlier content of an earlier results.json, if there is one; what is of no use is ignored
 * @returns what the checks sent then, and for others what their kind sends on average
 */
export function expectedRequests(
  checks: readonly Pick<Check, 'id' | 'kind'>[],
  profile: ProfileName,
  earlier?: unknown,
): ExpectedRequests {
  const { data } = Earlier.safeParse(earlier);
  const measured = new Map(
    data?.run.profile === profile ? data.checks.map(({ id, requests }) => [id, requests] as const) : [],
  );
  return new Map(checks.map((check) => [check.id, measured.get(check.id) ?? estimate(check, profile)]));
}
