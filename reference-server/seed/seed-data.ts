/** Example content that hangs together, made by what a caller and the outside world could have done. */
import { businessCollections } from '../state/records.ts';
import { reading } from '../store/store.ts';
import { Gardener, type SeedParts } from './gardener.ts';
import { accounts, fund, payouts, payroll, payrolls } from './money.ts';
import { contracts, invoices } from './papers.ts';
import { adaeze, hannah, mateo, sofia, wanjiru } from './people.ts';
import { hire, invite, verifications } from './workforce.ts';

async function plantPlatform(garden: Gardener): Promise<void> {
  const employees = [await hire(garden, adaeze), await hire(garden, hannah)] as const;
  const contractor = await hire(garden, mateo);
  const users = [
    await invite(garden, employees[0]),
    await invite(garden, employees[1]),
    await invite(garden, contractor),
  ] as const;
  await verifications(garden, users);
  await fund(garden, 100_000);
  await payrolls(garden, employees, [contractor]);
  await payouts(garden);
  await contracts(garden, employees);
  await invoices(garden, contractor);
  await accounts(garden);
}

async function plantOrg(garden: Gardener): Promise<void> {
  const employee = await hire(garden, wanjiru);
  const contractor = await hire(garden, sofia);
  await fund(garden, 20_000);
  await payroll(garden, [employee], { on: 5 });
  await invoices(garden, contractor);
}

/** Puts example content into the two businesses that are there from the start, unless one has something already. */
export async function plantSeedData(parts: SeedParts): Promise<void> {
  const { store, access } = parts.service;
  const { platform, org } = access;
  const records = await store.transaction(async (transaction) => {
    const lists = await Promise.all(
      businessCollections.flatMap((name) =>
        [platform, org].map(({ id: businessId }) => transaction.list(name, { businessId })),
      ),
    );
    return lists.flat();
  }, reading);
  if (records.length > 0) return;
  await plantPlatform(await Gardener.of(parts, platform.id));
  await plantOrg(await Gardener.of(parts, org.id));
}
