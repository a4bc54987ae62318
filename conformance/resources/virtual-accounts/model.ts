/**
 * The expected state of the virtual accounts of one business, as plain data. The document names their states and shows no
 * transition, so the only expected one is the automatic approval of 99999900.
 */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { newEvents, type ReceivedEvent } from '../../provider/event-log.ts';
import type { Common, Fixture, Surroundings } from '../../provider/fixture.ts';
import type { Alternative, Conclude, Move } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { listVirtualAccounts } from './actions.ts';

/** The sandbox approves this number without a review. */
export const approvedNumber = '99999900';
export const ordinaryNumber = '22144170893';

export type IdentificationType = 'SSN' | 'BVN';

/** The states, which their events are named after. */
export const words = ['requested', 'submitted', 'created'] as const;
export type VirtualAccountWord = (typeof words)[number];

export interface ExpectedVirtualAccount {
  /** Name of the account in counterexamples: A, B. */
  readonly name: string;
  readonly id: string;
  readonly type: IdentificationType;
  readonly isApproved: boolean;
  /** Its owner, if it was requested for a user. */
  readonly userId?: string;
  /** When it was requested. */
  readonly since: number;
  /** The states that a control moved it to. */
  readonly moved: VirtualAccountWord[];
  /** The states that events announced for it. */
  readonly announced: VirtualAccountWord[];
}

export interface VirtualAccountState {
  readonly common: Common;
  /** By name. */
  readonly accounts: ExpectedVirtualAccount[];
  /** Ids of the events that have been judged. */
  readonly judged: string[];
}

export interface VirtualAccountContext {
  readonly fixture: Fixture;
  /** A user of the business, if one could be invited. */
  readonly userId: string | undefined;
  readonly hasClock: boolean;
  /** Whether an account waits for a control that moves it, and not for the time. */
  readonly isMoved: boolean;
  /** Number of accounts that were requested or are being requested. */
  serial: number;
}

export type VirtualAccountMove = Move<VirtualAccountContext, VirtualAccountState>;

export const hour = 3_600;

/** Whether asynchronous effects on an account have had their time. */
const hadTime = (
  { since }: ExpectedVirtualAccount,
  { common }: VirtualAccountState,
  { hasClock }: VirtualAccountContext,
) => !hasClock || common.now >= since + hour;

/** Such as `account A of a user, BVN 99999900`. */
export function showAccounts({ accounts }: VirtualAccountState): string {
  return accounts
    .map(({ name, type, isApproved, userId }) => {
      const owner = userId === undefined ? 'the business' : 'a user';
      return `account ${name} of ${owner}, ${type} ${isApproved ? approvedNumber : ordinaryNumber}`;
    })
    .join('; ');
}

const typeOf = (word: VirtualAccountWord) => `virtual-account.${word}`;
const types = words.map(typeOf);

/** The documented state of an account, in whichever field it is. */
const stateOf = (account: object): VirtualAccountWord | undefined =>
  words.find((word) => Object.values(account).some((value) => String(value).toLowerCase() === word));

type Listed = ReadonlyMap<unknown, VirtualAccountWord | undefined>;

async function lookAtList(
  scenario: Scenario,
  { fixture }: VirtualAccountContext,
): Promise<Listed | undefined> {
  if (!scenario.has('list-virtual-accounts')) return undefined;
  const accounts = await listVirtualAccounts(scenario, fixture.tenant.caller);
  if (accounts.some((account) => stateOf(account) === undefined)) {
    const why = 'The virtual accounts show none of the documented states.';
    for (const requirement of ['VACC-003', 'VACC-004'] as const) scenario.skip(requirement, why);
  }
  return new Map(accounts.map((account) => [account.id, stateOf(account)]));
}

/**
 * Evaluates that all accounts are listed, and that those with the automatically approved number are created, whatever
 * their type.
 */
function judgeList(
  alternative: Alternative,
  state: VirtualAccountState,
  context: VirtualAccountContext,
  listed: Listed,
): void {
  for (const { name, id } of state.accounts)
    alternative.require(
      'VACC-001',
      listed.has(id),
      `account ${name} in the list`,
      'it is not listed',
      'in time',
    );
  if (!context.fixture.sandbox) return;
  const approved = state.accounts.filter((account) => account.isApproved && hadTime(account, state, context));
  for (const { name, id, type } of approved) {
    const shown = listed.get(id);
    if (shown === undefined) continue;
    const ofAnotherType = approved.some((other) => other.type !== type && listed.get(other.id) === 'created');
    const requirement = ofAnotherType ? 'VACC-004' : 'VACC-003';
    alternative.require(
      requirement,
      shown === 'created',
      `account ${name} (${type}) created`,
      shown,
      'in time',
    );
  }
}

/** The states that must have been announced by now, each with its requirement. */
function owedWords(
  account: ExpectedVirtualAccount,
  state: VirtualAccountState,
  context: VirtualAccountContext,
): readonly (readonly [VirtualAccountWord, RequirementId])[] {
  const hasHadTime = hadTime(account, state, context);
  // The document does not say whether an account that is approved at once was requested and submitted first.
  if (account.isApproved) return hasHadTime && context.fixture.sandbox ? [['created', 'VACC-007']] : [];
  const comesByTime = context.hasClock && !context.isMoved;
  const isSubmitted = account.moved.includes('submitted') || (hasHadTime && comesByTime);
  return [
    ['requested', 'VACC-005'],
    ...(isSubmitted ? [['submitted', 'VACC-006'] as const] : []),
    ...(account.moved.includes('created') ? [['created', 'VACC-007'] as const] : []),
  ];
}

/** The account that an event is about; if it names no known one, an account whose state was not announced yet. */
function subjectOf(
  { data }: ReceivedEvent,
  word: VirtualAccountWord,
  state: VirtualAccountState,
  context: VirtualAccountContext,
): ExpectedVirtualAccount | undefined {
  const named = state.accounts.find(({ id }) => id === data.id);
  if (named !== undefined) return named;
  const open = state.accounts.filter(({ announced }) => !announced.includes(word));
  return (
    open.find((account) => owedWords(account, state, context).some(([owed]) => owed === word)) ?? open[0]
  );
}

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Evaluates that an event names one owner, a user or the business, and the one that the account was requested for. */
function judgeOwner(
  alternative: Alternative,
  { data }: ReceivedEvent,
  word: VirtualAccountWord,
  { name, id, userId }: ExpectedVirtualAccount,
  context: VirtualAccountContext,
): void {
  const { businessId } = context.fixture.tenant;
  const isOne = isPresent(data.userId) !== isPresent(data.businessId);
  // An event that does not name the account may be about another one.
  const isKnown = data.id === id;
  const isOurs = isPresent(data.userId)
    ? userId === undefined || data.userId === userId
    : businessId === undefined || data.businessId === businessId;
  const holds = isOne && (!isKnown || isOurs);
  const expected = `${typeOf(word)} of account ${name} with either the userId or the businessId of its owner`;
  const actual = `userId ${show(data.userId)} and businessId ${show(data.businessId)}`;
  alternative.require(word === 'created' ? 'VACC-008' : 'VACC-009', holds, expected, actual);
}

function judgeEvent(
  alternative: Alternative,
  state: VirtualAccountState,
  context: VirtualAccountContext,
  event: ReceivedEvent,
): void {
  const word = words.find((each) => typeOf(each) === event.type);
  const account = word && subjectOf(event, word, state, context);
  if (word === undefined || account === undefined) return;
  judgeOwner(alternative, event, word, account, context);
  // An account may be submitted again, but is requested and created only once.
  if (word !== 'submitted') {
    const isNew = !account.announced.includes(word);
    const expected = `${event.type} of account ${account.name} once`;
    alternative.require('HOOK-013', isNew, expected, 'another event with a different id');
  }
  if (!account.announced.includes(word)) account.announced.push(word);
}

/** Reads the list and the webhooks. */
export async function look(
  scenario: Scenario,
  _: Readonly<VirtualAccountState>,
  context: VirtualAccountContext,
  { events }: Surroundings,
): Promise<Conclude<VirtualAccountState>> {
  const listed = await lookAtList(scenario, context);
  return (alternative, state) => {
    if (listed !== undefined) judgeList(alternative, state, context, listed);
    const { conclusive } = context.fixture;
    const fresh = newEvents({ events, types }, state.judged);
    state.judged.push(...fresh.map(({ id }) => id));
    for (const event of fresh) judgeEvent(alternative, state, context, event);
    if (!conclusive) return;
    for (const account of state.accounts) {
      for (const [word, requirement] of owedWords(account, state, context)) {
        const { name, announced } = account;
        const came = announced.length === 0 ? 'no event' : `only ${announced.join(', ')}`;
        const wanted = `${typeOf(word)} of account ${name}`;
        alternative.require(requirement, announced.includes(word), wanted, came);
      }
    }
  };
}
