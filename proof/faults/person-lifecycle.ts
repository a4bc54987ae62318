import type { FaultOverrides } from '../../reference-server/fault.ts';
import { lifecycleRules } from '../../reference-server/resources/persons/lifecycle.ts';
import { contactOf } from '../../reference-server/resources/persons/representation.ts';
import { personRules } from '../../reference-server/resources/persons/rules.ts';
import { findRecord, inTurn, type Outcome, withRecord } from '../../reference-server/state/business-state.ts';
import { startOf } from '../../reference-server/state/dates.ts';
import type { PersonExit, PersonRecord } from '../../reference-server/state/records/people.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { invalidState } from '../../reference-server/state/refusal.ts';
import { nextOf } from '../../reference-server/state/rule.ts';
import { announcedAnyway, inEvents, renamedIn, silentAbout } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { asSeen, findingBefore, lookingBefore } from './race-tools.ts';
import { anotherId, changing, remove, replacing, silenced, webhooks } from './tools.ts';

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
  // Persons without a cancelled exit, or with a new one, are not affected.
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
    title: 'A consumer that reads the parts of the phone number of a new person fails.',
    breaks: ['EVENT-004', 'CONV-007'],
    overrides: inEvents('person.created', 'phoneNumber', oneText),
  },
  'person-created-event-without-contractor-type': {
    title: 'A consumer of person.created cannot tell one kind of contractor from another.',
    breaks: ['EVENT-004'],
    overrides: inEvents('person.created', 'contractorType', remove),
  },
  'person-updated-event-shows-the-person-before': {
    title: 'The event of an updated person shows the previous email address.',
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
    title: 'The event of an updated person lacks the last name.',
    breaks: ['EVENT-006'],
    overrides: inEvents('person.updated', 'lastName', remove),
  },
  'offboarding-scheduled-event-exit-date-has-a-time': {
    title: 'The exit date in the event has a time, so a consumer cannot read it as a date.',
    breaks: ['EVENT-010', 'CONV-002'],
    overrides: inEvents('person.offboarding.scheduled', 'exitDate', (date) => `${date}T00:00:00Z`),
  },
  'offboarding-scheduled-event-without-reason': {
    title: 'The event of a scheduled exit lacks the reason.',
    breaks: ['EVENT-010'],
    overrides: inEvents('person.offboarding.scheduled', 'reason', remove),
  },
  'offboarding-cancelled-event-id-under-another-name': {
    title: 'The event of a cancelled exit has the id of the person in another field.',
    breaks: ['EVENT-011'],
    overrides: renamedIn('person.offboarding.cancelled', 'id', 'personId'),
  },
  'offboarding-completed-event-exit-date-is-a-timestamp': {
    title: 'The exit date in the event of a completed exit is a timestamp instead of a date.',
    breaks: ['EVENT-012', 'CONV-002'],
    overrides: inEvents('person.offboarding.completed', 'exitDate', (date) => startOf(String(date))),
  },
  'offboarding-completed-event-without-reason': {
    title: 'The event of a completed exit lacks the reason.',
    breaks: ['EVENT-012'],
    overrides: inEvents('person.offboarding.completed', 'reason', remove),
  },
  'reinstated-event-without-id': {
    title: 'The event of a reinstatement does not say who is back.',
    breaks: ['EVENT-013'],
    overrides: inEvents('person.reinstated', 'id', remove),
  },
  'reinstated-event-names-another-person': {
    title: 'The event of a reinstatement has an id that no person has.',
    breaks: ['EVENT-013', 'LIFECYCLE-007'],
    subtle: ['wrong-id'],
    overrides: inEvents('person.reinstated', 'id', anotherId),
  },
  'scheduled-offboarding-not-announced': {
    title: 'A consumer is not notified before a person leaves.',
    breaks: ['LIFECYCLE-001'],
    overrides: silentAbout('person.offboarding.scheduled'),
  },
  'scheduled-offboarding-announced-as-completed': {
    title: 'The event of a scheduled exit says that the person has already left.',
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
    title: 'An exit that is scheduled for next month is completed at once.',
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
    title: 'A person whose exit was cancelled once can never be offboarded.',
    breaks: ['LIFECYCLE-004'],
    subtle: ['second-time'],
    overrides: leavingOnce('cancelOffboarding'),
  },
  'former-person-cannot-come-back': {
    title: 'A former person cannot be reinstated.',
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
    title: 'A reinstated person cannot be offboarded again.',
    breaks: ['LIFECYCLE-008'],
    subtle: ['second-time'],
    overrides: leavingOnce('reinstate'),
  },
  'cancelled-offboarding-not-announced': {
    title: 'A consumer is not notified that an exit was cancelled.',
    breaks: ['LIFECYCLE-003'],
    overrides: silentAbout('person.offboarding.cancelled'),
  },
  'cancelled-offboarding-announced-as-reinstatement': {
    title: 'The event of a cancelled exit says that the person was reinstated.',
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
    title: 'A consumer is not notified that a person has left.',
    breaks: ['LIFECYCLE-005'],
    overrides: silentAbout('person.offboarding.completed'),
  },
  'exit-before-its-date-not-announced': {
    title: 'A consumer is not notified when a person leaves earlier than planned.',
    breaks: ['LIFECYCLE-005'],
    subtle: ['event-missing'],
    overrides: replacing('persons', {
      completeOffboarding: silenced(personRules.completeOffboarding),
    }),
  },
  'reinstatement-not-announced': {
    title: 'A consumer is not notified that a person is back.',
    breaks: ['LIFECYCLE-007'],
    overrides: silentAbout('person.reinstated'),
  },
  'reinstatement-announced-as-a-new-person': {
    title: 'The event of a reinstatement announces a new person, so a consumer creates a second account.',
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
    title: 'An exit that was cancelled is completed on its date all the same.',
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
    title: 'A consumer is notified that a person has left, and then that the exit was cancelled.',
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
      // Completing an exit also looks up the person first.
      wrapStore: findingBefore('persons', () => ({}))().wrapStore,
    }),
  },
  'simultaneous-cancellations-both-announced': {
    title: 'Two simultaneous cancellations of an exit are both announced.',
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
    title: 'Two simultaneous reinstatements are both announced.',
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
    title: 'A cancellation that comes too late is rejected, but announced.',
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
  'new-exit-completed-on-the-date-of-a-cancelled-one': {
    title: 'A person whose exit was moved to a later date leaves on the earlier one.',
    breaks: ['LIFECYCLE-002', 'LIFECYCLE-009'],
    subtle: ['coincidence'],
    overrides: rememberingExits({
      progress: (before, context) =>
        inTurn(before, [
          (state) => personRules.progress(state, context),
          ...before.persons
            .filter((record) => (firesAt(record) ?? Number.POSITIVE_INFINITY) <= context.now)
            .map(({ id: personId }) => (state: Outcome['state']) => {
              const { cancelledExit: _, ...person }: Remembering = findRecord(state.persons, personId);
              const forgotten = withRecord(state, 'persons', person);
              return person.exit?.status === 'pending'
                ? personRules.completeOffboarding(forgotten, { personId })
                : { state: forgotten, events: [] };
            }),
        ]),
      nextProgressAt(state, context) {
        const ahead = state.persons.flatMap((record) => firesAt(record) ?? []);
        return nextOf([personRules.nextProgressAt(state, context) ?? [], ahead].flat(), context.now);
      },
    }),
  },
  'scheduled-exit-announced-for-nobody-too': {
    title: 'A scheduled exit is announced a second time, with an id that no person has.',
    breaks: ['EVENT-010'],
    subtle: ['wrong-id', 'event-doubled'],
    overrides: webhooks({
      announced: (events) =>
        events.flatMap((event): DomainEvent[] =>
          event.eventType === 'person.offboarding.scheduled'
            ? [event, { ...event, data: { ...event.data, id: anotherId() } }]
            : [event],
        ),
    }),
  },
});
