/** Hears events that are each about one resource, which they may name or not, and judges them. */

import type { RequirementId } from '../../openapi/catalogue.ts';
import { isRecord } from './answers.ts';
import type { Ground, Surroundings } from './fixture.ts';
import { type Arrivals, type Expected, type Hearing, hear, type Payload } from './hearing.ts';
import type { Reading } from './reading.ts';
import { show } from './scenario.ts';
import { isAlone } from './tenant.ts';

/** An event of one resource, as plain data. */
export interface ExpectedAbout extends Expected {
  /** Name of the resource that it is about. */
  readonly about: string;
  /** What it has to show, and what is broken when it shows something else. */
  readonly shows?: { readonly fields: Payload; readonly requirement: RequirementId };
}

export type HearingAbout = Hearing<ExpectedAbout>;

export interface Heard {
  readonly type: string;
  /** Name of the resource that it is about, where the event says so. */
  readonly about?: string;
}

export interface Ear extends Arrivals {
  /** Whether nobody else causes events here. */
  readonly alone: boolean;
  /** The name of a resource that has an id: payloads need not show one. */
  readonly nameOf: (id: unknown) => string | undefined;
  /** Whether an event that nobody expects says once more what was announced already. */
  readonly isRepeated: (event: Heard) => boolean;
}

/** What there is to hear in a business. */
export function earOf(
  { tenant, conclusive }: Ground,
  { events }: Surroundings,
  listening: Pick<Ear, 'types' | 'nameOf' | 'isRepeated'>,
): Ear {
  return { events, conclusive, alone: isAlone(tenant), ...listening };
}

/** Whether a value is the wanted one; what an object says beyond it is left open. */
const isShown = (value: unknown, wanted: unknown): boolean =>
  isRecord(wanted)
    ? isRecord(value) && Object.entries(wanted).every(([name, part]) => isShown(value[name], part))
    : value === wanted;

const says = ({ shows }: ExpectedAbout, data: Payload) => shows === undefined || isShown(data, shows.fields);

function judgePayload(reading: Reading, expected: ExpectedAbout, data: Payload): void {
  const { type, shows } = expected;
  if (shows === undefined) return;
  const { fields, requirement } = shows;
  const shown = Object.fromEntries(Object.keys(fields).map((name) => [name, data[name]]));
  reading.require(requirement, says(expected, data), `${type} with ${show(fields)}`, show(shown));
}

/**
 * Takes what came for what was expected, and evaluates both.
 *
 * @param may what may come now or later, without being owed.
 * @returns what came of the expected, and what came beside it and is no repetition.
 */
export function hearAbout(
  reading: Reading,
  hearing: HearingAbout,
  { alone, nameOf, isRepeated, ...arrivals }: Ear,
  may: readonly ExpectedAbout[] = [],
): { readonly came: readonly ExpectedAbout[]; readonly unexpected: readonly Heard[] } {
  const isAbout = ({ about }: ExpectedAbout, { id }: Payload) => [undefined, about].includes(nameOf(id));
  const { came, missing, unexpected } = hear(reading, hearing, arrivals, { isAbout, says }, may);
  for (const { expected, data } of came) judgePayload(reading, expected, data);
  const others = unexpected.flatMap(({ type, data }): readonly Heard[] => {
    const about = nameOf(data.id);
    if (about === undefined) return alone ? [{ type }] : [];
    return [{ type, about }];
  });
  const news = others.filter((event) => {
    const isNews = !isRepeated(event);
    reading.require('HOOK-013', isNews, `${event.type} under one id`, 'it came once more, under another id');
    return isNews;
  });
  for (const { type, about, sent } of missing) {
    const seen = came.map(({ expected }) => `${expected.type} for ${expected.about}`);
    const actual = seen.length === 0 ? 'no event' : `only ${seen.join(', ')}`;
    reading.require(sent, false, `${type} for ${about}`, actual);
  }
  return { came: came.map(({ expected }) => expected), unexpected: news };
}
