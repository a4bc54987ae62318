/** Reads the events about the persons of a business, and judges them; a person has no readable state. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { nameIn } from '../../provider/about.ts';
import { reached } from '../../provider/calendar.ts';
import { type EventData, newEvents } from '../../provider/event-log.ts';
import { type Arrivals, arrivalsOf, judgeEvents } from '../../provider/ledger.ts';
import type { Alternative } from '../../provider/model.ts';
import type { Part } from '../../provider/part.ts';
import { show } from '../../provider/response.ts';
import { type ExpectedPerson, elapse, type PersonContext, type PersonState, payloads } from './model.ts';

const completed = 'person.offboarding.completed';

const stranger = 'somebody else';

/** The requirement that an uncaused event violates. */
function superfluity(type: string, { phase, pastExits }: ExpectedPerson): RequirementId {
  if (type !== completed) return 'HOOK-013';
  const last = pastExits.at(-1);
  // An exit that is completed while it is cancelled may find none.
  if (last?.end === 'cancelled')
    return phase === 'active' && last.settled ? 'LIFECYCLE-004' : 'LIFECYCLE-009';
  return phase === 'pending-offboarding' && pastExits.length === 0 ? 'LIFECYCLE-002' : 'HOOK-013';
}

/** Evaluates that no exit was completed for a person who stays. */
function judgeStaying(
  alternative: Alternative,
  { name, phase, exit, pastExits }: ExpectedPerson,
  now: number,
): void {
  const wanted = `no completed exit of ${name}`;
  if (phase === 'pending-offboarding' && exit?.since === now)
    alternative.require('LIFECYCLE-002', true, wanted, 'none');
  const last = pastExits.at(-1);
  if (last?.end !== 'cancelled' || phase === 'former') return;
  if (phase === 'active' && last.settled) alternative.require('LIFECYCLE-004', true, wanted, 'none');
  if (reached(last.exitDate, now) === 'yes') alternative.require('LIFECYCLE-009', true, wanted, 'none');
  last.settled = true;
}

/** Judges the events since the last look, after the possible effects of time. */
export function judge(
  alternative: Alternative,
  state: PersonState,
  ids: PersonContext['ids'],
  arrivals: Arrivals,
): void {
  const nameOf = ({ id }: EventData) => nameIn(ids, id) ?? stranger;
  const fresh = newEvents({ ...arrivals, types: Object.keys(payloads) }, state.events.judged);
  elapse(alternative, state, arrivals.conclusive, ({ name }) =>
    fresh.some(({ type, data }) => type === completed && nameOf(data) === name),
  );
  const other = fresh.find(({ data }) => nameOf(data) === stranger);
  // In its own business, nobody else can change a person.
  if (other !== undefined && arrivals.alone) {
    const wanted = `${other.type} with the id of a person who was moved`;
    const rule = payloads[other.type as keyof typeof payloads];
    alternative.require(rule, false, wanted, `another id, ${show(other.data.id)}`, 'first');
  }
  judgeEvents(alternative, state.events, arrivals, {
    uncaused: payloads,
    nameOf,
    isRepeated: () => false,
    broken: ({ type, about }) => {
      const person = state.persons.find(({ name }) => name === about);
      return person && superfluity(type, person);
    },
    when: 'first',
  });
  if (!arrivals.conclusive) return;
  for (const person of state.persons) judgeStaying(alternative, person, state.common.now);
}

export const look: Part<PersonContext, PersonState>['look'] = async (
  _,
  __,
  { fixture, ids },
  surroundings,
) => {
  const arrivals = arrivalsOf(fixture, surroundings);
  return (alternative, state) => judge(alternative, state, ids, arrivals);
};
