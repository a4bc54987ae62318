/** A reference server of our own as the target. */
import { ConformanceError } from '../conformance/engine/errors.ts';
import type { Access, Environment } from '../conformance/engine/events.ts';
import { referenceControls } from '../conformance/target/reference-controls.ts';
import type { Patience, Target } from '../conformance/target/target.ts';
import type { OperationId } from '../openapi/description.ts';
import type { Fault } from '../reference-server/faults/fault.ts';
import { faults, findFault } from '../reference-server/faults/index.ts';
import { startReferenceServer } from '../reference-server/server.ts';
import { suggestion } from './nearest.ts';

/** A target that is ready, and how to let go of it. */
export interface OpenTarget {
  readonly target: Target;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly environment?: Environment;
  /** @defaultValue `read-write` */
  readonly access?: Access;
  readonly patience?: Patience;
  /** Whether the suite gets the levers of the control plane. */
  readonly control: boolean;
  readonly fault?: Pick<Fault, 'id' | 'overrides'>;
  readonly absentOperations?: readonly OperationId[];
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` that suggests ids like the unknown one */
export function faultById(id: string): Fault {
  const fault = findFault(id);
  if (fault !== undefined) return fault;
  const near = suggestion(
    id,
    faults.map((entry) => entry.id),
  );
  throw new ConformanceError(
    'CONFIGURATION_INVALID',
    `There is no fault "${id}".${near} \`conformance list faults\` shows all.`,
  );
}

/** Starts a reference server on any free port of the loopback address. */
export async function openEmbeddedTarget(options: EmbeddedOptions): Promise<OpenTarget> {
  const { environment = 'sandbox', access = 'read-write', patience, control, fault } = options;
  const server = await startReferenceServer({ environment, control, ...(fault && { fault }) });
  return {
    target: {
      baseUrl: server.url,
      kind: 'reference',
      environment,
      access,
      credentials: server.keys,
      controls: control ? referenceControls : {},
      absentOperations: options.absentOperations ?? [],
      orgBusinessId: server.businesses.org.businessId,
      platformBusinessId: server.businesses.platform.businessId,
      ...(patience && { patience }),
      ...(fault && { fault: fault.id }),
    },
    close: () => server.close(),
  };
}
