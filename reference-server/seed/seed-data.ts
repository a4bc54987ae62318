/** Consistent example content, created by calls and by events outside that could have happened. */
import { businessCollections } from '../state/records.ts';
import { reading } from '../store/store.ts';
import { accounts, fund, payouts, payroll, payrolls } from './money.ts';
import { adaeze, hannah, mateo, sofia, wanjiru } from './people.ts';
import { Seeder, type SeedParts } from './seeder.ts';
import { contracts, hire, invite, invoices, verifications } from './workforce.ts';

async function seedPlatform(seeder: Seeder): Promise<void> {
  const employees = [await hire(seeder, adaeze), await hire(seeder, hannah)] as const;
  const contractor = await hire(seeder, mateo);
  const users = [
    await invite(seeder, employees[0]),
    await invite(seeder, employees[1]),
    await invite(seeder, contractor),
  ] as const;
  await verifications(seeder, users);
  await fund(seeder, 100_000);
  await payrolls(seeder, employees, [contractor]);
  await payouts(seeder);
  await contracts(seeder, employees);
  await invoices(seeder, contractor);
  await accounts(seeder);
}

async function seedOrg(seeder: Seeder): Promise<void> {
  const employee = await hire(seeder, wanjiru);
  const contractor = await hire(seeder, sofia);
  await fund(seeder, 20_000);
  await payroll(seeder, [employee], { on: 5 });
  await invoices(seeder, contractor);
}

/** Puts example content into the two businesses that are there from the start, unless one has something already. */
export async function createSeedData(parts: SeedParts): Promise<void> {
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
  await seedPlatform(await Seeder.of(parts, platform.id));
  await seedOrg(await Seeder.of(parts, org.id));
}
