/** The deliberate faults that `--fault` names. The product has none of its own: the composition root hands them in. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { suggestion } from '../../openapi/nearest.ts';
import type { Deviation } from '../../reference-server/fault.ts';
import { refuse } from './refuse.ts';

/** A fault as the commands list and explain it. */
export interface FaultEntry extends Deviation {
  /** What a user of such a server would suffer, as a plain sentence. */
  readonly title: string;
  readonly area: string;
  readonly class: string;
  /** In which ways it is subtle, if it is. */
  readonly subtle: readonly string[];
  /** Requirements that the fault breaks, the nearest first. */
  readonly breaks: readonly RequirementId[];
  /** Address of the module whose `catalogue` has this entry, so that another thread can load it. */
  readonly module: string;
}

/** Loads the catalogue, which takes longer than most commands that do not need it. */
export type LoadFaults = () => Promise<readonly FaultEntry[]>;

/**
 * The fault that `--fault` names, if it names one. The catalogue is loaded only then.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export const namedFault = async (
  id: string | undefined,
  loadFaults: LoadFaults,
): Promise<FaultEntry | undefined> => (id === undefined ? undefined : chooseFault(await loadFaults(), id));

/** @throws ConformanceError with code `CONFIGURATION_INVALID` that suggests ids like the unknown one */
export function chooseFault<Entry extends Pick<Deviation, 'id'>>(
  faults: readonly Entry[],
  id: string,
): Entry {
  const fault = faults.find((entry) => entry.id === id);
  if (fault !== undefined) return fault;
  const near = suggestion(
    id,
    faults.map((entry) => entry.id),
  );
  throw refuse(`There is no fault "${id}".${near} \`conformance list faults\` shows all.`);
}
