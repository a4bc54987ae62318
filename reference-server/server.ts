/** The reference server: an executable interpretation of the interface document. */
import type { Server } from 'node:http';
import { handlersOf } from './api/handlers.ts';
import { guardControlPlane, metricsHandler } from './control/guard.ts';
import { createControls } from './control/operations.ts';
import { controlHandlers, controlRouter } from './control/routes.ts';
import { type Deviation, overridesOf } from './fault.ts';
import { createApplication } from './http/application.ts';
import { fieldWarnings } from './http/field-warnings.ts';
import { type Health, withHealth } from './http/health.ts';
import type { ConnectionLimits } from './http/limits.ts';
import { createDirectCaller } from './http/operations.ts';
import { RequestLog, requestLogger } from './http/request-log.ts';
import { createWebServer, messagesOf } from './http/web-server.ts';
import type { Keys } from './resources/tokens/keys.ts';
import { createSeedData } from './seed/seed-data.ts';
import { type Observer, observers } from './service/observer.ts';
import { createService } from './service/service.ts';
import type { GrowthLimits } from './shared/growth.ts';
import { openSharedStore } from './shared/open-shared-store.ts';
import { isPostgresAddress } from './shared/postgres/address.ts';
import { createKeyGuesses, createRateLimits } from './shared/rate-limits.ts';
import type { Coordination } from './shared/replicas.ts';
import { openSharedUse } from './shared/shared-use.ts';
import type { Metrics } from './shared/telemetry/metrics.ts';
import { readOutboxStatus } from './shared/telemetry/outbox-status.ts';
import type { BusinessRecord } from './state/records/businesses.ts';
import type { ControlSchemas } from './state/schemas.ts';
import { type OpenStore, openStore } from './store/open-store.ts';
import { receiverPolicy } from './webhooks/receiver-policy.ts';

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
  /**
   * Storage that keeps the state over a restart: a file, which is created if missing, or the address postgres://… of a
   * database, which any number of servers may share. Without it, the state is in memory.
   */
  readonly state?: string;
  /** Maximum number of connections to Postgres. @defaultValue 10 */
  readonly connections?: number;
  /** Seconds from the processing of a payroll to the confirmation of its disbursements. @defaultValue 3600 */
  readonly settlementSeconds?: number;
  /** Timeout of a webhook delivery, in milliseconds of real time; the document shows none. @defaultValue 10000 */
  readonly attemptTimeoutMillis?: number;
  /** Whether the clocks of new businesses run, or stand still until they are advanced. @defaultValue 'automatic' */
  readonly mode?: 'automatic' | 'manual';
  /** Whether the businesses get example data, unless there is data already. @defaultValue false */
  readonly seedData?: boolean;
  /** Limits of connections that differ from `connectionLimits`. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Hosts, addresses and networks that webhooks may go to; see `receiverPolicy`. @defaultValue this machine alone */
  readonly deliverTo?: readonly string[];
  /** Maximum requests per minute for each key, on this server. @defaultValue no limit */
  readonly requestsPerMinute?: number;
  /** Number of finished deliveries in the log, for all businesses together. @defaultValue 10000 */
  readonly keptDeliveries?: number;
  /** Days without a request or an event after which a created business is removed. @defaultValue never */
  readonly keptBusinessDays?: number;
  /** Latest requests that the control plane shows. @defaultValue 1000 */
  readonly keptRequests?: number;
  /** Limits of stored records that differ from `growthLimits`. */
  readonly growthLimits?: Partial<GrowthLimits>;
  /** Key of the control plane and of the metrics; without one, only this machine may use them. */
  readonly controlKey?: string;
  /** Served at /_metrics; must also be passed as an observer. */
  readonly metrics?: Metrics;
  /** Called with the server's actions, for logs, metrics and traces. */
  readonly observer?: Observer;
  /**
   * Whether the header `X-Field-Warnings` and the observer tell which fields of a body, words and names in a query are unknown.
   *
   * @defaultValue false
   */
  readonly fieldWarnings?: boolean;
  /** A deliberate deviation from the document. */
  readonly fault?: Pick<Deviation, 'id' | 'overrides'>;
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
  /** Reports not ready, and keeps serving requests; see `health.ts`. */
  retire(): void;
  /** Waits for open requests and deliveries, then closes the port. */
  close(): Promise<void>;
}

/** Time that open requests get when the server closes. */
const closeGraceMillis = 2_000;

const dayMillis = 86_400_000;

/** Real time beyond the timeout of an attempt after which another server makes it, because this one seems to be gone. */
const leaseMarginMillis = 2_000;

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

/** A wildcard address cannot be called, so loopback is shown instead. */
const callable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function urlOf(host: string, port: number): string {
  const name = callable[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** A store in memory, in a file, or in a database that other servers may use too. */
function open(
  environment: 'sandbox' | 'production',
  { keys = {}, state, connections = 10 }: ReferenceServerOptions,
): Promise<OpenStore & { readonly coordination?: Coordination }> {
  return state !== undefined && isPostgresAddress(state)
    ? openSharedStore(environment, keys, state, connections)
    : openStore(environment, keys, state);
}

const referenceTo = ({ id, tenantKey }: BusinessRecord) => ({ businessId: id, tenantKey });

/**
 * Starts the reference server. It serves operations of openapi.yaml over plain HTTP.
 *
 * @throws Error that names the port and the remedy when the port is in use.
 * @throws StateFileError or PostgresStoreError that names the place and the remedy when the state cannot be used.
 */
export async function startReferenceServer(options: ReferenceServerOptions = {}): Promise<ReferenceServer> {
  const { port = 0, host = '127.0.0.1', environment = 'sandbox', control = false, fault } = options;
  const { observer = {}, metrics, controlKey, requestsPerMinute, keptBusinessDays } = options;
  let ownPort: number | undefined;
  const opened = await open(environment, options);
  const { rules, wrapStore, wrapSend, ...hooks } = fault ? overridesOf(fault) : {};
  const attemptTimeoutMillis = options.attemptTimeoutMillis ?? 10_000;
  const sharing = {
    coordination: opened.coordination,
    leaseMillis: attemptTimeoutMillis + leaseMarginMillis,
    growthLimits: options.growthLimits,
    keptBusinessMillis: keptBusinessDays === undefined ? undefined : keptBusinessDays * dayMillis,
  };
  const service = await createService({
    environment,
    opened,
    shareWith: (parts) => openSharedUse(sharing, parts),
    timing: { settlementSeconds: options.settlementSeconds ?? 3600, complianceSeconds: 5 },
    attemptTimeoutMillis,
    mode: options.mode ?? 'automatic',
    observer,
    receivers: receiverPolicy(options.deliverTo, () => ownPort),
    ...(options.keptDeliveries !== undefined && { keptDeliveries: options.keptDeliveries }),
    ...(rules && { rules }),
    ...(wrapStore && { wrapStore }),
    ...(wrapSend && { wrapSend }),
  });
  const handlers = handlersOf(service);
  const log = new RequestLog(options.keptRequests);
  const observed = observers([requestLogger(log, service.clock), observer]);
  metrics?.watchOutbox(() => readOutboxStatus(service));
  const guard = guardControlPlane(controlKey, createKeyGuesses());
  const about = fault ? { fault: fault.id } : {};
  const operations = createDirectCaller(service, handlers);
  const startOver = async () => {
    await service.reset();
    log.clear();
    await begin();
  };
  const controlPlane = controlHandlers(service, about, log, startOver);
  const controls = createControls(controlPlane);
  const begin = async () => {
    if (options.seedData) await createSeedData({ service, operations, controls });
  };
  const giveUp = async (error: unknown): Promise<never> => {
    await service.close();
    throw error;
  };
  await begin().catch(giveUp);
  await opened.started?.();
  const application = createApplication(
    service,
    handlers,
    {
      ...hooks,
      ...(options.fieldWarnings && { warnings: fieldWarnings }),
    },
    createRateLimits(requestsPerMinute),
    observed,
    {
      ...(control && {
        control: controlRouter(controlPlane, { service, controls, operations, log, about }, guard),
      }),
      ...(metrics && { metrics: metricsHandler(metrics, guard) }),
    },
  );
  let isStopping = false;
  const health: Health = { isStopping: () => isStopping, isWritable: () => service.isWritable() };
  const server = createWebServer(withHealth(application, health), messagesOf(application), options.limits);
  const actualPort = await listen(server, port, host).catch(giveUp);
  ownPort = actualPort;

  let closed: Promise<void> | undefined;
  const close = async () => {
    isStopping = true;
    await stopListening(server);
    await service.close();
  };
  return {
    url: urlOf(host, actualPort),
    environment,
    keys: opened.access.keys,
    get businesses() {
      const { platform, org } = service.access;
      return { platform: referenceTo(platform), org: referenceTo(org) };
    },
    retire() {
      isStopping = true;
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
