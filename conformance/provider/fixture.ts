/** The fixture of every model: a business with its clock, money and webhooks. */
import { type Level, type RequirementId, requirement } from '../../openapi/catalogue.ts';
import type { Need } from '../engine/tours.ts';
import type { Tenant } from './businesses.ts';
import { nextAfternoon } from './calendar.ts';
import type { Endpoint } from './endpoints.ts';
import { eventsAt, inspectNew } from './event-log.ts';
import type { Envelope } from './inspect.ts';
import type { Alternative, Conclude } from './model.ts';
import type { Scenario } from './scenario.ts';
import { advance, drain, endpointFor, isAlone, openTenant, timeOf } from './tenant.ts';
import { readBalance } from './wallet.ts';

export interface Fixture {
  readonly tenant: Tenant;
  readonly endpoint: Endpoint | undefined;
  /** Whether an event that has not arrived was not sent: the target can report when everything due has happened. */
  readonly conclusive: boolean;
  readonly sandbox: boolean;
  /** Whether the balance is read after each step: some move of the model moves money. */
  readonly readsBalance: boolean;
  /** Deliveries that have been inspected. */
  inspected: number;
}

/** The state that everything in a business shares; combined models share one. */
export interface Common {
  /** Time of the business in Unix seconds. */
  now: number;
  /** Balance of the wallet: the expected one, or the last one read. */
  balance: number;
  /** The rule of the last movement of money; without one, the balance is read but not judged. */
  owedTo?: RequirementId;
  /** Models that may have moved an unknown amount of money in this step. */
  unknown?: string[];
}

/** What the moves of a model need of its business. */
export interface FixtureNeeds {
  /** Whether some move moves money: the balance is then read after each step. @defaultValue false */
  readonly movesMoney?: boolean;
  /**
   * Whether seconds matter, so that nobody else may read a clock that all share: a reading may move it by one.
   *
   * @defaultValue false
   */
  readonly timesSeconds?: boolean;
}

export interface Started {
  readonly fixture: Fixture;
  readonly common: Common;
}

/**
 * Opens a business. Its clock, if there is one, is set to an hour at which nothing depends on the time zone; a clock that
 * others use too is left alone by a sequence in which no time passes, so that it can run beside others.
 *
 * @param moves of the sequence
 */
export async function openFixture(
  scenario: Scenario,
  moves: readonly { readonly needs?: readonly Need[] }[],
  { movesMoney = false, timesSeconds = false }: FixtureNeeds,
): Promise<Started> {
  const passesTime = moves.some(({ needs = [] }) => needs.flat().includes('clock'));
  const movesIt = passesTime || timesSeconds || scenario.target.clock !== 'shared';
  const setsClock = scenario.has('clock') && movesIt;
  const tenant = await openTenant(scenario, setsClock ? 'moves' : 'stands');
  let now = timeOf(scenario, tenant);
  if (setsClock) now = await advance(scenario, tenant, nextAfternoon(now) - now);
  const fixture: Fixture = {
    tenant,
    endpoint: scenario.has('webhooks') ? await endpointFor(scenario, tenant) : undefined,
    conclusive: scenario.has('webhooks', 'drain'),
    sandbox: scenario.has('sandbox'),
    readsBalance: movesMoney && scenario.has('list-wallets'),
    inspected: 0,
  };
  const balance = fixture.readsBalance ? await readBalance(scenario, tenant.caller) : 0;
  return { fixture, common: { now, balance } };
}

/** Moves the clock of the business. */
export async function passTime(
  scenario: Scenario,
  { tenant }: Fixture,
  seconds: number,
): Promise<Conclude<{ readonly common: Common }>> {
  const now = await advance(scenario, tenant, seconds);
  return (_, { common }) => {
    common.now = now;
  };
}

/** Everything visible of a business after a step. */
export interface Surroundings {
  /** All events so far, in order of arrival. */
  readonly events: readonly Envelope[];
  readonly balance: number | undefined;
}

/** Waits until everything due has happened, then judges each new webhook by itself and reads the balance. */
export async function lookAround(scenario: Scenario, fixture: Fixture): Promise<Surroundings> {
  const { tenant, endpoint } = fixture;
  await drain(scenario, tenant);
  if (endpoint !== undefined)
    fixture.inspected += inspectNew(scenario, endpoint, tenant, fixture.inspected).length;
  const balance = fixture.readsBalance ? await readBalance(scenario, tenant.caller) : undefined;
  return { events: eventsAt(endpoint), balance };
}

const strictness: readonly Level[] = ['documented', 'observed', 'assumed'];

/**
 * Moves money in the expected state. If several rules move money in one step, any of them may cause a wrong balance; the
 * finding then names the one with the weakest level.
 */
export function moveMoney(common: Common, amount: number, owedTo: RequirementId): void {
  common.balance += amount;
  common.owedTo = [common.owedTo ?? owedTo, owedTo].reduce((kept, other) =>
    strictness.indexOf(requirement(other).level) > strictness.indexOf(requirement(kept).level) ? other : kept,
  );
}

/**
 * Accepts any balance after this step, because the document does not show how much money has moved.
 *
 * @param by the model that may have moved it.
 */
export function leaveBalanceOpen(common: Common, by: string): void {
  common.unknown = [...(common.unknown ?? []), by];
}

/**
 * Compares the balance with the expected one, and continues from the actual one. In a business that others use, they may
 * move money too, and earlier payrolls may wait for it.
 *
 * @param conserved violated if the balance changes in a step that moves no money; without it, such a change is accepted.
 */
export function judgeBalance(
  alternative: Alternative,
  { common, tenant }: { readonly common: Common; readonly tenant: Tenant },
  seen: number | undefined,
  conserved?: RequirementId,
): void {
  const { balance, unknown, owedTo = conserved } = common;
  delete common.owedTo;
  delete common.unknown;
  if (seen === undefined) return;
  if (owedTo !== undefined && unknown === undefined && isAlone(tenant))
    alternative.require(owedTo, seen === balance, `a balance of ${balance}`, String(seen), 'soon');
  common.balance = seen;
}

/** Letters that name resources in counterexamples. */
export const nameOf = (index: number): string => String.fromCharCode(65 + index);

/** The expected state that all models share, for a counterexample; the balance only if it is read. */
export function showCommon({ now, balance }: Common, movesMoney: boolean): string {
  return `${movesMoney ? `balance ${balance}; ` : ''}clock ${new Date(now * 1_000).toISOString().replace('.000', '')}`;
}
