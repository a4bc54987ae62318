/** The expected state of the persons of one business, as plain data. Section "Person lifecycle". */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { past, reached } from '../../provider/calendar.ts';
import type { EventData } from '../../provider/event-log.ts';
import type { Common, Fixture } from '../../provider/fixture.ts';
import { allow, type ExpectedEvent, enter, type Ledger } from '../../provider/ledger.ts';
import type { Alternative, Move } from '../../provider/model.ts';

/** `pending-offboarding`: still active, with an exit scheduled. */
export type PersonPhase = 'active' | 'pending-offboarding' | 'former';

/** A requested exit. */
export interface Offboarding {
  readonly exitDate: string;
  readonly reason: string;
}

export interface PastExit extends Offboarding {
  readonly end: 'cancelled' | 'completed';
  /** Whether a look after its end has seen all effects. */
  settled?: true;
}

export interface ExpectedPerson {
  /** How findings name it: person A, person B. */
  readonly name: string;
  phase: PersonPhase;
  /** The pending exit, and when it was scheduled. */
  exit?: Offboarding & { readonly since: number };
  readonly pastExits: PastExit[];
}

export interface PersonState {
  readonly common: Common;
  readonly persons: ExpectedPerson[];
  readonly events: Ledger;
  /** Whether the target is known to reject a second schedule while an exit is pending. */
  refusesRepeats: boolean;
  /** Time of the last look. */
  seenAt: number;
}

export interface PersonContext {
  readonly fixture: Fixture;
  /** Ids of the persons, by name. */
  readonly ids: ReadonlyMap<string, string>;
  /** Operations that this target has carried out; before that, a rejection may mean that it does not understand the request. */
  readonly understood: Set<string>;
}

export type PersonMove = Move<PersonContext, PersonState>;

/** The events of persons, each with the requirement that its payload rests on. */
export const payloads = {
  'person.offboarding.scheduled': 'EVENT-010',
  'person.offboarding.cancelled': 'EVENT-011',
  'person.offboarding.completed': 'EVENT-012',
  'person.reinstated': 'EVENT-013',
} as const satisfies Record<string, RequirementId>;

const carrying = (
  event: keyof typeof payloads,
  ...anyOf: [EventData, ...EventData[]]
): Pick<ExpectedEvent, 'shows'> => ({ shows: { requirement: payloads[event], anyOf } });

const day = 86_400;

/** The current dates in all time zones. */
function today(now: number): readonly string[] {
  const dates = [-1, 0, 1].map((days) => new Date((now + days * day) * 1_000).toISOString().slice(0, 10));
  return dates.filter((date) => reached(date, now) !== 'no' && past(date, now) !== 'yes');
}

function endExit(person: ExpectedPerson, end: PastExit['end']): Offboarding | undefined {
  const { exit } = person;
  if (exit === undefined) return undefined;
  person.pastExits.push({ exitDate: exit.exitDate, reason: exit.reason, end });
  delete person.exit;
  return exit;
}

export function schedule(
  alternative: Alternative,
  { events, common }: PersonState,
  person: ExpectedPerson,
  { exitDate, reason }: Offboarding,
): void {
  person.exit = { exitDate, reason, since: common.now };
  const values = carrying('person.offboarding.scheduled', { exitDate, reason });
  enter(alternative, events, 'person/schedule-offboarding', person, values);
}

export function cancel(alternative: Alternative, { events }: PersonState, person: ExpectedPerson): void {
  endExit(person, 'cancelled');
  const values = carrying('person.offboarding.cancelled', {});
  enter(alternative, events, 'person/cancel-offboarding', person, values);
}

/**
 * @param by a control may complete an exit before its date; the document does not show which of the two dates the event
 * then has.
 */
export function complete(
  alternative: Alternative,
  { events, common }: PersonState,
  person: ExpectedPerson,
  by: 'control' | 'itself',
): void {
  const exit = endExit(person, 'completed');
  if (exit === undefined) return;
  const { exitDate, reason } = exit;
  const others = by === 'control' ? today(common.now).map((date) => ({ exitDate: date, reason })) : [];
  const values = carrying('person.offboarding.completed', { exitDate, reason }, ...others);
  enter(alternative, events, 'person/complete-exit', person, values);
}

export function reinstate(alternative: Alternative, { events }: PersonState, person: ExpectedPerson): void {
  enter(alternative, events, 'person/reinstate', person, carrying('person.reinstated', {}));
}

/**
 * Schedules the exit of a person who has one pending. The document does not show whether it can be moved, and whether
 * that is announced. A target that rejected this once is not expected to move an exit later.
 */
export function scheduleAgain(
  alternative: Alternative,
  state: PersonState,
  person: ExpectedPerson,
  { exitDate, reason }: Offboarding,
): void {
  const { exit } = person;
  if (exit === undefined || state.refusesRepeats) return;
  const isSame = exit.exitDate === exitDate && exit.reason === reason;
  if (!isSame && alternative.choose(['left alone', 'moved']) === 'left alone') return;
  person.exit = { exitDate, reason, since: exit.since };
  const values = carrying('person.offboarding.scheduled', { exitDate, reason });
  allow(state.events, 'person/schedule-offboarding', person, values);
}

/** Whether a date began after the last look, or may have. */
const beganSince = (date: string, { seenAt, common }: PersonState) =>
  reached(date, seenAt) !== 'yes' && reached(date, common.now) !== 'no';

/**
 * Lets time pass. The document does not show whether an exit completes by itself, and when. But it needs some time,
 * because the person first stays active, and the date of an exit that is no longer pending does not count.
 *
 * @param isAnnounced whether an event announced it.
 */
export function elapse(
  alternative: Alternative,
  state: PersonState,
  conclusive: boolean,
  isAnnounced: (person: ExpectedPerson) => boolean,
): void {
  const { now } = state.common;
  for (const person of state.persons) {
    const { exit, pastExits } = person;
    if (exit === undefined || now === exit.since) continue;
    const isEarly = reached(exit.exitDate, now) === 'no';
    if (isEarly && pastExits.some(({ exitDate }) => beganSince(exitDate, state))) continue;
    const announced = isAnnounced(person);
    if (conclusive && !announced) continue;
    if (alternative.choose([announced, !announced])) complete(alternative, state, person, 'itself');
  }
  state.seenAt = now;
}

/** The rule that makes a person active and able to be offboarded. */
export function activeBy({ pastExits }: ExpectedPerson): RequirementId {
  switch (pastExits.at(-1)?.end) {
    case 'cancelled':
      return 'LIFECYCLE-004';
    case 'completed':
      return 'LIFECYCLE-008';
    case undefined:
      return 'LIFECYCLE-001';
  }
}

/** The first exit date whose moment is still to come, also of a past exit. */
export function nextExitDate(
  { exit, pastExits }: ExpectedPerson,
  momentOf: (date: string) => number,
  now: number,
): string | undefined {
  const dates = [...pastExits, ...(exit === undefined ? [] : [exit])].map(({ exitDate }) => exitDate);
  return dates.filter((date) => momentOf(date) > now).toSorted()[0];
}

/** Such as `person A leaves on 2027-03-01; person B active`. */
export function showPersons({ persons }: PersonState): string {
  return persons
    .map(({ name, phase, exit }) =>
      exit === undefined ? `${name} ${phase}` : `${name} active, leaves on ${exit.exitDate}`,
    )
    .join('; ');
}
