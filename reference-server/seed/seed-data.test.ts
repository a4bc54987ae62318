import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlSchemas } from '../state/schemas.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

describe.each(['sandbox', 'production'] as const)('in %s', (environment) => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await startScenario({ environment, seedData: true });
  });
  afterAll(() => scenario.close());

  test('both businesses have workers in several countries', async () => {
    const { client, server } = scenario;
    const { data } = await client.ok('listPersons');
    expect(data.map(({ type, address }) => [type, address?.countryCode])).toEqual([
      ['EMPLOYEE', 'NG'],
      ['EMPLOYEE', 'GB'],
      ['CONTRACTOR', 'CO'],
    ]);
    const { data: others } = await client.ok('listPersons', { token: server.keys.orgToken });
    expect(others.map(({ firstName }) => firstName)).toEqual(['Wanjiru', 'Sofia']);
  });

  test('payrolls are in several states', async () => {
    const { data } = await scenario.client.ok('listPayrolls');
    expect(data).toHaveLength(4);
    expect(new Set(data.map(({ status }) => status)).size).toBeGreaterThan(2);
    expect(data.map(({ status }) => status)).toContain('Awaiting Funds');
  });

  test('the wallet holds what came in minus what went out, according to the ledger', async () => {
    const { client, control, server } = scenario;
    const { data = [] } = await client.ok('listWallets');
    const { body } = await control.send('GET', `/businesses/${server.businesses.platform.businessId}/ledger`);
    const { data: entries } = body as { data: ControlSchemas['LedgerEntry'][] };
    const held = entries.reduce(
      (sum, { from, to, amount }) => sum + (to === 'wallet' ? amount : 0) - (from === 'wallet' ? amount : 0),
      0,
    );
    expect(data.map(({ balance }) => balance)).toEqual([{ amount: held, currency: 'USD' }]);
    expect(held).toBeGreaterThan(0);
  });

  test('verifications are approved, rejected and undecided', async () => {
    const { data: users } = await scenario.client.ok('listUsers');
    const records = await Promise.all(
      users.map(({ id: userId }) => scenario.client.ok('readKyc', { path: { userId } })),
    );
    expect(records.map(({ identity }) => identity.status)).toEqual(['approved', 'rejected', 'processing']);
  });

  test('payouts are in progress, and one in the sandbox will fail', async () => {
    const { client, control, server } = scenario;
    expect((await client.ok('listPayouts')).data.map(({ status }) => status)).toEqual([
      'initiated',
      'initiated',
    ]);
    await control.advance(server.businesses.platform.businessId, 2 * 86_400);
    const second = environment === 'sandbox' ? 'failed' : 'succeeded';
    expect((await client.ok('listPayouts')).data.map(({ status }) => status)).toEqual(['succeeded', second]);
  });

  test('a contract is signed by the business, an invoice is approved, and an expense awaits its review', async () => {
    const { client, server } = scenario;
    const { data: contracts } = await client.ok('listContracts');
    expect(contracts.map(({ signatures }) => signatures.map(({ status }) => status))).toEqual([
      ['signed', 'unsigned'],
      ['unsigned', 'unsigned'],
    ]);
    expect((await client.ok('listInvoices')).data).toHaveLength(2);
    expect((await client.ok('listInvoices', { token: server.keys.orgToken })).data).toHaveLength(2);
    const { data: expenses = [] } = await client.ok('listReimbursements');
    expect(expenses.map(({ status }) => status)).toEqual(['submitted']);
  });

  test('a reset restores it', async () => {
    await scenario.client.ok('createPerson', { body: { firstName: 'Another' } });
    await scenario.control.send('POST', '/reset');
    expect((await scenario.client.ok('listPersons')).meta.itemCount).toBe(3);
  });
});

test('without the option there is no data', async () => {
  await using scenario = await startScenario();
  expect((await scenario.client.ok('listPersons')).data).toEqual([]);
});
