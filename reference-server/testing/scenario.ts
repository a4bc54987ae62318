/** A server with clients and the few steps that most tests begin with. */

import { randomUUID } from 'node:crypto';
import { type ReferenceServer, type ReferenceServerOptions, startReferenceServer } from '../server.ts';
import type { Store } from '../store/store.ts';
import { createClient, type TestClient } from './client.ts';
import { type ControlClient, createControlClient } from './control-client.ts';
import { type ReceivedEvent, type Receiver, startReceiver } from './receiver.ts';

export interface Scenario extends AsyncDisposable {
  readonly server: ReferenceServer;
  readonly client: TestClient;
  readonly control: ControlClient;
  /** Creates and saves a payroll of one entry in the platform's default business and returns its id. */
  savedPayroll(payroll?: { payrollDate?: string; salary?: number }): Promise<string>;
  /**
   * Registers a receiver for the events of a business, by default the platform's.
   *
   * @returns a function that sends the due deliveries and returns every event so far.
   */
  watch(businessId?: string): Promise<() => Promise<readonly ReceivedEvent[]>>;
  /** The time of the platform's default business, in Unix seconds; its clock stands from then on. */
  now(): Promise<number>;
  deposit(amount: number): Promise<void>;
  statusOf(payrollId: string): Promise<string>;
  balance(): Promise<number>;
  /** @throws Error when an event was not as described. */
  close(): Promise<void>;
}

const farFuture = '2999-12-31';
const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };

export async function startScenario(options: ReferenceServerOptions = {}): Promise<Scenario> {
  const server = await startReferenceServer({ control: true, ...options });
  const client = createClient(server);
  const control = createControlClient(server);
  const platformId = server.businesses.platform.businessId;
  const receivers: Receiver[] = [];
  const close = async () => {
    await server.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  };
  return {
    server,
    client,
    control,
    async watch(businessId = platformId) {
      const receiver = await startReceiver();
      receivers.push(receiver);
      await control.register(receiver.url, businessId);
      return async () => {
        await control.advance(businessId, 0);
        return receiver.received.map(({ event }) => event);
      };
    },
    now: async () => (await control.advance(platformId, 0)).now,
    async savedPayroll({ payrollDate = farFuture, salary = 1000 } = {}) {
      const { id: personId = '' } = await client.ok('createPerson', { body: { firstName: 'Adaeze' } });
      const { payrollId = '' } = await client.ok('createPayroll', { body: {} });
      const entries = [{ personId, salary: { amount: salary, currency: 'USD' } }];
      await client.ok('savePayroll', { path: { payrollId }, body: { payrollDate, payPeriod, entries } });
      return payrollId;
    },
    async deposit(amount) {
      await client.ok('createBusinessDeposit', { body: { value: { amount, currency: 'USD' } } });
    },
    async statusOf(payrollId) {
      return (await client.ok('readPayroll', { path: { payrollId } })).status ?? '';
    },
    async balance() {
      const { data = [] } = await client.ok('listWallets');
      return data.find(({ balance }) => balance?.currency === 'USD')?.balance?.amount ?? 0;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

// A server whose store a test can write to, in place of another area.

export interface StoredScenario extends Scenario {
  readonly store: Store;
  /** Adds a user to a business, by default the platform's, and returns its id. */
  addUser(user?: { businessId?: string; personId?: string; email?: string }): Promise<string>;
}

export async function startStoredScenario(options: ReferenceServerOptions = {}): Promise<StoredScenario> {
  let opened: Store | undefined;
  const wrapStore = (store: Store) => {
    opened = store;
    return store;
  };
  const scenario = await startScenario({ ...options, fault: { id: 'none', overrides: { wrapStore } } });
  if (opened === undefined) throw new Error('The server opened no store');
  const store = opened;
  return {
    ...scenario,
    store,
    async addUser({ businessId = scenario.server.businesses.platform.businessId, ...user } = {}) {
      const id = randomUUID();
      await store.transaction((transaction) =>
        transaction.put('users', { id, businessId, user: { id, ...user } }),
      );
      return id;
    },
  };
}
