/**
 * What the suite believes of the virtual accounts of one business, as plain data. The document names their states and
 * shows no transition, so nothing is believed of the way from one to the next, but that 99999900 is approved automatically.
 */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { ReceivedEvent } from '../../provider/event-log.ts';
import { type EventState, type ExpectedEvent, matchEvents } from '../../provider/expected-events.ts';
import type { Common, Ground, Surroundings } from '../../provider/fixture.ts';
import type { Move } from '../../provider/machine.ts';
import type { Reading, Settle } from '../../provider/reading.ts';
import { type Scenario, show } from '../../provider/scenario.ts';
import { listVirtualAccounts } from './actions.ts';

/** In the sandbox it is approved without a review. */
export const approvedNumber = '99999900';
export const ordinaryNumber = '22144170893';

export type IdentificationType = 'SSN' | 'BVN';

/** The states, which their events are named after. */
export const words = ['requested', 'submitted', 'created'] as const;
export type Word = (typeof words)[number];

export interface AccountBelief {
  /** How counterexamples call the account: A, B. */
  readonly name: string;
  readonly id: string;
  readonly type: IdentificationType;
  readonly isApproved: boolean;
  /** Its owner, where it was asked for a user. */
  readonly userId?: string;
  /** When it was asked for. */
  readonly since: number;
  /** What was announced of it. */
  readonly announced: Word[];
}

export interface AccountState {
  readonly common: Common;
  /** By name. */
  readonly accounts: AccountBelief[];
  readonly events: EventState<ExpectedEvent>;
}

export interface AccountWorld {
  readonly ground: Ground;
  /** A user of the business, where one could be invited. */
  readonly userId: string | undefined;
  readonly hasClock: boolean;
  /** Accounts that were asked for or are being asked for. */
  serial: number;
}

export type AccountMove = Move<AccountWorld, AccountState>;

export const hour = 3_600;

/** Whether what happens to an account by itself has had its time. */
const hadTime = ({ since }: AccountBelief, { common }: AccountState, { hasClock }: AccountWorld) =>
  !hasClock || common.now >= since + hour;

/** Such as `account A of a user, BVN 99999900`. */
export function showAccounts({ accounts }: AccountState): string {
  return accounts
    .map(({ name, type, isApproved, userId }) => {
      const owner = userId === undefined ? 'the business' : 'a user';
      return `account ${name} of ${owner}, ${type} ${isApproved ? approvedNumber : ordinaryNumber}`;
    })
    .join('; ');
}

const typeOf = (word: Word) => `virtual-account.${word}`;
const types = words.map(typeOf);

/** The state of an account: one of the documented words, whatever the field that carries it. */
const stateOf = (account: object): Word | undefined =>
  words.find((word) => Object.values(account).some((value) => String(value).toLowerCase() === word));

type Listed = ReadonlyMap<unknown, Word | undefined>;

async function lookAtList(scenario: Scenario, { ground }: AccountWorld): Promise<Listed | undefined> {
  if (!scenario.has('list-virtual-accounts')) return undefined;
  const accounts = await listVirtualAccounts(scenario, ground.tenant.caller);
  if (accounts.some((account) => stateOf(account) === undefined)) {
    const why = 'The virtual accounts show none of the documented states.';
    for (const requirement of ['VACC-003', 'VACC-004'] as const) scenario.skip(requirement, why);
  }
  return new Map(accounts.map((account) => [account.id, stateOf(account)]));
}

/** What was asked for with the number that is approved automatically has come into being, whatever the type. */
function judgeList(reading: Reading, state: AccountState, world: AccountWorld, listed: Listed): void {
  for (const { name, id } of state.accounts)
    reading.eventually('VACC-001', listed.has(id), `account ${name} in the list`, 'it is not listed');
  if (!world.ground.sandbox) return;
  const approved = state.accounts.filter((account) => account.isApproved && hadTime(account, state, world));
  for (const { name, id, type } of approved) {
    const shown = listed.get(id);
    if (shown === undefined) continue;
    const ofAnotherType = approved.some((other) => other.type !== type && listed.get(other.id) === 'created');
    const requirement = ofAnotherType ? 'VACC-004' : 'VACC-003';
    reading.eventually(requirement, shown === 'created', `account ${name} (${type}) created`, shown);
  }
}

/** The words that have to be announced of an account by now, with the requirement that says so. */
function owedWords(
  account: AccountBelief,
  state: AccountState,
  world: AccountWorld,
): readonly [Word, RequirementId][] {
  const hasHadTime = hadTime(account, state, world);
  // Whether an account that is approved at once was requested and submitted before is not shown.
  if (account.isApproved) return hasHadTime && world.ground.sandbox ? [['created', 'VACC-007']] : [];
  return [
    ['requested', 'VACC-005'],
    ...(hasHadTime && world.hasClock ? [['submitted', 'VACC-006'] as [Word, RequirementId]] : []),
  ];
}

/** The account that an event is about; where it names none that is known, one that it has not been said of yet. */
function subjectOf(
  { data }: ReceivedEvent,
  word: Word,
  state: AccountState,
  world: AccountWorld,
): AccountBelief | undefined {
  const named = state.accounts.find(({ id }) => id === data.id);
  if (named !== undefined) return named;
  const open = state.accounts.filter(({ announced }) => !announced.includes(word));
  return open.find((account) => owedWords(account, state, world).some(([owed]) => owed === word)) ?? open[0];
}

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== '';

/** One owner, a user or the business, and no other than the account was asked for. */
function judgeOwner(
  reading: Reading,
  { data }: ReceivedEvent,
  word: Word,
  { name, id, userId }: AccountBelief,
  world: AccountWorld,
): void {
  const { businessId } = world.ground.tenant;
  const isOne = isPresent(data.userId) !== isPresent(data.businessId);
  // Where an event does not name the account, it may be about another one.
  const isKnown = data.id === id;
  const isOurs = isPresent(data.userId)
    ? userId === undefined || data.userId === userId
    : businessId === undefined || data.businessId === businessId;
  reading.require(
    word === 'created' ? 'VACC-008' : 'VACC-009',
    isOne && (!isKnown || isOurs),
    `${typeOf(word)} of account ${name} with either the userId or the businessId of its owner`,
    `userId ${show(data.userId)} and businessId ${show(data.businessId)}`,
  );
}

function judgeEvent(reading: Reading, state: AccountState, world: AccountWorld, event: ReceivedEvent): void {
  const word = words.find((each) => typeOf(each) === event.type);
  const account = word && subjectOf(event, word, state, world);
  if (word === undefined || account === undefined) return;
  judgeOwner(reading, event, word, account, world);
  // An account may be handed in again, as far as the document says; it is requested and comes into being once.
  if (word !== 'submitted') {
    const isNew = !account.announced.includes(word);
    reading.require(
      'HOOK-013',
      isNew,
      `${event.type} of account ${account.name} once`,
      'one more, under another id',
    );
  }
  if (!account.announced.includes(word)) account.announced.push(word);
}

/** Looks at the list and at the webhooks. */
export async function look(
  scenario: Scenario,
  _: Readonly<AccountState>,
  world: AccountWorld,
  { events }: Surroundings,
): Promise<Settle<AccountState>> {
  const listed = await lookAtList(scenario, world);
  return (reading, state) => {
    if (listed !== undefined) judgeList(reading, state, world, listed);
    const { conclusive } = world.ground;
    // Nothing is expected one by one: an event need not say which account it is about.
    const { unexpected } = matchEvents(reading, state.events, { events, types, conclusive });
    for (const event of unexpected) judgeEvent(reading, state, world, event);
    if (!conclusive) return;
    for (const account of state.accounts) {
      for (const [word, requirement] of owedWords(account, state, world)) {
        const { name, announced } = account;
        const came = announced.length === 0 ? 'no event' : `only ${announced.join(', ')}`;
        reading.require(requirement, announced.includes(word), `${typeOf(word)} of account ${name}`, came);
      }
    }
  };
}
