/** What a machine wants to be announced, and what has become of it. An event is told from its repetitions by its id. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { isRecord } from '../actions/answers.ts';
import type { Reading } from '../engine/reading.ts';
import { show } from '../engine/scenario.ts';
import type { Envelope } from '../webhooks/inspect.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An event that is to come, as plain data. */
export interface Expected {
  readonly type: string;
  /** Name of the resource that it is about. */
  readonly about: string;
  /** Broken when it does not come; an event without may come or not. */
  readonly sent?: RequirementId;
  /** What it has to show, and what is broken when it shows something else. */
  readonly shows?: { readonly fields: Fields; readonly requirement: RequirementId };
}

/** The part of a state that follows the events. */
export interface Hearing {
  /** Ids of the events that have been judged. */
  readonly heard: string[];
  expected: Expected[];
}

export interface Heard {
  readonly type: string;
  /** Name of the resource that it is about, where the event says so. */
  readonly about?: string;
}

export interface Ear {
  /** Everything that has arrived. */
  readonly events: readonly Envelope[];
  readonly types: readonly string[];
  /** Whether what has not come was not sent. */
  readonly conclusive: boolean;
  /** Whether nobody else causes events here. */
  readonly alone: boolean;
  /** The name of a resource that has an id: payloads need not show one. */
  readonly nameOf: (id: unknown) => string | undefined;
  /** Whether an event that nobody expects says once more what was announced already. */
  readonly isRepeated: (event: Heard) => boolean;
}

/** Whether a value is the wanted one; what an object says beyond it is left open. */
const isShown = (value: unknown, wanted: unknown): boolean =>
  isRecord(wanted)
    ? isRecord(value) && Object.entries(wanted).every(([name, part]) => isShown(value[name], part))
    : value === wanted;

const says = ({ shows }: Expected, data: Fields) => shows === undefined || isShown(data, shows.fields);

/**
 * Takes what came for what was expected, and evaluates both.
 *
 * @param may what may come now or later, without being owed.
 * @returns what came of the expected, and what came beside it and is no repetition.
 */
export function hear(
  reading: Reading,
  hearing: Hearing,
  { events, types, conclusive, alone, nameOf, isRepeated }: Ear,
  may: readonly Expected[] = [],
): { readonly came: readonly Expected[]; readonly unexpected: readonly Heard[] } {
  const open = [...hearing.expected, ...may];
  const came: Expected[] = [];
  const unexpected: Heard[] = [];
  for (const { eventType, id, data = {} } of events) {
    const type = String(eventType);
    if (!types.includes(type) || hearing.heard.includes(String(id))) continue;
    hearing.heard.push(String(id));
    const about = nameOf(data.id);
    const fitting = open.filter(
      (each) => each.type === type && (about === undefined || each.about === about),
    );
    const found = fitting.find((each) => says(each, data)) ?? fitting[0];
    if (found === undefined) {
      const event = { type, ...(about !== undefined && { about }) };
      if (!alone && about === undefined) continue;
      const isNews = !isRepeated(event);
      reading.require('HOOK-013', isNews, `${type} under one id`, 'it came once more, under another id');
      if (isNews) unexpected.push(event);
      continue;
    }
    open.splice(open.indexOf(found), 1);
    came.push(found);
    reading.require('HOOK-013', true, `${type} under one id`, 'one id');
    if (found.sent !== undefined) reading.require(found.sent, true, type, type);
    if (found.shows === undefined) continue;
    const { fields, requirement } = found.shows;
    const wanted = `${type} with ${show(fields)}`;
    const shown = Object.fromEntries(Object.keys(fields).map((name) => [name, data[name]]));
    reading.require(requirement, says(found, data), wanted, show(shown));
  }
  if (conclusive) {
    for (const { type, about, sent } of open) {
      if (sent === undefined) continue;
      const others = came.map((event) => `${event.type} for ${event.about}`);
      const actual = others.length === 0 ? 'no event' : `only ${others.join(', ')}`;
      reading.require(sent, false, `${type} for ${about}`, actual);
    }
  }
  hearing.expected = conclusive ? [] : open.filter((each) => !may.includes(each));
  return { came, unexpected };
}
