import { lifecycleRules } from '../resources/persons/lifecycle.ts';
import { contactOf } from '../resources/persons/representation.ts';
import { personRules } from '../resources/persons/rules.ts';
import { findRecord, type Outcome, withRecord } from '../state/business-state.ts';
import { startOf } from '../state/dates.ts';
import type { PersonExit, PersonRecord } from '../state/records/people.ts';
import { invalidState } from '../state/refusal.ts';
import { nextOf } from '../state/rule.ts';
import { announcedAnyway, inEvents, renamedIn, silentAbout } from './event-tools.ts';
import { type FaultOverrides, faultsOf } from './fault.ts';
import { asSeen, findingBefore, lookingBefore } from './race-tools.ts';
import { anotherId, changing, remove, replacing, silenced } from './tools.ts';

type Rules = typeof personRules;

/** A person whose cancelled exit is not forgotten. */
type Remembering = PersonRecord & { readonly cancelledExit?: PersonExit };

/** A person who is not offboarded again. */
type Staying = PersonRecord & { readonly isToStay?: true };

const cancelledExitOf = ({ cancelledExit }: Remembering) => cancelledExit;

const remembering: Rules['cancelOffboarding'] = (before, command) => {
  const { exit } = findRecord(before.persons, command.personId);
  const { state, events } = personRules.cancelOffboarding(before, command);
  const record: Remembering = {
    ...findRecord(state.persons, command.personId),
    ...(exit && { cancelledExit: exit }),
  };
  return { state: withRecord(state, 'persons', record), events };
};

const rememberingExits = (rules: Partial<Rules>): FaultOverrides =>
  replacing('persons', { cancelOffboarding: remembering, ...rules });

const firesAt = (record: PersonRecord): number | undefined => {
  const exit = cancelledExitOf(record);
  return exit && lifecycleRules.leavesAt(exit.exitDate);
};

/** The timer of a cancelled exit goes off. */
function fire({ state, events }: Outcome, current: Remembering): Outcome {
  const { cancelledExit, ...person } = current;
  // Whoever leaves by another plan, or has left, is not concerned.
  if (cancelledExit === undefined || person.exit !== undefined)
    return { state: withRecord(state, 'persons', person), events };
  const { exitDate, reason } = cancelledExit;
  return {
    state: withRecord(state, 'persons', { ...person, exit: { ...cancelledExit, status: 'completed' } }),
    events: [
      ...events,
      { eventType: 'person.offboarding.completed', data: { id: person.id, exitDate, reason } },
    ],
  };
}

/** Announces a completed exit with something of the one that was cancelled before it. */
function completedWith(field: 'exitDate' | 'reason'): FaultOverrides {
  const mistaken = ({ state, events }: Outcome): Outcome => ({
    state,
    events: events.map((event) => {
      if (event.eventType !== 'person.offboarding.completed') return event;
      const cancelled = cancelledExitOf(findRecord(state.persons, event.data.id));
      return cancelled ? { ...event, data: { ...event.data, [field]: cancelled[field] } } : event;
    }),
  });
  return rememberingExits({
    completeOffboarding: changing(personRules.completeOffboarding, mistaken),
    progress: changing(personRules.progress, mistaken),
  });
}

/** Schedules no exit of a person for whom a rule was applied. */
const leavingOnce = (rule: 'cancelOffboarding' | 'reinstate'): FaultOverrides =>
  replacing('persons', {
    [rule]: changing(personRules[rule], ({ state, events }, _, command) => {
      const record: Staying = { ...findRecord(state.persons, command.personId), isToStay: true };
      return { state: withRecord(state, 'persons', record), events };
    }),
    scheduleOffboarding(state, command) {
      const record: Staying = findRecord(state.persons, command.personId);
      if (record.isToStay) throw invalidState('An exit of this person was planned before');
      return personRules.scheduleOffboarding(state, command);
    },
  });

const oneText = (phoneNumber: unknown) => Object.values(phoneNumber ?? {}).join(' ');

export const personLifecycleFaults = faultsOf('person', {
  'person-created-event-calls-the-type-type': {
    title: 'A consumer of person.created cannot tell employees from contractors.',
    breaks: ['EVENT-004'],
    overrides: renamedIn('person.created', 'personType', 'type'),
  },
  'person-created-event-phone-is-text': {
    title: 'A consumer that takes the phone number of a new person apart fails.',
    breaks: ['EVENT-004', 'CONV-007'],
    overrides: inEvents('person.created', 'phoneNumber', oneText),
  },
  'person-created-event-without-contractor-type': {
    title: 'A consumer of person.created cannot tell one kind of contractor from another.',
    breaks: ['EVENT-004'],
    overrides: inEvents('person.created', 'contractorType', remove),
  },
  'person-updated-event-shows-the-person-before': {
    title: 'A consumer writes to the address that a person has just replaced.',
    breaks: ['EVENT-006'],
    subtle: ['stale-data'],
    overrides: replacing('persons', {
      update(state, command) {
        const { person } = findRecord(state.persons, command.personId);
        const { state: after, events } = personRules.update(state, command);
        const data = { id: command.personId, ...contactOf(person) };
        return { state: after, events: events.map(() => ({ eventType: 'person.updated', data })) };
      },
    }),
  },
  'person-updated-event-without-last-name': {
    title: 'A consumer that stores the person of the event loses the last name.',
    breaks: ['EVENT-006'],
    overrides: inEvents('person.updated', 'lastName', remove),
  },
  'offboarding-scheduled-event-exit-date-has-a-time': {
    title: 'A consumer that reads a calendar date cannot read the last day of a person.',
    breaks: ['EVENT-010', 'CONV-002'],
    overrides: inEvents('person.offboarding.scheduled', 'exitDate', (date) => `${date}T00:00:00Z`),
  },
  'offboarding-scheduled-event-without-reason': {
    title: 'A consumer is not told why a person leaves.',
    breaks: ['EVENT-010'],
    overrides: inEvents('person.offboarding.scheduled', 'reason', remove),
  },
  'offboarding-cancelled-event-id-under-another-name': {
    title: 'A consumer hears that somebody stays and looks for the person in the wrong field.',
    breaks: ['EVENT-011'],
    overrides: renamedIn('person.offboarding.cancelled', 'id', 'personId'),
  },
  'offboarding-completed-event-exit-date-is-a-timestamp': {
    title: 'A consumer that reads a calendar date cannot read when a person left.',
    breaks: ['EVENT-012', 'CONV-002'],
    overrides: inEvents('person.offboarding.completed', 'exitDate', (date) => startOf(String(date))),
  },
  'offboarding-completed-event-without-reason': {
    title: 'A consumer is not told why a person has left.',
    breaks: ['EVENT-012'],
    overrides: inEvents('person.offboarding.completed', 'reason', remove),
  },
  'reinstated-event-without-id': {
    title: 'A consumer hears that somebody is back and not who.',
    breaks: ['EVENT-013'],
    overrides: inEvents('person.reinstated', 'id', remove),
  },
  'reinstated-event-names-another-person': {
    title: 'A consumer looks for a person who is back under an id that nobody has.',
    breaks: ['EVENT-013', 'LIFECYCLE-007'],
    subtle: ['wrong-id'],
    overrides: inEvents('person.reinstated', 'id', anotherId),
  },
  'scheduled-offboarding-not-announced': {
    title: 'A consumer has no time to take back the keys of somebody who leaves.',
    breaks: ['LIFECYCLE-001'],
    overrides: silentAbout('person.offboarding.scheduled'),
  },
  'scheduled-offboarding-announced-as-completed': {
    title: 'A consumer locks a person out who is to leave next month.',
    breaks: ['LIFECYCLE-001', 'EVENT-010'],
    overrides: replacing('persons', {
      scheduleOffboarding(state, command) {
        const { state: after } = personRules.scheduleOffboarding(state, command);
        const { exitDate = '', reason = '' } = command.input;
        const data = { id: command.personId, exitDate, reason };
        return { state: after, events: [{ eventType: 'person.offboarding.completed', data }] };
      },
    }),
  },
  'scheduled-exit-completed-at-once': {
    title: 'Whoever is to leave next month is locked out today.',
    breaks: ['LIFECYCLE-002'],
    overrides: replacing('persons', {
      scheduleOffboarding(before, command) {
        const scheduled = personRules.scheduleOffboarding(before, command);
        const left = personRules.completeOffboarding(scheduled.state, command);
        return { state: left.state, events: [...scheduled.events, ...left.events] };
      },
    }),
  },
  'cancelled-exit-cannot-be-planned-again': {
    title: 'A person who has once decided to stay can never be offboarded.',
    breaks: ['LIFECYCLE-004'],
    subtle: ['second-time'],
    overrides: leavingOnce('cancelOffboarding'),
  },
  'former-person-cannot-come-back': {
    title: 'A person who was made redundant has to be created anew to come back.',
    breaks: ['LIFECYCLE-006'],
    subtle: ['coincidence'],
    overrides: replacing('persons', {
      reinstate(state, command) {
        const { exit } = findRecord(state.persons, command.personId);
        if (exit?.reason === 'Redundancy') throw invalidState('The person has left for good');
        return personRules.reinstate(state, command);
      },
    }),
  },
  'reinstated-person-cannot-be-offboarded': {
    title: 'A person who is back can never leave again.',
    breaks: ['LIFECYCLE-008'],
    subtle: ['second-time'],
    overrides: leavingOnce('reinstate'),
  },
  'cancelled-offboarding-not-announced': {
    title: 'A consumer locks a person out who has decided to stay.',
    breaks: ['LIFECYCLE-003'],
    overrides: silentAbout('person.offboarding.cancelled'),
  },
  'cancelled-offboarding-announced-as-reinstatement': {
    title: 'A consumer hears that somebody is back who never left.',
    breaks: ['LIFECYCLE-003'],
    overrides: replacing('persons', {
      cancelOffboarding(state, command) {
        const { state: after } = personRules.cancelOffboarding(state, command);
        const data = { id: command.personId };
        return { state: after, events: [{ eventType: 'person.reinstated', data }] };
      },
    }),
  },
  'completed-offboarding-not-announced': {
    title: 'A consumer never takes back the keys of somebody who has left.',
    breaks: ['LIFECYCLE-005'],
    overrides: silentAbout('person.offboarding.completed'),
  },
  'exit-before-its-date-not-announced': {
    title: 'A consumer does not hear of somebody who leaves earlier than planned.',
    breaks: ['LIFECYCLE-005'],
    subtle: ['event-missing'],
    overrides: replacing('persons', {
      completeOffboarding: silenced(personRules.completeOffboarding),
    }),
  },
  'reinstatement-not-announced': {
    title: 'A consumer goes on locking a person out who is back.',
    breaks: ['LIFECYCLE-007'],
    overrides: silentAbout('person.reinstated'),
  },
  'reinstatement-announced-as-a-new-person': {
    title: 'A consumer creates a second account for somebody who is back.',
    breaks: ['LIFECYCLE-007'],
    overrides: replacing('persons', {
      reinstate(state, command) {
        const { state: after } = personRules.reinstate(state, command);
        const { person } = findRecord(after.persons, command.personId);
        const { type: personType = '' } = person;
        const data = { id: command.personId, ...contactOf(person), personType };
        return { state: after, events: [{ eventType: 'person.created', data }] };
      },
    }),
  },
  'cancelled-exit-completed-on-its-date': {
    title: 'A person who has decided to stay is locked out on the day of the cancelled exit.',
    breaks: ['LIFECYCLE-004', 'LIFECYCLE-009'],
    subtle: ['coincidence'],
    overrides: rememberingExits({
      progress: (before, context) =>
        before.persons
          .filter((record) => (firesAt(record) ?? Number.POSITIVE_INFINITY) <= context.now)
          .reduce(fire, personRules.progress(before, context)),
      nextProgressAt(state, context) {
        const ahead = state.persons.flatMap((record) => firesAt(record) ?? []);
        return nextOf([personRules.nextProgressAt(state, context) ?? [], ahead].flat(), context.now);
      },
    }),
  },
  'completed-exit-with-the-cancelled-reason': {
    title: 'The event of a completed exit gives the reason of an earlier exit that was cancelled.',
    breaks: ['EVENT-012', 'LIFECYCLE-005'],
    subtle: ['coincidence', 'stale-data'],
    overrides: completedWith('reason'),
  },
  'completed-exit-with-the-cancelled-date': {
    title: 'The event of a completed exit gives the date of an earlier exit that was cancelled.',
    breaks: ['EVENT-012', 'LIFECYCLE-005'],
    subtle: ['coincidence', 'stale-data'],
    overrides: completedWith('exitDate'),
  },
  'exit-cancelled-while-it-is-completed': {
    title: 'A consumer hears that somebody has left and then that the exit was cancelled.',
    breaks: ['LIFECYCLE-009', 'HOOK-013'],
    subtle: ['concurrency'],
    overrides: () => ({
      ...lookingBefore('cancelOffboarding', (looks) => ({
        persons: {
          cancelOffboarding(state, command) {
            const isOver = findRecord(state.persons, command.personId).exit?.status === 'completed';
            const seen = isOver ? asSeen(state, 'persons', command.personId, looks) : state;
            return personRules.cancelOffboarding(seen, command);
          },
        },
      }))(),
      // Whoever completes an exit looks for the person first, too.
      wrapStore: findingBefore('persons', () => ({}))().wrapStore,
    }),
  },
  'simultaneous-cancellations-both-announced': {
    title: 'A consumer hears twice that a person stays when the button was pressed twice.',
    breaks: ['HOOK-013', 'LIFECYCLE-003'],
    subtle: ['concurrency'],
    overrides: lookingBefore('cancelOffboarding', (looks) => ({
      persons: {
        cancelOffboarding: (state, command) =>
          personRules.cancelOffboarding(asSeen(state, 'persons', command.personId, looks), command),
      },
    })),
  },
  'simultaneous-reinstatements-both-announced': {
    title: 'A consumer welcomes a person twice when the button was pressed twice.',
    breaks: ['HOOK-013', 'LIFECYCLE-007'],
    subtle: ['concurrency'],
    overrides: lookingBefore('reinstatePerson', (looks) => ({
      persons: {
        reinstate: (state, command) =>
          personRules.reinstate(asSeen(state, 'persons', command.personId, looks), command),
      },
    })),
  },
  'refused-cancellation-announced': {
    title:
      'A consumer gives the keys back to somebody who has left, because a late cancellation was refused.',
    breaks: ['LIFECYCLE-003', 'HOOK-013'],
    subtle: ['event-before-its-commit'],
    overrides: announcedAnyway('cancelOffboarding', 'personId', (orAnnounced) => ({
      persons: {
        cancelOffboarding: (state, command) =>
          orAnnounced(
            command.personId,
            state,
            { eventType: 'person.offboarding.cancelled', data: { id: command.personId } },
            () => personRules.cancelOffboarding(state, command),
          ),
      },
    })),
  },
});
