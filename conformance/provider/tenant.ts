/** Businesses that checks work in. */
import type { components } from '../../openapi/generated/types.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Caller } from '../http/message.ts';
import { ClockReadings } from '../target/clock-readings.ts';
import { accessOf, type Target } from '../target/target.ts';
import type { Scenario } from './scenario.ts';
import { type BusinessInput, businessInput } from './valid-requests.ts';

/** A business and how to act for it. */
export interface Tenant {
  readonly caller: Caller;
  /** Absent when only an org token is known and not its business; clocks and endpoints are then out of reach. */
  readonly businessId?: string;
  /** What events of this business carry; absent like businessId. */
  readonly tenantKey?: string;
}

/** Whether nobody else does anything in the business: it was made for the case. */
export const isAlone = ({ tenantKey }: Tenant): boolean => tenantKey !== undefined;

/** Acts for the platform's default business. */
export function platformCaller({ target }: Scenario): Caller {
  const token = target.credentials.platformToken;
  if (token === undefined) throw new CaseEnded('The target offers no platform token.');
  return { token };
}

export function orgCaller({ target }: Scenario): Caller {
  const token = target.credentials.orgToken;
  if (token === undefined) throw new CaseEnded('The target offers no org token.');
  return { token };
}

/** Creates a business under the platform. */
export async function createBusiness(
  scenario: Scenario,
  input: BusinessInput = businessInput(scenario.data),
): Promise<Required<Tenant>> {
  const caller = platformCaller(scenario);
  const { json } = await scenario.succeed('createBusiness', caller, { body: input });
  const { businessId, tenantKey } = (json ?? {}) as Partial<components['schemas']['BusinessCreated']>;
  if (typeof businessId !== 'string' || typeof tenantKey !== 'string') {
    throw new CaseEnded('Creating a business did not answer businessId and tenantKey.');
  }
  return { caller: { ...caller, tenantKey }, businessId, tenantKey };
}

const turns = new WeakMap<Target, Promise<void>>();

/** Waits for the one business of an org token, and hands it on when the case is over. */
async function takeTurn(scenario: Scenario): Promise<void> {
  const before = turns.get(scenario.target) ?? Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.set(
    scenario.target,
    before.then(() => promise),
  );
  scenario.atEnd(async () => resolve());
  await before;
}

/** The business of a key, which is there already and is shared with everybody. */
function existingTenant(
  scenario: Scenario,
  key = scenario.has('org-token') ? 'orgToken' : 'platformToken',
): Tenant {
  const { target } = scenario;
  const isOrg = key === 'orgToken';
  const businessId = isOrg ? target.orgBusinessId : target.platformBusinessId;
  return {
    caller: isOrg ? orgCaller(scenario) : platformCaller(scenario),
    ...(businessId !== undefined && { businessId }),
  };
}

/**
 * The business that a case works in: one of its own where there is a platform token, else the business of the org
 * token, one case at a time. Where no person can be created it is the business of a key in which there are some. Its clock is stopped, so that only the case moves it. Where nothing may be written it is the
 * business of a key, and the case only reads.
 */
export async function openTenant(scenario: Scenario): Promise<Tenant> {
  if (accessOf(scenario.target) === 'read-only') return existingTenant(scenario);
  scenario.setup('open a business');
  const { residents } = scenario;
  if (residents !== undefined) {
    await takeTurn(scenario);
    const tenant = existingTenant(scenario, residents.key);
    await stopClock(scenario, tenant);
    return tenant;
  }
  if (scenario.has('platform-token')) {
    const tenant = await createBusiness(scenario);
    await stopClock(scenario, tenant);
    return tenant;
  }
  await takeTurn(scenario);
  const { orgBusinessId } = scenario.target;
  const tenant = {
    caller: orgCaller(scenario),
    ...(orgBusinessId !== undefined && { businessId: orgBusinessId }),
  };
  await stopClock(scenario, tenant);
  return tenant;
}

async function stopClock(scenario: Scenario, tenant: Tenant): Promise<void> {
  if (scenario.has('clock') && tenant.businessId !== undefined) await advance(scenario, tenant, 0);
}

/** @throws CaseEnded when the business is that of an org token and nobody has told its id. */
export function businessIdOf({ businessId }: Tenant): string {
  if (businessId === undefined) throw new CaseEnded('The id of the business of the org token is not known.');
  return businessId;
}

const clocks = new WeakMap<Scenario, ClockReadings>();

/** Moves the clock of a business; answers the new time in Unix seconds. */
export function advance(scenario: Scenario, tenant: Tenant, seconds: number): Promise<number> {
  const readings = clocks.get(scenario) ?? new ClockReadings();
  clocks.set(scenario, readings);
  const businessId = businessIdOf(tenant);
  return readings.advance(businessId, seconds, () =>
    scenario.control('advanceClock')(scenario.controlSend, businessId, seconds),
  );
}

/** Waits until everything that is due for a business has happened, where the target can say so. */
export async function drain(scenario: Scenario, tenant: Tenant): Promise<void> {
  if (scenario.has('drain')) await scenario.control('drain')(scenario.controlSend, businessIdOf(tenant));
}

/** Registers a webhook endpoint for one business. */
export function endpointFor(scenario: Scenario, tenant: Tenant) {
  return scenario.registerEndpoint(businessIdOf(tenant));
}
