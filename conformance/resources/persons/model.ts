/** The expected state of the persons of one business, as plain data. Section "Person lifecycle". */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { past, reached } from '../../provider/calendar.ts';
import type { EventState, ExpectedEvent } from '../../provider/expected-events.ts';
import type { Common, Fixture } from '../../provider/fixture.ts';
import type { Alternative, Move } from '../../provider/model.ts';

/** `pending`: still active, with an exit scheduled. */
export type Phase = 'active' | 'pending' | 'former';

/** A requested exit. */
export interface Exit {
  readonly exitDate: string;
  readonly reason: string;
}

export interface PastExit extends Exit {
  readonly end: 'cancelled' | 'completed';
  /** Whether a look after its end has seen all effects. */
  settled?: true;
}

export interface ExpectedPerson {
  /** Name of the person in counterexamples: A, B. */
  readonly name: string;
  phase: Phase;
  /** The pending exit, and when it was scheduled. */
  exit?: Exit & { readonly since: number };
  readonly pastExits: PastExit[];
}

/** An event of one person. */
export interface ExpectedOfPerson extends ExpectedEvent {
  readonly name: string;
  /** The date that it must show; any one of several. */
  readonly exitDates?: readonly string[];
  readonly reason?: string;
}

export interface PersonState {
  readonly common: Common;
  readonly persons: ExpectedPerson[];
  readonly events: EventState<ExpectedOfPerson>;
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

/** The event of each move of a person, with the requirement to send it and that of its payload. */
export const announced = {
  scheduled: {
    type: 'person.offboarding.scheduled',
    sent: 'LIFECYCLE-001',
    payload: 'EVENT-010',
  },
  cancelled: {
    type: 'person.offboarding.cancelled',
    sent: 'LIFECYCLE-003',
    payload: 'EVENT-011',
  },
  completed: {
    type: 'person.offboarding.completed',
    sent: 'LIFECYCLE-005',
    payload: 'EVENT-012',
  },
  reinstated: { type: 'person.reinstated', sent: 'LIFECYCLE-007', payload: 'EVENT-013' },
} as const satisfies Record<string, { type: string; sent: RequirementId; payload: RequirementId }>;

const day = 86_400;

/** The current dates in all time zones. */
function today(now: number): readonly string[] {
  const dates = [-1, 0, 1].map((days) => new Date((now + days * day) * 1_000).toISOString().slice(0, 10));
  return dates.filter((date) => reached(date, now) !== 'no' && past(date, now) !== 'yes');
}

function endExit(person: ExpectedPerson, end: PastExit['end']): Exit | undefined {
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
  { exitDate, reason }: Exit,
): void {
  person.phase = 'pending';
  person.exit = { exitDate, reason, since: common.now };
  const { type, sent } = announced.scheduled;
  events.expected.push({ type, sent, name: person.name, exitDates: [exitDate], reason });
  alternative.took('person/schedule-offboarding', person.name);
}

export function cancel(alternative: Alternative, { events }: PersonState, person: ExpectedPerson): void {
  endExit(person, 'cancelled');
  person.phase = 'active';
  const { type, sent } = announced.cancelled;
  events.expected.push({ type, sent, name: person.name });
  alternative.took('person/cancel-offboarding', person.name);
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
  person.phase = 'former';
  const { type, sent } = announced.completed;
  const exitDates = [exit.exitDate, ...(by === 'control' ? today(common.now) : [])];
  events.expected.push({ type, sent, name: person.name, exitDates, reason: exit.reason });
  alternative.took('person/complete-exit', person.name);
}

export function reinstate(alternative: Alternative, { events }: PersonState, person: ExpectedPerson): void {
  person.phase = 'active';
  const { type, sent } = announced.reinstated;
  events.expected.push({ type, sent, name: person.name });
  alternative.took('person/reinstate', person.name);
}

/**
 * Schedules the exit of a person who has one pending. The document does not show whether it can be moved, and whether
 * that is announced. A target that rejected this once is not expected to move an exit later.
 */
export function scheduleAgain(
  alternative: Alternative,
  state: PersonState,
  person: ExpectedPerson,
  { exitDate, reason }: Exit,
): void {
  const { name, exit } = person;
  if (exit === undefined || state.refusesRepeats) return;
  const isSame = exit.exitDate === exitDate && exit.reason === reason;
  if (!isSame && alternative.choose(['left alone', 'moved']) === 'left alone') return;
  person.exit = { exitDate, reason, since: exit.since };
  state.events.expected.push({ type: announced.scheduled.type, name, exitDates: [exitDate], reason });
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
      return announced.scheduled.sent;
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
      exit === undefined ? `person ${name} ${phase}` : `person ${name} active, leaves on ${exit.exitDate}`,
    )
    .join('; ');
}
