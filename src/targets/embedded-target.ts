/** A reference server of our own as the target. It is loaded in the thread that it runs in, and in no other. */
import type { Access, Environment } from '../../conformance/engine/events.ts';
import type { Patience } from '../../conformance/engine/scenario.ts';
import { referenceControls } from '../../conformance/target/reference-controls.ts';
import type { Sentinels } from '../../conformance/target/sentinels.ts';
import type { OpenTarget, Target } from '../../conformance/target/target.ts';
import { testDataCandidates, valuesOf } from '../../conformance/target/test-data.ts';
import type { OperationId } from '../../openapi/description.ts';
import type { Deviation } from '../../reference-server/fault.ts';
import type { ReferenceServer } from '../../reference-server/server.ts';
import type { FaultEntry } from '../config/fault-catalogue.ts';
import { startServerThread } from './server-thread.ts';

export interface EmbeddedOptions {
  /** @defaultValue that of the fault, or else `sandbox` */
  readonly environment?: Environment;
  /** @defaultValue `read-write` */
  readonly access?: Access;
  readonly patience?: Patience;
  /** Whether the suite gets the controls of the control plane. */
  readonly control: boolean;
  readonly fault?: Deviation;
  readonly absentOperations?: readonly OperationId[];
  /** Whether there is example content in its businesses. */
  readonly seedData?: boolean;
}

/** Options of a server in a thread of its own, which loads the fault itself. */
export interface ThreadedOptions extends EmbeddedOptions {
  readonly fault?: FaultEntry;
}

/** The receiver is on this machine; one that never answers holds a run up for as long as the server waits for it. */
const attemptTimeoutMillis = 2_000;

/** Starts a reference server in this thread, on any free port of the loopback address. */
export async function openEmbeddedTarget(options: EmbeddedOptions): Promise<OpenTarget> {
  const { fault, environment = fault?.environment ?? 'sandbox', control, seedData = false } = options;
  const { startReferenceServer } = await import('../../reference-server/server.ts');
  const server = await startReferenceServer({
    environment,
    control,
    seedData,
    attemptTimeoutMillis,
    ...(fault && { fault }),
  });
  return targetOf(server, options);
}

/** Starts a reference server in a thread of its own: more requests a second for a slower start. */
export async function openEmbeddedThread(options: ThreadedOptions): Promise<OpenTarget> {
  const { fault, environment = fault?.environment ?? 'sandbox', control } = options;
  const server = await startServerThread({
    environment,
    control,
    attemptTimeoutMillis,
    ...(fault && { fault: { id: fault.id, module: fault.module } }),
  });
  const opened = targetOf(server, options);
  // Nothing of a sound server of our own has to be found out.
  return fault === undefined ? { ...opened, target: { ...opened.target, known } } : opened;
}

/** What the reference server accepts, and that it shows every write at once. */
const known: NonNullable<Target['known']> = {
  accepts: { values: valuesOf(testDataCandidates()[0]), opensBusinesses: true, refused: [] },
  lag: { listMillis: 0, readMillis: 0 },
};

function targetOf(server: ReferenceServer, options: EmbeddedOptions): OpenTarget {
  const { access = 'read-write', patience, control, fault } = options;
  const { environment } = server;
  return {
    target: {
      baseUrl: server.url,
      kind: 'reference',
      environment,
      access,
      credentials: { ...server.keys, foreignTenantKey: server.businesses.org.tenantKey },
      controls: control ? referenceControls : {},
      clock: 'of each business',
      data: { sentinels: referenceSentinels },
      absentOperations: options.absentOperations ?? [],
      orgBusinessId: server.businesses.org.businessId,
      platformBusinessId: server.businesses.platform.businessId,
      ...(patience && { patience }),
      ...(fault && { fault: fault.id }),
    },
    close: () => server.close(),
  };
}

export const referenceSentinels: Sentinels = {
  payouts: [
    { accountName: 'fail-compliance', message: 'Rejected by compliance' },
    { accountName: 'fail-account-closed', message: 'The account is closed' },
  ],
  address: { approve: 'auto-approve', reject: 'auto-reject' },
  principals: [
    { ssn: '000-00-0001', outcome: 'additional-information-needed' },
    { ssn: '000-00-0002', outcome: 'rejected' },
  ],
};
