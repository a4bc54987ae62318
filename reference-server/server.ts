/** The reference server: an executable reading of the interface document. */
import { createServer, type Server } from 'node:http';
import { allOperations, type OperationId } from '../openapi/description.ts';
import { controlRouter } from './control/routes.ts';
import type { Fault } from './faults/fault.ts';
import { createApplication, handlersOf } from './http/application.ts';
import type { Keys } from './http/authentication-rules.ts';
import type { BusinessRecord } from './resources/businesses/records.ts';
import type { ControlSchemas } from './schemas.ts';
import { createService } from './service.ts';
import { openStore } from './store/open-store.ts';

export interface ReferenceServerOptions {
  /** @defaultValue 0, which takes any free port */
  readonly port?: number;
  /** @defaultValue '127.0.0.1' */
  readonly host?: string;
  /** @defaultValue 'sandbox' */
  readonly environment?: 'sandbox' | 'production';
  /** Whether the control plane of control.yaml is served. @defaultValue false */
  readonly control?: boolean;
  /** Tokens to accept; those left out are random. */
  readonly keys?: Partial<Keys>;
  /** File that keeps everything over a restart; without it the state is in memory. It is created when missing. */
  readonly state?: string;
  /** Seconds from the processing of a payroll to the confirmation of its disbursements. @defaultValue 3600 */
  readonly settlementSeconds?: number;
  /** Whether the clocks of new businesses flow, or stand until they are moved. @defaultValue 'automatic' */
  readonly mode?: 'automatic' | 'manual';
  /** A deliberate deviation from the document. */
  readonly fault?: Pick<Fault, 'id' | 'overrides'>;
}

export interface ReferenceServer {
  readonly url: string;
  readonly environment: 'sandbox' | 'production';
  readonly keys: Keys;
  /** The platform's default business and the one business of the org token. */
  readonly businesses: {
    readonly platform: ControlSchemas['BusinessRef'];
    readonly org: ControlSchemas['BusinessRef'];
  };
  /** Operations of the description that the server does not serve yet; they are answered 501. */
  readonly absentOperations: readonly OperationId[];
  /** Ends requests and deliveries that are under way, then lets go of the port. */
  close(): Promise<void>;
}

/** Time that requests under way have when the server closes. */
const closeGraceMillis = 2_000;

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const remedy = 'stop the process that uses it, or choose another port (0 takes any free one)';
      reject(
        hasCode(cause, 'EADDRINUSE')
          ? new Error(`Failed to listen on port ${port}: ${remedy}`, { cause })
          : cause,
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function stopListening(server: Server): Promise<void> {
  // A request that never ends would otherwise keep the server open.
  const grace = setTimeout(() => server.closeAllConnections(), closeGraceMillis);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(grace);
}

const referenceTo = ({ id, tenantKey }: BusinessRecord) => ({ businessId: id, tenantKey });

/**
 * Starts the reference server. It serves operations of openapi.yaml over plain HTTP.
 *
 * @throws Error that names the port and the remedy when the port is in use.
 * @throws StateFileError that names the file and the remedy when the state file cannot be used.
 */
export async function startReferenceServer(options: ReferenceServerOptions = {}): Promise<ReferenceServer> {
  const { port = 0, host = '127.0.0.1', environment = 'sandbox', control = false, fault } = options;
  const opened = await openStore(environment, options.keys, options.state);
  const { rules, wrapStore, wrapSend, ...hooks } = fault?.overrides ?? {};
  const service = await createService({
    environment,
    opened,
    timing: { settlementSeconds: options.settlementSeconds ?? 3600, complianceSeconds: 5 },
    mode: options.mode ?? 'automatic',
    ...(rules && { rules }),
    ...(wrapStore && { wrapStore }),
    ...(wrapSend && { wrapSend }),
  });
  const handlers = handlersOf(service);
  const absentOperations = allOperations.flatMap(({ id }) => (id in handlers ? [] : [id]));
  const application = createApplication(
    service,
    handlers,
    hooks,
    control ? controlRouter(service, { absentOperations, ...(fault && { fault: fault.id }) }) : undefined,
  );
  const server = createServer(application);
  const actualPort = await listen(server, port, host).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });

  let closed: Promise<void> | undefined;
  const close = async () => {
    await stopListening(server);
    await service.close();
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    environment,
    keys: opened.access.keys,
    get businesses() {
      const { platform, org } = service.access;
      return { platform: referenceTo(platform), org: referenceTo(org) };
    },
    absentOperations,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
