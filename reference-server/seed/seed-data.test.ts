import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

describe.each(['sandbox', 'production'] as const)('in %s', (environment) => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await startScenario({ environment, seedData: true });
  });
  afterAll(() => scenario.close());

  test('people of several countries work for both businesses', async () => {
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
    expect(new Set(data.map(({ status }) => status)).size).toBeGreaterThan(1);
    expect(data.map(({ status }) => status)).toContain('Awaiting Funds');
  });

  test('there is money, and every part of it is accounted for', async () => {
    const { data = [] } = await scenario.client.ok('listWallets');
    for (const { balance } of data) expect(balance?.amount).toBeGreaterThan(0);
  });

  test('a reset brings it back', async () => {
    await scenario.client.ok('createPerson', { body: { firstName: 'Another' } });
    await scenario.control.send('POST', '/reset');
    expect((await scenario.client.ok('listPersons')).meta.itemCount).toBe(3);
  });
});

test('without the option there is nothing', async () => {
  await using scenario = await startScenario();
  expect((await scenario.client.ok('listPersons')).data).toEqual([]);
});
