/** What a survey changes about a target: lines that cannot be used, and facts that the configuration does not give. */
import { allOperations, type OperationId } from '../../../openapi/description.ts';
import { ConformanceError } from '../../engine/errors.ts';
import type { Survey } from '../../engine/survey.ts';
import type { Target } from '../../target/target.ts';

/** The operations of a list of names, which may come from a file. */
export const operationsIn = (names: readonly string[]): readonly OperationId[] =>
  allOperations.map(({ id }) => id).filter((id) => names.includes(id));

/** @throws ConformanceError with code `CONFIGURATION_INVALID` if a line of the adapter cannot be right */
function refuseWrong(lines: NonNullable<Survey['lines']>): void {
  const wrong = lines.filter(({ outcome }) => outcome === 'wrong');
  if (wrong.length === 0) return;
  const shown = wrong.map(({ line, why }) => `  ${why.startsWith(line) ? why : `${line}: ${why}`}`);
  throw new ConformanceError(
    'CONFIGURATION_INVALID',
    `The trial of the adapter before the first check found wrong lines:\n${shown.join(';\n')}`,
  );
}

/**
 * The target as the survey knows it: without the lines that must not be used. Checks that need them are not exercised,
 * with a reason that names the line.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` if a line of the adapter cannot be right
 */
export function asSurveyed(target: Target, { lines = [], operations, clock, webhooks }: Survey): Target {
  refuseWrong(lines);
  const unusable = {
    ...target.unusable,
    ...Object.fromEntries(
      lines.filter(({ outcome }) => outcome === 'unusable').map(({ line, why }) => [line, why]),
    ),
  };
  const usable = Object.entries(target.controls).filter(
    ([name]) => unusable[`controls.${name}`] === undefined,
  );
  return {
    ...target,
    unusable,
    keyless: operationsIn(operations.keyless),
    forbidden: operationsIn(operations.forbidden ?? []),
    absentOperations: [...new Set([...target.absentOperations, ...operationsIn(operations.absent)])],
    controls: Object.fromEntries(usable),
    ...(clock && { clock }),
    ...(webhooks === 'not verified' && { signsOtherwise: true }),
  };
}
