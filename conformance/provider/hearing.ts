/** Events that a machine expects, and what has become of them. An event is told from its repetitions by its id. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Envelope } from '../webhooks/inspect.ts';
import { isRecord } from './answers.ts';
import type { Reading } from './reading.ts';

/** An event that is to come, as plain data. */
export interface Expected {
  readonly type: string;
  /** Broken when it does not come; an event without may come or not. */
  readonly sent?: RequirementId;
}

/** The part of a state that follows the events. */
export interface Hearing<E extends Expected> {
  /** Ids of the events that have been judged. */
  readonly heard: string[];
  expected: E[];
}

export type Payload = Readonly<Record<string, unknown>>;

export interface HeardEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Payload;
}

/** What can be heard. */
export interface Arrivals {
  /** Everything that has arrived. */
  readonly events: readonly Envelope[];
  /** The types that the machine listens to. */
  readonly types: readonly string[];
  /** Whether what has not come was not sent. */
  readonly conclusive: boolean;
}

/** How an event is taken for one that is expected. */
export interface Fit<E extends Expected> {
  /** Whether an event can be the expected one. */
  readonly isAbout: (expected: E, data: Payload) => boolean;
  /** Whether it says of it what it should; it is preferred then. */
  readonly says: (expected: E, data: Payload) => boolean;
}

export interface Outcome<E extends Expected> {
  /** What came and was expected. */
  readonly came: readonly { readonly expected: E; readonly data: Payload }[];
  /** What had to come and has not, where that can be said. */
  readonly missing: readonly (E & { readonly sent: RequirementId })[];
  /** What came and nobody expected, in order of arrival. */
  readonly unexpected: readonly HeardEvent[];
}

/** The events of some types that came since the last look, each once; a repetition has the id of what it repeats. */
export function freshEvents(
  { events, types }: Pick<Arrivals, 'events' | 'types'>,
  heard: readonly string[],
): readonly HeardEvent[] {
  const ids = new Set(heard);
  return events.flatMap((event) => {
    const type = String(event.eventType);
    const id = String(event.id);
    if (!types.includes(type) || ids.has(id)) return [];
    ids.add(id);
    return [{ id, type, data: isRecord(event.data) ? event.data : {} }];
  });
}

const hasToCome = <E extends Expected>(expected: E): expected is E & { readonly sent: RequirementId } =>
  expected.sent !== undefined;

/**
 * Takes what came for what was expected, in whatever order. What has come is said to be sent; what becomes of the rest is left
 * to the machine.
 *
 * @param may what may come now or later, without being owed.
 */
export function hear<E extends Expected>(
  reading: Reading,
  hearing: Hearing<E>,
  arrivals: Arrivals,
  { isAbout, says }: Fit<E>,
  may: readonly E[] = [],
): Outcome<E> {
  const { heard, expected } = hearing;
  // What has to come is served before what may.
  const open = [...expected.filter(hasToCome), ...expected.filter((each) => !hasToCome(each)), ...may];
  const came: { expected: E; data: Payload }[] = [];
  const isLeft = (fits: Fit<E>['isAbout']) => (event: HeardEvent) => {
    const at = open.findIndex((each) => each.type === event.type && fits(each, event.data));
    const [found] = at < 0 ? [] : open.splice(at, 1);
    if (found === undefined) return true;
    came.push({ expected: found, data: event.data });
    return false;
  };
  const fresh = freshEvents(arrivals, heard);
  const unexpected = fresh
    .filter(isLeft((each, data) => isAbout(each, data) && says(each, data)))
    .filter(isLeft(isAbout));
  heard.push(...fresh.map(({ id }) => id));
  for (const { type, sent } of came.map((each) => each.expected).filter(hasToCome)) {
    reading.require(sent, true, type, 'it came');
    reading.require('HOOK-013', true, `${type} under one id`, 'it came once');
  }
  hearing.expected = arrivals.conclusive ? [] : open.filter((each) => !may.includes(each));
  return { came, missing: arrivals.conclusive ? open.filter(hasToCome) : [], unexpected };
}
