/** What every documented operation answers, whatever it finds: section "Resources and their fields". */

import type { RequirementId } from '../../openapi/catalogue.ts';
import { allOperations } from '../../openapi/description.ts';
import { type Check, example } from '../provider/check.ts';
import { type Scenario, show } from '../provider/scenario.ts';
import { openTenant } from '../provider/tenant.ts';
import { inputFor } from './authentication.ts';

const documented = allOperations.filter(({ provenance }) => provenance === 'documented');

export const answerChecks: readonly Check[] = [
  example({
    id: 'answers.shapes',
    title: 'Every answer of a documented operation has its documented shape',
    covers: ['PLATFORM-001', 'ERR-001', 'CONV-001'],
    needs: [],
    reads: true,
    stateless: true,
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      for (const operation of documented) {
        if (!scenario.offers(operation.id)) continue;
        scenario.independentStep(operation.summary.toLowerCase());
        // Judged by its schema on the way; whether it is a success is for other checks to say.
        await scenario.send(operation.id, caller, inputFor(operation));
      }
    },
  }),
];

/** From 2001 to 2286: ten digits, which neither milliseconds nor days since 1970 have. */
const earliest = 1_000_000_000;
const latest = 9_999_999_999;

/** Evaluates a requirement that calls a timestamp Unix seconds; its type is for the schema to say. */
export function requireUnixSeconds(
  scenario: Scenario,
  requirement: RequirementId,
  name: string,
  value: unknown,
): boolean {
  const holds = typeof value === 'number' && Number.isInteger(value) && value >= earliest && value <= latest;
  return scenario.require(requirement, holds, `${name} in Unix seconds`, show(value));
}
