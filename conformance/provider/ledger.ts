/** The ledger of the events that a model expects: the only place where a missing, wrong or repeated event is judged. */
import {
  type Entered,
  type RequirementId,
  type TransitionId,
  transition as transitionOf,
} from '../../openapi/catalogue.ts';
import type { When } from '../engine/alternative.ts';
import { type EventData, matches, newEvents, pick, type ReceivedEvent } from './event-log.ts';
import type { Fixture, Surroundings } from './fixture.ts';
import type { Alternative } from './model.ts';
import { show } from './response.ts';
import { isAlone } from './tenant.ts';

/** Fields of the payload, in one of several ways; or a text anywhere in it because the document does not name its field. */
type Shown = { readonly anyOf: readonly [EventData, ...EventData[]] } | { readonly text: string };

/** An expected event, as plain data. */
export interface ExpectedEvent {
  readonly type: string;
  /** The resource that it is about, as findings name it. */
  readonly about: string;
  /** The word in `status` that distinguishes it from other events of its type. */
  readonly status?: string | undefined;
  /** Violated if the event does not come; an event without this field is optional. */
  readonly sent?: RequirementId;
  /** The values that it must show, and the requirement that other values violate. */
  readonly shows?: { readonly requirement: RequirementId } & Shown;
  came?: true;
}

/** The part of a state that follows the events. */
export interface Ledger<E extends ExpectedEvent = ExpectedEvent> {
  /** Ids of the events that have been judged. */
  readonly judged: string[];
  expected: E[];
}

export const emptyLedger = (): Ledger<never> => ({ judged: [], expected: [] });

/** A resource that takes transitions. */
interface Resource {
  /** How findings name it. */
  readonly name: string;
  phase: string;
  /** The rules that its phase rests on: those of its last transition. */
  restsOn?: readonly RequirementId[];
}

/** The transitions that lead to one of these states. */
type Into<Phase> = { [Id in TransitionId]: Entered[Id] extends Phase ? Id : never }[TransitionId];

/** What an event carries beside what the catalogue says of it. */
type Values<E extends ExpectedEvent> = Partial<Omit<E, 'type' | 'about' | 'sent' | 'came'>>;

/** Takes a transition that nothing announces: the resource is in its state, and it is counted with its rivals. */
export function pass<Entering extends Resource>(
  alternative: Alternative,
  transition: Into<Entering['phase']>,
  resource: Entering,
): void {
  const { from, to, moves } = transitionOf(transition);
  // The type of the transition says that it leads to a state of the resource.
  if (from !== to) resource.phase = to as Entering['phase'];
  if (moves.length > 0) resource.restsOn = moves;
  alternative.took(transition, resource.name);
}

/** Owes the events of a transition. */
export function owe<E extends ExpectedEvent>(
  { expected }: Ledger<E>,
  transition: TransitionId,
  { name }: Pick<Resource, 'name'>,
  values?: Values<E>,
): void {
  for (const { event, status, rule } of transitionOf(transition).sends) {
    // What a model adds to an event, it declares as optional.
    expected.push({ type: event, about: name, status, sent: rule, ...values } as E);
  }
}

/** Owes the events of a transition that may have come before it was known to be taken. */
export function oweOnce<E extends ExpectedEvent>(
  ledger: Ledger<E>,
  transition: TransitionId,
  resource: Pick<Resource, 'name'>,
): void {
  const owed: Ledger<E> = { judged: [], expected: [] };
  owe(owed, transition, resource);
  for (const event of owed.expected) {
    const isSame = ({ type, about, status }: E) =>
      type === event.type && about === event.about && status === event.status;
    const at = ledger.expected.findIndex((each) => isSame(each) && each.came);
    if (at < 0) ledger.expected.push(event);
    else ledger.expected[at] = { ...event, came: true };
  }
}

/** Takes a transition: the resource is in its state, it is counted with its rivals, and its events are owed. */
export function enter<Entering extends Resource, E extends ExpectedEvent>(
  alternative: Alternative,
  ledger: Ledger<E>,
  transition: Into<Entering['phase']>,
  resource: Entering,
  values?: Values<E>,
): void {
  pass(alternative, transition, resource);
  owe(ledger, transition, resource, values);
}

/** Allows the events of a transition that a resource may take, or has taken already. */
export function allow<E extends ExpectedEvent>(
  ledger: Ledger<E>,
  transition: TransitionId,
  resource: Pick<Resource, 'name'>,
  values?: Values<E>,
): void {
  const owed: Ledger<E> = { judged: [], expected: [] };
  owe(owed, transition, resource, values);
  for (const { sent: _, ...event } of owed.expected) ledger.expected.push(event as E);
}

export interface UnexpectedEvent {
  readonly type: string;
  readonly data: EventData;
  /** The resource, if the event names it. */
  readonly about?: string;
}

/** What a model listens to, and how it judges what it does not expect. */
export interface Listening<E extends ExpectedEvent = ExpectedEvent> {
  /** The types that it judges, each with the requirement that an event without a cause violates. */
  readonly uncaused: Readonly<Record<string, RequirementId>>;
  /** The name of the resource that an event is about; undefined if it does not tell. */
  readonly nameOf: (data: EventData) => string | undefined;
  /** Whether an event shows the expected values; such a match is preferred. @defaultValue those of `shows` */
  readonly says?: (expected: E, data: EventData) => boolean;
  /** Judges what an expected event carries, beside `shows`. */
  readonly inspect?: (came: Came<E>) => void;
  /** Whether an unexpected event repeats an earlier one. @defaultValue whether one of its type and resource was expected */
  readonly isRepeated?: (event: UnexpectedEvent) => boolean;
  /** The requirement that an unexpected event violates, if any. @defaultValue that of its type */
  readonly broken?: (event: UnexpectedEvent) => RequirementId | undefined;
  /** The requirement that one more event would violate; evaluated for each event that came, too. @defaultValue `broken` */
  readonly limit?: (event: UnexpectedEvent) => RequirementId | undefined;
  /** Whether the case goes on without an event that is missing, or with one too many. @defaultValue now */
  readonly when?: When;
}

/** The events of an endpoint. */
export interface Arrivals extends Pick<Surroundings, 'events'> {
  /** Whether an event that has not arrived was not sent. */
  readonly conclusive: boolean;
  /** Whether only this case causes events here. */
  readonly alone: boolean;
  /** Whether there is no endpoint, so that no event ever arrives. */
  readonly deaf: boolean;
}

export const arrivalsOf = (
  { tenant, endpoint, conclusive }: Fixture,
  { events }: Pick<Surroundings, 'events'>,
): Arrivals => ({
  events,
  conclusive,
  alone: isAlone(tenant),
  deaf: endpoint === undefined,
});

/** An expected event that has arrived. */
export interface Came<E extends ExpectedEvent> {
  readonly expected: E;
  readonly data: EventData;
}

const holdsText = (value: unknown, text: string): boolean =>
  value === text ||
  (typeof value === 'object' && value !== null && Object.values(value).some((part) => holdsText(part, text)));

function showsValues({ shows }: ExpectedEvent, data: EventData): boolean {
  if (shows === undefined) return true;
  return 'text' in shows ? holdsText(data, shows.text) : shows.anyOf.some((fields) => matches(data, fields));
}

const isOwed = <E extends ExpectedEvent>(expected: E): expected is E & { readonly sent: RequirementId } =>
  expected.sent !== undefined;

const titleOf = ({ type, status, about }: ExpectedEvent) =>
  `${type}${status === undefined ? '' : ` with ${status}`} for ${about}`;

const hasStatus = ({ status }: ExpectedEvent, data: EventData) =>
  status === undefined || status === data.status;

/** Matches the new events with the expected ones in any order. What came is noted in the ledger. */
function match<E extends ExpectedEvent>(
  ledger: Ledger<E>,
  { events }: Arrivals,
  { uncaused, nameOf, says = showsValues }: Listening<E>,
  may: readonly E[],
): { readonly came: readonly Came<E>[]; readonly others: readonly ReceivedEvent[] } {
  // Copies, because one object may have been expected several times.
  const all = ledger.expected.map((each) => ({ ...each }));
  const possible = may.map((each) => ({ ...each }));
  ledger.expected = all;
  const open = all.filter(({ came }) => !came);
  // Required events are matched before optional ones.
  const left = [...open.filter(isOwed), ...open.filter((each) => !isOwed(each)), ...possible];
  const came: Came<E>[] = [];
  const isAbout = (expected: E, data: EventData) =>
    [undefined, expected.about].includes(nameOf(data)) && hasStatus(expected, data);
  const isLeft = (fits: (expected: E, data: EventData) => boolean) => (event: ReceivedEvent) => {
    const at = left.findIndex((each) => each.type === event.type && fits(each, event.data));
    const [expected] = at < 0 ? [] : left.splice(at, 1);
    if (expected === undefined) return true;
    if (possible.includes(expected)) all.push(expected);
    expected.came = true;
    came.push({ expected, data: event.data });
    return false;
  };
  const fresh = newEvents({ events, types: Object.keys(uncaused) }, ledger.judged);
  ledger.judged.push(...fresh.map(({ id }) => id));
  const others = fresh
    .filter(isLeft((each, data) => isAbout(each, data) && says(each, data)))
    .filter(isLeft(isAbout));
  return { came, others };
}

function judgePayload(alternative: Alternative, { expected, data }: Came<ExpectedEvent>): void {
  const { type, shows } = expected;
  if (shows === undefined) return;
  const wanted = 'text' in shows ? show(shows.text) : shows.anyOf.map(show).join(' or ');
  const actual = 'text' in shows ? data : pick(data, Object.keys(shows.anyOf[0]));
  alternative.require(shows.requirement, showsValues(expected, data), `${type} with ${wanted}`, show(actual));
}

/** What is missing, and what came instead; of several events of one title, how many came. */
function missingOf(
  missing: ExpectedEvent,
  ledger: Ledger,
  came: readonly Came<ExpectedEvent>[],
): { readonly wanted: string; readonly actual: string } {
  const title = titleOf(missing);
  const alike = ledger.expected.filter((each) => each.came && titleOf(each) === title).length;
  const seen = came.map(({ expected }) => titleOf(expected));
  if (alike === 0)
    return { wanted: title, actual: seen.length === 0 ? 'no such event' : `only ${seen.join(', ')}` };
  const others = seen.filter((each) => each !== title);
  const beside = others.length === 0 ? '' : `, and ${others.join(', ')}`;
  return { wanted: `${alike + 1} events ${title}`, actual: `only ${alike} of them${beside}` };
}

/**
 * Evaluates that what was owed came, and once. What has not come by now does not come any more, if that is known. Otherwise
 * it is awaited, as long as anything comes at all.
 */
function judgeOwed(
  alternative: Alternative,
  ledger: Ledger,
  came: readonly Came<ExpectedEvent>[],
  { conclusive, events }: Arrivals,
  when: When | undefined,
): void {
  for (const expected of ledger.expected.filter(isOwed)) {
    const { sent, came: hasCome = false } = expected;
    if (hasCome) {
      alternative.require(sent, true, titleOf(expected), 'it came', when);
      alternative.require('HOOK-013', true, `${titleOf(expected)} under one id`, 'it came once');
      continue;
    }
    const { wanted, actual } = missingOf(expected, ledger, came);
    if (conclusive) alternative.require(sent, false, wanted, actual, when);
    else if (events.length > 0) alternative.require(sent, false, wanted, actual, 'if at all');
  }
  if (conclusive) ledger.expected = ledger.expected.filter((expected) => expected.came);
}

/** Evaluates that an event which nobody expects is none that only came once more, and that it has a cause. */
function judgeUnexpected<E extends ExpectedEvent>(
  alternative: Alternative,
  { expected }: Ledger<E>,
  event: UnexpectedEvent,
  { uncaused, broken, limit, when, ...listening }: Listening<E>,
): void {
  const { type, data, about } = event;
  const isExpected = () =>
    expected.some(
      (each) => each.type === type && [undefined, each.about].includes(about) && hasStatus(each, data),
    );
  const { isRepeated = isExpected } = listening;
  const isNews = !isRepeated(event);
  const actual = `it came once more, under another id: ${show(data)}`;
  alternative.require('HOOK-013', isNews, `${type} under one id`, actual, when);
  const requirement = (broken ?? limit ?? (() => uncaused[type]))(event);
  if (!isNews || requirement === undefined) return;
  const of = about ?? 'any resource, of which it could tell';
  alternative.require(requirement, false, `no ${type} of ${of}`, show(data), when);
}

/**
 * Judges the new events: that the expected ones came, each once and with its values, and that no other did.
 *
 * @param may optional events that may come now or later.
 * @returns the expected events that came.
 */
export function judgeEvents<E extends ExpectedEvent>(
  alternative: Alternative,
  ledger: Ledger<E>,
  arrivals: Arrivals,
  listening: Listening<E>,
  may: readonly E[] = [],
): readonly Came<E>[] {
  const { nameOf, inspect, limit, when } = listening;
  if (arrivals.deaf) {
    // Nothing will tell apart states that differ only in what they owe.
    ledger.expected = [];
    return [];
  }
  const { came, others } = match(ledger, arrivals, listening, may);
  judgeOwed(alternative, ledger, came, arrivals, when);
  for (const each of came) {
    judgePayload(alternative, each);
    inspect?.(each);
  }
  for (const { type, data } of others) {
    const about = nameOf(data);
    // Somebody else may have caused one that does not tell what it is about.
    if (about === undefined && !arrivals.alone) continue;
    judgeUnexpected(alternative, ledger, { type, data, ...(about !== undefined && { about }) }, listening);
  }
  for (const { type, about, status } of ledger.expected.filter((each) => each.came)) {
    const requirement = limit?.({ type, about, data: { status } });
    if (requirement !== undefined) alternative.require(requirement, true, `${type} of ${about}`, 'it came');
  }
  return came;
}
