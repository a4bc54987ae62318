/** Timestamps that are to count seconds. Section "Conventions" of the interface document. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Scenario } from '../provider/scenario.ts';
import { show } from '../provider/scenario.ts';

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
  return scenario.require(requirement, holds, {
    expected: `${name} in Unix seconds`,
    actual: show(value),
  });
}
