import { lifecycleRules } from '../resources/persons/lifecycle.ts';
import { personRules } from '../resources/persons/rules.ts';
import { findRecord, type Outcome, withRecord } from '../state/business-state.ts';
import { nextOf } from '../state/progress.ts';
import type { PersonExit, PersonRecord } from '../state/records/people.ts';
import type { Fault, FaultOverrides } from './fault.ts';

type Rules = typeof personRules;

/** A person whose cancelled exit is not forgotten. */
type Remembering = PersonRecord & { readonly cancelledExit?: PersonExit };

const cancelledExitOf = ({ cancelledExit }: Remembering) => cancelledExit;

const remembering: Rules['cancelOffboarding'] = (before, command, now) => {
  const { exit } = findRecord(before.persons, command.personId);
  const { state, events } = personRules.cancelOffboarding(before, command, now);
  const record: Remembering = {
    ...findRecord(state.persons, command.personId),
    ...(exit && { cancelledExit: exit }),
  };
  return { state: withRecord(state, 'persons', record), events };
};

const persons = (rules: Partial<Rules>): FaultOverrides => ({
  rules: { persons: { cancelOffboarding: remembering, ...rules } },
});

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

const firesAt = (record: PersonRecord): number | undefined => {
  const exit = cancelledExitOf(record);
  return exit && lifecycleRules.leavesAt(exit.exitDate);
};

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
  return persons({
    completeOffboarding: (state, command, now) =>
      mistaken(personRules.completeOffboarding(state, command, now)),
    progress: (state, context, now) => mistaken(personRules.progress(state, context, now)),
  });
}

export const exitFaults: readonly Fault[] = [
  {
    id: 'cancelled-exit-completed-on-its-date',
    title: 'A person who has decided to stay is locked out on the day of the cancelled exit.',
    area: 'person',
    breaks: ['LIFECYCLE-009'],
    overrides: persons({
      progress: (before, context, now) =>
        before.persons
          .filter((record) => (firesAt(record) ?? Number.POSITIVE_INFINITY) <= now)
          .reduce(fire, personRules.progress(before, context, now)),
      nextProgressAt(state, now) {
        const ahead = state.persons.flatMap((record) => firesAt(record) ?? []);
        return nextOf([personRules.nextProgressAt(state, now) ?? [], ahead].flat(), now);
      },
    }),
  },
  {
    id: 'completed-exit-with-the-cancelled-reason',
    title: 'A consumer is told that somebody has left for the reason of an exit that was cancelled.',
    area: 'person',
    breaks: ['EVENT-012', 'LIFECYCLE-005'],
    overrides: completedWith('reason'),
  },
  {
    id: 'completed-exit-with-the-cancelled-date',
    title: 'A consumer is told that somebody has left on the date of an exit that was cancelled.',
    area: 'person',
    breaks: ['EVENT-012', 'LIFECYCLE-005'],
    overrides: completedWith('exitDate'),
  },
];
