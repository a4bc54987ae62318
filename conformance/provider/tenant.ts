/** The businesses in which checks work. */
import type { components } from '../../openapi/generated/types.ts';
import { CaseEnded, Refused } from '../engine/outcome.ts';
import type { Caller } from '../http/message.ts';
import { ClockReadings } from '../target/clock-readings.ts';
import { ignoreRefusal } from '../target/controls.ts';
import { accessOf, type Target } from '../target/target.ts';
import type { OwnTenant, Tenant } from './businesses.ts';
import type { Endpoint } from './endpoints.ts';
import type { Scenario } from './scenario.ts';
import { type TurnKind, Turns } from './turns.ts';
import { type BusinessInput, businessInput } from './valid-requests.ts';

/** Whether the business was created for this case, so that nobody else uses it. */
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

/** Creates a business under the platform, which later cases share if the run opens no more. */
export async function createBusiness(
  scenario: Scenario,
  input: BusinessInput = businessInput(scenario.data),
): Promise<OwnTenant> {
  const tenant = await openBusiness(scenario, input);
  scenario.businesses.use();
  scenario.atEnd(async () => scenario.businesses.leave(tenant));
  return tenant;
}

async function openBusiness(
  scenario: Scenario,
  input: BusinessInput = businessInput(scenario.data),
): Promise<OwnTenant> {
  const caller = platformCaller(scenario);
  scenario.businesses.count(scenario.checkId);
  const sent = scenario.succeed('createBusiness', caller, { body: input });
  const { json } = await sent.catch((error: unknown) => {
    scenario.businesses.discount();
    throw error;
  });
  const { businessId, tenantKey } = (json ?? {}) as Partial<components['schemas']['BusinessCreated']>;
  if (typeof businessId !== 'string' || typeof tenantKey !== 'string') {
    throw new CaseEnded('Creating a business did not return businessId and tenantKey.');
  }
  return { caller: { ...caller, tenantKey }, businessId, tenantKey };
}

/** Creates a business before the first case, for the survey; the cases that find no new one have it later. */
export async function createForSurvey(scenario: Scenario): Promise<OwnTenant> {
  const tenant = await openBusiness(scenario);
  scenario.businesses.leaveNew(tenant);
  return tenant;
}

/** The turns of each target, for cases that cannot run at the same time, and the turn that each case has had. */
const turns = new WeakMap<Target, Turns>();
const turnOf = new WeakMap<Scenario, TurnKind>();

/** Waits for the turn of a case; the turn lasts until the case ends. */
async function takeTurn(scenario: Scenario, kind: TurnKind): Promise<void> {
  const { target } = scenario;
  const had = turnOf.get(scenario);
  if (had === kind || had === 'alone') return;
  if (had !== undefined)
    throw new Error('A case says that it moves the clock when it first opens a business.');
  turnOf.set(scenario, kind);
  const ofTarget = turns.get(target) ?? new Turns('alone last');
  turns.set(target, ofTarget);
  const end = await scenario.whileAway(() => ofTarget.take(kind));
  scenario.atEnd(async () => end());
}

const tenantOf = (caller: Caller, businessId: string | undefined): Tenant => ({
  caller,
  ...(businessId !== undefined && { businessId }),
});

/** The default business, for platform requests without a tenant key. */
export const platformTenant = (scenario: Scenario): Tenant =>
  tenantOf(platformCaller(scenario), scenario.target.platformBusinessId);

/** The existing business of a key, which others use too. */
export const existingTenant = (scenario: Scenario): Tenant =>
  scenario.has('org-token')
    ? tenantOf(orgCaller(scenario), scenario.target.orgBusinessId)
    : platformTenant(scenario);

/** The cases that have a business of the run. */
const hasBusiness = new WeakSet<Scenario>();

/** A new business, or one that earlier cases have left if the run opens no more. */
async function newOrUsed(scenario: Scenario): Promise<Tenant> {
  const { businesses } = scenario;
  // A case that waits for a second one could wait for a case that waits for its first.
  const mayWait = !hasBusiness.has(scenario);
  hasBusiness.add(scenario);
  const own = businesses.hasNewFor(scenario.checkId)
    ? (businesses.takeUnused(scenario.checkId) ?? (await openNew(scenario)))
    : undefined;
  const tenant = own ?? (await scenario.whileAway(() => businesses.take(mayWait, scenario.isAboutKyb)));
  scenario.worksIn(tenant);
  scenario.atEnd(async () => businesses.leave(tenant));
  if (own !== undefined) return own;
  scenario.sharesBusiness();
  scenario.noteOlder(tenant.businessId);
  return tenant;
}

/** @returns undefined if the target refuses one more, and others are there */
async function openNew(scenario: Scenario): Promise<OwnTenant | undefined> {
  const { businesses } = scenario;
  try {
    const tenant = await openBusiness(scenario);
    businesses.use();
    return tenant;
  } catch (error) {
    const { isClosed } = businesses;
    if (!(error instanceof Refused) || !businesses.close()) throw error;
    // Cases that asked at the same time are all refused.
    if (isClosed) return undefined;
    scenario.notice(
      `The target refuses one more business, so that the cases which are left share those that are there. --max-businesses ${businesses.there} exercises more, because it keeps new ones for what needs them.`,
    );
    return undefined;
  }
}

/**
 * The business that a case works in: a new one if a platform token opens businesses, one that an earlier case has left if
 * the run opens no more, else the business of a key, one case at a time. Its clock is stopped, so that only the case moves it. If all businesses share a clock, a case that moves it
 * runs alone. With read-only access, it is the business of a key, and the case only reads.
 *
 * @param clock `moves` for a case that lets time pass
 */
export async function openTenant(scenario: Scenario, clock: 'stands' | 'moves' = 'stands'): Promise<Tenant> {
  if (accessOf(scenario.target) === 'read-only') return existingTenant(scenario);
  scenario.setup('prepare a business');
  if (clock === 'moves') movesClock.add(scenario);
  if (scenario.opensBusinesses) {
    if (scenario.has('clock') && scenario.target.clock === 'shared')
      await takeTurn(scenario, clock === 'moves' ? 'alone' : 'beside others');
    const tenant = await newOrUsed(scenario);
    await stopClock(scenario, tenant);
    return tenant;
  }
  await takeTurn(scenario, 'alone');
  const tenant = existingTenant(scenario);
  await stopClock(scenario, tenant);
  return tenant;
}

/** Targets whose clock was read in this run. */
const readable = new WeakSet<Target>();

/**
 * Stops the clock of a business if a control moves it. If the target has rejected the control from the beginning, the
 * case goes on as on a target without it.
 */
async function stopClock(scenario: Scenario, tenant: Tenant): Promise<void> {
  if (!scenario.has('clock') || tenant.businessId === undefined) return;
  try {
    await readClock(scenario, tenant);
    readable.add(scenario.target);
  } catch (error) {
    if (readable.has(scenario.target)) throw error;
    ignoreRefusal(error);
  }
}

/** @throws CaseEnded if the business is that of the org token and its id is unknown */
export function businessIdOf({ businessId }: Tenant): string {
  if (businessId === undefined) throw new CaseEnded('The id of the business of the org token is not known.');
  return businessId;
}

const clocks = new WeakMap<Scenario, ClockReadings>();
const movesClock = new WeakSet<Scenario>();

/** The latest time to which a clock is moved: the year 2250, after which timestamps get another digit. */
const latestMove = Date.UTC(2250, 0) / 1_000;

/** The shortest move of a clock, for reading it: a target may reject a move by 0. */
export const readingSeconds = 1;

/** The time of a business in Unix seconds, by its clock, which then stands. */
export const readClock = (scenario: Scenario, tenant: Tenant): Promise<number> =>
  move(scenario, tenant, readingSeconds);

/**
 * Moves the clock of a business, and returns the new time in Unix seconds.
 *
 * @throws Error if the case did not declare that it moves the clock: other cases may use the same clock
 */
export async function advance(scenario: Scenario, tenant: Tenant, seconds: number): Promise<number> {
  if (!movesClock.has(scenario)) throw new Error(`${scenario.checkId} moves a clock and has not said so.`);
  if (timeOf(scenario, tenant) > latestMove) {
    throw new CaseEnded(
      'The clock of the target has reached the year 2250: restart the target, or reset its clock.',
    );
  }
  return move(scenario, tenant, Math.max(seconds, readingSeconds));
}

async function move(scenario: Scenario, tenant: Tenant, seconds: number): Promise<number> {
  const readings = clocks.get(scenario) ?? new ClockReadings();
  clocks.set(scenario, readings);
  const businessId = businessIdOf(tenant);
  const now = await readings.advance(businessId, seconds, () =>
    scenario.control('advanceClock')(scenario.controlSend, businessId, seconds),
  );
  scenario.noteTime(businessId, now);
  return now;
}

/** The time of a business in Unix seconds: that of its clock when last read, or without such a control as its records showed it. */
export function timeOf(scenario: Scenario, { businessId }: Tenant): number {
  return clocks.get(scenario)?.latest(businessId) ?? Math.floor(Date.now() / 1_000) + scenario.aheadSeconds;
}

/** Waits until everything due for a business has happened, if the target can report that. */
export async function drain(scenario: Scenario, tenant: Tenant): Promise<void> {
  if (scenario.has('drain')) await scenario.control('drain')(scenario.controlSend, businessIdOf(tenant));
}

/** Registers a webhook endpoint for one business, or listens at the shared one. */
export async function endpointFor(scenario: Scenario, tenant: Tenant): Promise<Endpoint> {
  return scenario.endpoints.isShared
    ? scenario.endpoints.share(tenant.caller)
    : scenario.endpoints.register(businessIdOf(tenant));
}
