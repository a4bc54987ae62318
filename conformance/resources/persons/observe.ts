/** Reads the events about the persons of a business, and judges them; a person has no readable state. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { reached } from '../../provider/calendar.ts';
import { type EventData, newEvents, type ReceivedEvent } from '../../provider/event-log.ts';
import { type Matched, matchEvents } from '../../provider/expected-events.ts';
import type { Envelope } from '../../provider/inspect.ts';
import type { Alternative } from '../../provider/model.ts';
import type { Part } from '../../provider/part.ts';
import { show } from '../../provider/response.ts';
import { isAlone } from '../../provider/tenant.ts';
import {
  announced,
  type ExpectedOfPerson,
  type ExpectedPerson,
  elapse,
  type PersonContext,
  type PersonState,
} from './model.ts';

const types = Object.values(announced).map(({ type }) => type);

const payloadOf = (type: string): RequirementId | undefined =>
  Object.values(announced).find((event) => event.type === type)?.payload;

const says = ({ exitDates, reason }: ExpectedOfPerson, data: EventData) =>
  (exitDates?.includes(String(data.exitDate)) ?? true) && (reason === undefined || reason === data.reason);

/** The requirement that an uncaused event violates. */
function superfluity({ type }: ReceivedEvent, { phase, pastExits }: ExpectedPerson): RequirementId {
  if (type !== announced.completed.type) return 'HOOK-013';
  const last = pastExits.at(-1);
  // An exit that is completed while it is cancelled may find none.
  if (last?.end === 'cancelled')
    return phase === 'active' && last.settled ? 'LIFECYCLE-004' : 'LIFECYCLE-009';
  return phase === 'pending' && pastExits.length === 0 ? 'LIFECYCLE-002' : 'HOOK-013';
}

/** Evaluates that no exit was completed for a person who stays. */
function judgeStaying(
  alternative: Alternative,
  { name, phase, exit, pastExits }: ExpectedPerson,
  now: number,
): void {
  const wanted = `no completed exit of person ${name}`;
  if (phase === 'pending' && exit?.since === now) alternative.require('LIFECYCLE-002', true, wanted, 'none');
  const last = pastExits.at(-1);
  if (last?.end !== 'cancelled' || phase === 'former') return;
  if (phase === 'active' && last.settled) alternative.require('LIFECYCLE-004', true, wanted, 'none');
  if (reached(last.exitDate, now) === 'yes') alternative.require('LIFECYCLE-009', true, wanted, 'none');
  last.settled = true;
}

function judgeOutcome(
  alternative: Alternative,
  { came, missing, unexpected }: Matched<ExpectedOfPerson>,
): void {
  for (const { type, sent, name } of missing) {
    const others = unexpected.map((event) => event.type);
    const seen = others.length === 0 ? 'no such event' : `no such event; what came: ${others.join(', ')}`;
    alternative.require(sent, false, `${type} of person ${name}`, seen, 'first');
  }
  for (const { expected, data } of came) {
    const { type, name, exitDates, reason } = expected;
    const requirement = payloadOf(type);
    if (requirement === undefined) continue;
    const wanted = [
      `${type} of person ${name}`,
      ...(exitDates === undefined ? [] : [exitDates.join(' or ')]),
      ...(reason === undefined ? [] : [reason]),
    ];
    const shown = [
      ...(exitDates === undefined ? [] : [data.exitDate]),
      ...(reason === undefined ? [] : [data.reason]),
    ];
    alternative.require(requirement, says(expected, data), wanted.join(', '), show(shown));
  }
}

/** Judges the events since the last look, after the possible effects of time. */
export function judge(
  alternative: Alternative,
  state: PersonState,
  { fixture: { conclusive, tenant }, ids }: PersonContext,
  events: readonly Envelope[],
): void {
  const nameOf = (data: EventData) => [...ids.keys()].find((name) => ids.get(name) === data.id);
  const arrivals = { events, types, conclusive };
  const fresh = newEvents(arrivals, state.events.judged);
  elapse(alternative, state, conclusive, ({ name }) =>
    fresh.some(({ type, data }) => type === announced.completed.type && nameOf(data) === name),
  );
  const stranger = fresh.find(({ data }) => nameOf(data) === undefined);
  const requirement = stranger && payloadOf(stranger.type);
  // In its own business, nobody else can change a person.
  if (stranger !== undefined && requirement !== undefined && isAlone(tenant)) {
    const wanted = `${stranger.type} with the id of a person who was moved`;
    alternative.require(requirement, false, wanted, `another id, ${show(stranger.data.id)}`, 'first');
  }
  const isAbout = ({ name }: ExpectedOfPerson, data: EventData) => nameOf(data) === name;
  const outcome = matchEvents(alternative, state.events, arrivals, { isAbout, says });
  judgeOutcome(alternative, outcome);
  for (const event of outcome.unexpected) {
    const person = state.persons.find(({ name }) => name === nameOf(event.data));
    if (person === undefined) continue;
    const expected = `no further ${event.type} of person ${person.name}`;
    alternative.require(
      superfluity(event, person),
      false,
      expected,
      'another event with a different id',
      'first',
    );
  }
  if (!conclusive) return;
  for (const person of state.persons) judgeStaying(alternative, person, state.common.now);
}

export const look: Part<PersonContext, PersonState>['look'] =
  async (_, __, context, { events }) =>
  (alternative, state) =>
    judge(alternative, state, context, events);
