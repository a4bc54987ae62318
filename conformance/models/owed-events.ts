/** Events that a machine owes, and what has become of them. Each change is announced once, in whatever order. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Envelope } from '../webhooks/inspect.ts';

/** An event that has to come, as plain data. */
export interface Owed {
  readonly type: string;
  /** Broken when it does not come; an event without may come or not. */
  readonly sent?: RequirementId;
}

/** The part of a state that follows the events. */
export interface Hearing<O extends Owed> {
  /** Events that have been judged, counted in order of arrival. */
  heard: number;
  owed: O[];
}

export type Payload = Readonly<Record<string, unknown>>;

export interface ToldEvent {
  readonly type: string;
  readonly data: Payload;
}

export interface Told<O extends Owed> {
  /** What came and what it announces. */
  readonly announced: readonly { readonly owed: O; readonly data: Payload }[];
  /** What had to come and has not, where that can be said. */
  readonly missing: readonly (O & { readonly sent: RequirementId })[];
  /** What came and announces nothing that has happened. */
  readonly superfluous: readonly ToldEvent[];
}

/** The events of some types that came since the last look, each once; a repetition has the id of what it repeats. */
export function freshEvents(
  events: readonly Envelope[],
  heard: number,
  types: ReadonlySet<string>,
): readonly ToldEvent[] {
  const ids = new Set(events.slice(0, heard).map(({ id }) => id));
  return events.slice(heard).flatMap(({ eventType, id, data }) => {
    if (typeof eventType !== 'string' || !types.has(eventType) || data === undefined || ids.has(id))
      return [];
    ids.add(id);
    return [{ type: eventType, data }];
  });
}

const hasToCome = <O extends Owed>(owed: O): owed is O & { readonly sent: RequirementId } =>
  owed.sent !== undefined;

/**
 * Takes what came for what is owed.
 *
 * @param conclusive whether what has not come was not sent.
 * @param isAbout whether an event can be the one that is owed.
 * @param says whether it says of it what it should; it is preferred then.
 */
export function hear<O extends Owed>(
  hearing: Hearing<O>,
  events: readonly Envelope[],
  types: ReadonlySet<string>,
  conclusive: boolean,
  isAbout: (owed: O, data: Payload) => boolean,
  says: (owed: O, data: Payload) => boolean,
): Told<O> {
  // What has to come is served before what may.
  const open = [...hearing.owed.filter(hasToCome), ...hearing.owed.filter((owed) => !hasToCome(owed))];
  const announced: { owed: O; data: Payload }[] = [];
  const take = (fits: (owed: O, data: Payload) => boolean) => (event: ToldEvent) => {
    const at = open.findIndex((owed) => owed.type === event.type && fits(owed, event.data));
    const [owed] = at < 0 ? [] : open.splice(at, 1);
    if (owed === undefined) return true;
    announced.push({ owed, data: event.data });
    return false;
  };
  const superfluous = freshEvents(events, hearing.heard, types)
    .filter(take((owed, data) => isAbout(owed, data) && says(owed, data)))
    .filter(take(isAbout));
  hearing.heard = events.length;
  hearing.owed = conclusive ? [] : open;
  return { announced, missing: conclusive ? open.filter(hasToCome) : [], superfluous };
}
