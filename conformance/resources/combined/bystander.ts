/** A business of the same platform in which nothing happens: it must see nothing of the business under test. */
import type { OperationId } from '../../../openapi/description.ts';
import { itemsOf } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import type { Endpoint } from '../../provider/endpoints.ts';
import type { Fixture } from '../../provider/fixture.ts';
import { envelopeOf } from '../../provider/inspect.ts';
import type { Alternative } from '../../provider/model.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { createBusiness, drain, endpointFor, readClock } from '../../provider/tenant.ts';
import { awaitBalance, deposit, readBalance } from '../../provider/wallet.ts';

export interface Bystander {
  readonly tenant: Tenant;
  readonly endpoint: Endpoint | undefined;
  /** The observed lists, with the ids that they showed at first. */
  readonly lists: ReadonlyMap<OperationId, ReadonlySet<string>>;
  readonly balance: number | undefined;
}

const idFields = ['id', 'payrollId', 'personId', 'userId'] as const;

/** The ids of the items of a list. */
async function idsIn(
  scenario: Scenario,
  list: OperationId,
  { caller }: Tenant,
): Promise<ReadonlySet<string>> {
  const items = itemsOf(await scenario.send(list, caller));
  return new Set(
    items.flatMap((item) => {
      const id = idFields.map((field) => item[field]).find((value) => typeof value === 'string');
      return typeof id === 'string' ? [id] : [];
    }),
  );
}

const funds = 1_000;

/** Undefined if it cannot be read, or if the funds have not arrived yet: they would look like those of others later. */
async function firstBalance(scenario: Scenario, { caller }: Tenant): Promise<number | undefined> {
  if (!scenario.has('list-wallets')) return undefined;
  if (!scenario.has('sandbox')) return readBalance(scenario, caller);
  const balance = await awaitBalance(scenario, caller, (seen) => seen >= funds);
  return balance < funds && !scenario.conclusive ? undefined : balance;
}

export async function openBystander(scenario: Scenario, wanted: readonly OperationId[]): Promise<Bystander> {
  scenario.setup('open another business, in which nothing is done');
  const tenant = await createBusiness(scenario);
  if (scenario.has('clock')) await readClock(scenario, tenant);
  if (scenario.has('sandbox')) await deposit(scenario, tenant.caller, funds);
  await drain(scenario, tenant);
  const lists = new Map<OperationId, ReadonlySet<string>>();
  for (const list of wanted) {
    if (scenario.offers(list)) lists.set(list, await idsIn(scenario, list, tenant));
  }
  const endpoint = scenario.has('webhooks') ? await endpointFor(scenario, tenant) : undefined;
  return { tenant, endpoint, lists, balance: await firstBalance(scenario, tenant) };
}

/** Reads everything that the bystander can see, and returns the function that judges it. */
export async function lookAtBystander(
  scenario: Scenario,
  fixture: Fixture,
  { tenant, endpoint, lists, balance }: Bystander,
): Promise<(alternative: Alternative) => void> {
  const { tenant: other, endpoint: others } = fixture;
  await drain(scenario, tenant);
  const subjects = new Set(others?.channel.deliveries.map((delivery) => envelopeOf(delivery).data?.id));
  subjects.delete(undefined);
  const strange: string[] = [];
  for (const [list, before] of lists) {
    const added = [...(await idsIn(scenario, list, tenant))].filter((id) => !before.has(id));
    if (added.length === 0) continue;
    // A third business does not belong to this case, and would be missing in a replay.
    const elsewhere = others === undefined ? await idsIn(scenario, list, other) : subjects;
    strange.push(...added.filter((id) => elsewhere.has(id)).map((id) => `${id} in ${list}`));
  }
  const after = balance === undefined ? undefined : await readBalance(scenario, tenant.caller);
  const leaked = (endpoint?.channel.deliveries ?? []).map(envelopeOf).filter(({ data }) => {
    const isOther = other.tenantKey !== undefined && data?.tenantKey === other.tenantKey;
    return isOther || subjects.has(data?.id);
  });
  return (alternative) => {
    const nothing = 'nothing of this business in the lists of another one, in which nothing was done';
    alternative.require('AUTH-006', strange.length === 0, nothing, strange.join(', '));
    if (balance !== undefined && after !== undefined) {
      const unmoved = `the other business to keep its balance of ${balance}`;
      alternative.require('SANDBOX-003', after <= balance, unmoved, String(after));
      alternative.require('AUTH-006', after >= balance, unmoved, String(after));
    }
    if (endpoint === undefined) return;
    const types = leaked.map(({ eventType }) => String(eventType)).join(', ');
    const expected = 'no event at the endpoint of another business';
    alternative.require('HOOK-015', leaked.length === 0, expected, types);
  };
}
