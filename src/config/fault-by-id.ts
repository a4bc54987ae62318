/** Finds a fault by its id. */
import type { Fault } from '../../reference-server/faults/fault.ts';
import { faults, findFault } from '../../reference-server/faults/index.ts';
import { suggestion } from './nearest.ts';
import { refuse } from './refuse.ts';

/** @throws ConformanceError with code `CONFIGURATION_INVALID` that suggests ids like the unknown one */
export function faultById(id: string): Fault {
  const fault = findFault(id);
  if (fault !== undefined) return fault;
  const near = suggestion(
    id,
    faults.map((entry) => entry.id),
  );
  throw refuse(`There is no fault "${id}".${near} \`conformance list faults\` shows all.`);
}
