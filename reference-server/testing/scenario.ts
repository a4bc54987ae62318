/** A server with clients and the few steps that most tests begin with. */
import type { ReferenceServerOptions } from '../server.ts';
import { type ReferenceServer, startReferenceServer } from '../server.ts';
import { createClient, type TestClient } from './client.ts';
import { type ControlClient, createControlClient } from './control-client.ts';

export interface Scenario extends AsyncDisposable {
  readonly server: ReferenceServer;
  readonly client: TestClient;
  readonly control: ControlClient;
  /** Creates and saves a payroll of one entry in the platform's default business and answers its id. */
  savedPayroll(payroll?: { payrollDate?: string; salary?: number }): Promise<string>;
  deposit(amount: number): Promise<void>;
  statusOf(payrollId: string): Promise<string>;
  balance(): Promise<number>;
}

const farFuture = '2999-12-31';
const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };

export async function startScenario(options: ReferenceServerOptions = {}): Promise<Scenario> {
  const server = await startReferenceServer({ control: true, ...options });
  const client = createClient(server);
  return {
    server,
    client,
    control: createControlClient(server),
    async savedPayroll({ payrollDate = farFuture, salary = 1000 } = {}) {
      const { id: personId = '' } = await client.ok('createPerson', { body: { firstName: 'Adaeze' } });
      const { payrollId = '' } = await client.ok('createPayroll', { body: {} });
      const entries = [{ personId, salary: { amount: salary, currency: 'USD' } }];
      await client.ok('savePayroll', { payrollId, body: { payrollDate, payPeriod, entries } });
      return payrollId;
    },
    async deposit(amount) {
      await client.ok('createBusinessDeposit', { body: { value: { amount, currency: 'USD' } } });
    },
    async statusOf(payrollId) {
      return (await client.ok('readPayroll', { payrollId })).status;
    },
    async balance() {
      const { data = [] } = await client.ok('listWallets');
      return data.find(({ balance }) => balance?.currency === 'USD')?.balance?.amount ?? 0;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
