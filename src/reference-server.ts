/** The reference server for the tests of other projects: `workforce-conformance/reference-server`. */
import './node-version.ts';
import type { paths as ControlPaths } from '../openapi/generated/control-types.ts';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.ts';
import { type Client, type ClientOf, createClient, createTypedFetch, unwrap } from '../sdk/client/index.ts';

export interface TestServerOptions {
  /** @defaultValue 0, which takes any free port */
  readonly port?: number;
  /** Whether clocks stand until {@link TestServer.advance} moves them, or flow. @defaultValue 'manual' */
  readonly mode?: 'manual' | 'automatic';
  /** Whether there is example content in the businesses. @defaultValue false */
  readonly seedData?: boolean;
  /** @defaultValue 'sandbox' */
  readonly environment?: 'sandbox' | 'production';
}

/** A business of the server: the id is for the control plane, the key for the `X-MultiTenantKey` header. */
export interface TestBusiness {
  readonly businessId: string;
  readonly tenantKey: string;
}

export interface TestServer extends ReferenceServer, AsyncDisposable {
  /** A typed client with the platform's key, for the platform's default business unless one is given. */
  client(business?: TestBusiness): Client;
  /** A business with nothing in it, so that tests do not disturb each other. */
  createBusiness(): Promise<TestBusiness>;
  /**
   * Moves the clock of a business on. Resolves when everything that fell due on the way has happened, webhook deliveries
   * and their retries included.
   *
   * @param business the platform's default one unless given
   */
  advance(seconds: number, business?: TestBusiness): Promise<void>;
  /**
   * Has events delivered to a receiver on this machine; those of all businesses unless one is given.
   *
   * @returns the signing secret
   */
  deliverTo(url: string, business?: TestBusiness): Promise<{ readonly secret: string }>;
  /** All other controls, such as settling or failing a transaction. */
  readonly control: ClientOf<ControlPaths>;
}

/**
 * Starts a reference server for tests, on loopback, with a control plane. Close it after use, or declare it with
 * `await using`.
 *
 * @throws Error that names the port and the remedy when the port is in use
 *
 * @example
 * await using server = await createReferenceServer();
 * const business = await server.createBusiness();
 * const persons = await unwrap(server.client(business).GET('/v1/persons'));
 */
export async function createReferenceServer({
  mode = 'manual',
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const server = await startReferenceServer({ ...options, mode, control: true });
  const control = createTypedFetch<ControlPaths>({ baseUrl: server.url });
  const client = (business?: TestBusiness) =>
    createClient({
      baseUrl: server.url,
      token: server.keys.platformToken,
      ...(business && { tenantKey: business.tenantKey }),
    });
  let made = 0;
  return {
    ...server,
    control,
    client,
    async createBusiness() {
      made += 1;
      const body = { name: `Test business ${made}`, email: `business-${made}@example.com`, country: 'NG' };
      return unwrap(client().POST('/v1/platform/businesses', { body }));
    },
    async advance(seconds, { businessId } = server.businesses.platform) {
      const params = { path: { businessId } };
      await unwrap(control.POST('/_control/clocks/{businessId}/advance', { params, body: { seconds } }));
    },
    async deliverTo(url, business) {
      const body = { url, ...(business && { businessId: business.businessId }) };
      return unwrap(control.POST('/_control/webhook-endpoints', { body }));
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
