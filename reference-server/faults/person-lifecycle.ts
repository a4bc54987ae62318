import { randomUUID } from 'node:crypto';
import { contactOf } from '../resources/persons/representation.ts';
import { personRules } from '../resources/persons/rules.ts';
import { findRecord } from '../state/business-state.ts';
import { startOf } from '../state/dates.ts';
import { inEvents, renamedIn, silentAbout } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { remove } from './tools.ts';

const persons = (rules: Partial<typeof personRules>): FaultOverrides => ({ rules: { persons: rules } });

const oneText = (phoneNumber: unknown) => Object.values(phoneNumber ?? {}).join(' ');

export const personLifecycleFaults: readonly Fault[] = [
  {
    id: 'person-created-event-calls-the-type-type',
    title: 'A consumer of person.created cannot tell employees from contractors.',
    area: 'person',
    breaks: ['EVENT-004'],
    overrides: renamedIn('person.created', 'personType', 'type'),
  },
  {
    id: 'person-created-event-phone-is-text',
    title: 'A consumer that takes the phone number of a new person apart fails.',
    area: 'person',
    breaks: ['EVENT-004', 'CONV-007'],
    overrides: inEvents('person.created', 'phoneNumber', oneText),
  },
  {
    id: 'person-created-event-without-contractor-type',
    title: 'A consumer of person.created cannot tell one kind of contractor from another.',
    area: 'person',
    breaks: ['EVENT-004'],
    overrides: inEvents('person.created', 'contractorType', remove),
  },
  {
    id: 'person-updated-event-shows-the-person-before',
    title: 'A consumer writes to the address that a person has just replaced.',
    area: 'person',
    breaks: ['EVENT-006'],
    overrides: persons({
      update(state, command, now) {
        const { person } = findRecord(state.persons, command.personId);
        const { state: after, events } = personRules.update(state, command, now);
        const data = { id: command.personId, ...contactOf(person) };
        return { state: after, events: events.map(() => ({ eventType: 'person.updated', data })) };
      },
    }),
  },
  {
    id: 'person-updated-event-without-last-name',
    title: 'A consumer that stores the person of the event loses the last name.',
    area: 'person',
    breaks: ['EVENT-006'],
    overrides: inEvents('person.updated', 'lastName', remove),
  },
  {
    id: 'offboarding-scheduled-event-exit-date-has-a-time',
    title: 'A consumer that reads a calendar date cannot read the last day of a person.',
    area: 'person',
    breaks: ['EVENT-010', 'CONV-002'],
    overrides: inEvents('person.offboarding.scheduled', 'exitDate', (date) => `${date}T00:00:00Z`),
  },
  {
    id: 'offboarding-scheduled-event-without-reason',
    title: 'A consumer is not told why a person leaves.',
    area: 'person',
    breaks: ['EVENT-010'],
    overrides: inEvents('person.offboarding.scheduled', 'reason', remove),
  },
  {
    id: 'offboarding-cancelled-event-id-under-another-name',
    title: 'A consumer hears that somebody stays and looks for the person in the wrong field.',
    area: 'person',
    breaks: ['EVENT-011'],
    overrides: renamedIn('person.offboarding.cancelled', 'id', 'personId'),
  },
  {
    id: 'offboarding-completed-event-exit-date-is-a-timestamp',
    title: 'A consumer that reads a calendar date cannot read when a person left.',
    area: 'person',
    breaks: ['EVENT-012', 'CONV-002'],
    overrides: inEvents('person.offboarding.completed', 'exitDate', (date) => startOf(String(date))),
  },
  {
    id: 'offboarding-completed-event-without-reason',
    title: 'A consumer is not told why a person has left.',
    area: 'person',
    breaks: ['EVENT-012'],
    overrides: inEvents('person.offboarding.completed', 'reason', remove),
  },
  {
    id: 'reinstated-event-without-id',
    title: 'A consumer hears that somebody is back and not who.',
    area: 'person',
    breaks: ['EVENT-013'],
    overrides: inEvents('person.reinstated', 'id', remove),
  },
  {
    id: 'reinstated-event-names-another-person',
    title: 'A consumer looks for a person who is back under an id that nobody has.',
    area: 'person',
    breaks: ['EVENT-013', 'LIFECYCLE-007'],
    overrides: inEvents('person.reinstated', 'id', () => randomUUID()),
  },
  {
    id: 'scheduled-offboarding-not-announced',
    title: 'A consumer has no time to take back the keys of somebody who leaves.',
    area: 'person',
    breaks: ['LIFECYCLE-001'],
    overrides: silentAbout('person.offboarding.scheduled'),
  },
  {
    id: 'scheduled-offboarding-announced-as-completed',
    title: 'A consumer locks a person out who is to leave next month.',
    area: 'person',
    breaks: ['LIFECYCLE-001', 'EVENT-010'],
    overrides: persons({
      scheduleOffboarding(state, command, now) {
        const { state: after } = personRules.scheduleOffboarding(state, command, now);
        const { exitDate = '', reason = '' } = command.input;
        const data = { id: command.personId, exitDate, reason };
        return { state: after, events: [{ eventType: 'person.offboarding.completed', data }] };
      },
    }),
  },
  {
    id: 'cancelled-offboarding-not-announced',
    title: 'A consumer locks a person out who has decided to stay.',
    area: 'person',
    breaks: ['LIFECYCLE-003'],
    overrides: silentAbout('person.offboarding.cancelled'),
  },
  {
    id: 'cancelled-offboarding-announced-as-reinstatement',
    title: 'A consumer hears that somebody is back who never left.',
    area: 'person',
    breaks: ['LIFECYCLE-003'],
    overrides: persons({
      cancelOffboarding(state, command, now) {
        const { state: after } = personRules.cancelOffboarding(state, command, now);
        const data = { id: command.personId };
        return { state: after, events: [{ eventType: 'person.reinstated', data }] };
      },
    }),
  },
  {
    id: 'completed-offboarding-not-announced',
    title: 'A consumer never takes back the keys of somebody who has left.',
    area: 'person',
    breaks: ['LIFECYCLE-005'],
    overrides: silentAbout('person.offboarding.completed'),
  },
  {
    id: 'exit-before-its-date-not-announced',
    title: 'A consumer does not hear of somebody who leaves earlier than planned.',
    area: 'person',
    breaks: ['LIFECYCLE-005'],
    overrides: persons({
      completeOffboarding: (state, command, now) => ({
        ...personRules.completeOffboarding(state, command, now),
        events: [],
      }),
    }),
  },
  {
    id: 'reinstatement-not-announced',
    title: 'A consumer goes on locking a person out who is back.',
    area: 'person',
    breaks: ['LIFECYCLE-007'],
    overrides: silentAbout('person.reinstated'),
  },
  {
    id: 'reinstatement-announced-as-a-new-person',
    title: 'A consumer creates a second account for somebody who is back.',
    area: 'person',
    breaks: ['LIFECYCLE-007'],
    overrides: persons({
      reinstate(state, command, now) {
        const { state: after } = personRules.reinstate(state, command, now);
        const { person } = findRecord(after.persons, command.personId);
        const { type: personType = '' } = person;
        const data = { id: command.personId, ...contactOf(person), personType };
        return { state: after, events: [{ eventType: 'person.created', data }] };
      },
    }),
  },
];
