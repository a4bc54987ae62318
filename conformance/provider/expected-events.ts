/** Matches the events that a model expects with those that arrived. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type EventData, matches, newEvents, pick, type ReceivedEvent } from './event-log.ts';
import type { Fixture, Surroundings } from './fixture.ts';
import type { Envelope } from './inspect.ts';
import type { Alternative } from './model.ts';
import { show } from './response.ts';
import { isAlone } from './tenant.ts';

/** An expected event, as plain data. */
export interface ExpectedEvent {
  readonly type: string;
  /** Violated if the event does not come; an event without this field is optional. */
  readonly sent?: RequirementId;
}

/** The part of a state that follows the events. */
export interface EventState<E extends ExpectedEvent> {
  /** Ids of the events that have been judged. */
  readonly judged: string[];
  expected: E[];
}

/** The events of an endpoint. */
export interface Arrivals {
  /** Everything that has arrived. */
  readonly events: readonly Envelope[];
  /** The types that the model judges. */
  readonly types: readonly string[];
  /** Whether an event that has not arrived was not sent. */
  readonly conclusive: boolean;
}

/** How an event is matched with an expected one. */
export interface Matching<E extends ExpectedEvent> {
  /** Whether an event can be the expected one. */
  readonly isAbout: (expected: E, data: EventData) => boolean;
  /** Whether the event shows the expected values; such a match is preferred. */
  readonly says: (expected: E, data: EventData) => boolean;
}

export interface Matched<E extends ExpectedEvent> {
  /** Expected events that arrived. */
  readonly came: readonly { readonly expected: E; readonly data: EventData }[];
  /** Required events that did not arrive, if the absence is conclusive. */
  readonly missing: readonly (E & { readonly sent: RequirementId })[];
  /** Unexpected events, in order of arrival. */
  readonly unexpected: readonly ReceivedEvent[];
}

const hasToCome = <E extends ExpectedEvent>(expected: E): expected is E & { readonly sent: RequirementId } =>
  expected.sent !== undefined;

/**
 * Matches the new events with the expected ones in any order, and evaluates that the matched ones were sent. The model
 * judges the rest.
 *
 * @param may optional events that may come now or later.
 */
export function matchEvents<E extends ExpectedEvent>(
  alternative: Alternative,
  state: EventState<E>,
  arrivals: Arrivals,
  { isAbout, says }: Matching<E> = { isAbout: () => true, says: () => true },
  may: readonly E[] = [],
): Matched<E> {
  const { judged, expected } = state;
  // Required events are matched before optional ones.
  const open = [...expected.filter(hasToCome), ...expected.filter((each) => !hasToCome(each)), ...may];
  const came: { expected: E; data: EventData }[] = [];
  const isLeft = (fits: Matching<E>['isAbout']) => (event: ReceivedEvent) => {
    const at = open.findIndex((each) => each.type === event.type && fits(each, event.data));
    const [found] = at < 0 ? [] : open.splice(at, 1);
    if (found === undefined) return true;
    came.push({ expected: found, data: event.data });
    return false;
  };
  const fresh = newEvents(arrivals, judged);
  const unexpected = fresh
    .filter(isLeft((each, data) => isAbout(each, data) && says(each, data)))
    .filter(isLeft(isAbout));
  judged.push(...fresh.map(({ id }) => id));
  for (const { type, sent } of came.map((each) => each.expected).filter(hasToCome)) {
    alternative.require(sent, true, type, 'it came');
    alternative.require('HOOK-013', true, `${type} under one id`, 'it came once');
  }
  state.expected = arrivals.conclusive ? [] : open.filter((each) => !may.includes(each));
  return { came, missing: arrivals.conclusive ? open.filter(hasToCome) : [], unexpected };
}

/** An event of one resource, as plain data. */
export interface ExpectedOfResource extends ExpectedEvent {
  /** Name of the resource that it is about. */
  readonly about: string;
  /** The values that it must show, and the requirement that other values violate. */
  readonly shows?: { readonly requirement: RequirementId } & Shown;
}

/** Fields of the payload, or a text anywhere in it because the document does not name its field. */
type Shown = { readonly fields: EventData } | { readonly text: string };

export type ResourceEvents = EventState<ExpectedOfResource>;

export interface UnexpectedEvent {
  readonly type: string;
  /** Name of the resource, if the event contains it. */
  readonly about?: string;
}

export interface Listener extends Arrivals {
  /** Whether only this case causes events here. */
  readonly alone: boolean;
  /** The name of a resource that has an id: payloads need not show one. */
  readonly nameOf: (id: unknown) => string | undefined;
  /** Whether an unexpected event repeats an earlier one. */
  readonly isRepeated: (event: UnexpectedEvent) => boolean;
}

/** Listens to the events of a business. */
export function listenerOf(
  { tenant, conclusive }: Fixture,
  { events }: Surroundings,
  listening: Pick<Listener, 'types' | 'nameOf' | 'isRepeated'>,
): Listener {
  return { events, conclusive, alone: isAlone(tenant), ...listening };
}

const holdsText = (value: unknown, text: string): boolean =>
  value === text ||
  (typeof value === 'object' && value !== null && Object.values(value).some((part) => holdsText(part, text)));

function says({ shows }: ExpectedOfResource, data: EventData): boolean {
  if (shows === undefined) return true;
  return 'text' in shows ? holdsText(data, shows.text) : matches(data, shows.fields);
}

function judgePayload(alternative: Alternative, expected: ExpectedOfResource, data: EventData): void {
  const { type, shows } = expected;
  if (shows === undefined) return;
  const holds = says(expected, data);
  if ('text' in shows) {
    alternative.require(shows.requirement, holds, `${type} with ${show(shows.text)}`, show(data));
    return;
  }
  const { fields, requirement } = shows;
  alternative.require(
    requirement,
    holds,
    `${type} with ${show(fields)}`,
    show(pick(data, Object.keys(fields))),
  );
}

/**
 * Matches the new events with the expected ones, and evaluates their values, and that none is missing or repeated.
 *
 * @param may optional events that may come now or later.
 * @returns the expected events that came, and the others that are no repetitions.
 */
export function judgeResourceEvents(
  alternative: Alternative,
  state: ResourceEvents,
  { alone, nameOf, isRepeated, ...arrivals }: Listener,
  may: readonly ExpectedOfResource[] = [],
): { readonly came: readonly ExpectedOfResource[]; readonly unexpected: readonly UnexpectedEvent[] } {
  const isAbout = ({ about }: ExpectedOfResource, { id }: EventData) =>
    [undefined, about].includes(nameOf(id));
  const { came, missing, unexpected } = matchEvents(alternative, state, arrivals, { isAbout, says }, may);
  for (const { expected, data } of came) judgePayload(alternative, expected, data);
  const others = unexpected.flatMap(({ type, data }): readonly UnexpectedEvent[] => {
    const about = nameOf(data.id);
    if (about === undefined) return alone ? [{ type }] : [];
    return [{ type, about }];
  });
  const news = others.filter((event) => {
    const isNews = !isRepeated(event);
    const expected = `${event.type} under one id`;
    alternative.require('HOOK-013', isNews, expected, 'it came once more, under another id');
    return isNews;
  });
  for (const { type, about, sent } of missing) {
    const seen = came.map(({ expected }) => `${expected.type} for ${expected.about}`);
    const actual = seen.length === 0 ? 'no event' : `only ${seen.join(', ')}`;
    alternative.require(sent, false, `${type} for ${about}`, actual);
  }
  return { came: came.map(({ expected }) => expected), unexpected: news };
}
