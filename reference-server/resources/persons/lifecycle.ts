/** The lifecycle of a person (section "States and transitions, Person lifecycle"). */

import {
  type BusinessState,
  findRecord,
  inTurn,
  type Outcome,
  withRecord,
} from '../../state/business-state.ts';
import { startOf } from '../../state/dates.ts';
import type { NamesPerson, PersonExit, PersonRecord } from '../../state/records/people.ts';
import { invalidBody, invalidState, Refusal } from '../../state/refusal.ts';
import { type Asks, nextOf, type RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';

export type ScheduleOffboarding = Asks<'personId', Schemas['OffboardingInput']>;

/** The description has no 400 for these operations, so the response is 404: there is no offboarding to act on. */
const nothingTo = (message: string) => new Refusal(404, 'resource_not_found', message);

const exitOf = (state: BusinessState, { personId }: NamesPerson, status: PersonExit['status']) => {
  const { exit } = findRecord(state.persons, personId);
  return exit?.status === status ? exit : undefined;
};

/** Makes a person active, with no exit in sight. */
function activate(state: BusinessState, { personId }: NamesPerson): BusinessState {
  const { exit: _, ...active } = findRecord(state.persons, personId);
  return withRecord(state, 'persons', active);
}

function leave(state: BusinessState, record: PersonRecord, { exitDate, reason }: PersonExit): Outcome {
  return {
    state: withRecord(state, 'persons', { ...record, exit: { status: 'completed', exitDate, reason } }),
    events: [{ eventType: 'person.offboarding.completed', data: { id: record.id, exitDate, reason } }],
  };
}

export const lifecycleRules = {
  /** When a planned exit is completed by itself, in Unix seconds. */
  leavesAt: (exitDate: string): number => startOf(exitDate),

  /** @throws Refusal unless the person is active without an exit in sight. */
  scheduleOffboarding(state: BusinessState, { personId, input }: ScheduleOffboarding): Outcome {
    const record = findRecord(state.persons, personId);
    const { exitDate, reason = '' } = input;
    if (exitDate === undefined) throw invalidBody({ exitDate: 'is missing' });
    if (record.exit?.status === 'pending') throw invalidState('An exit of this person is scheduled already');
    if (record.exit !== undefined) throw invalidState('Only an active person can be offboarded');
    return {
      state: withRecord(state, 'persons', { ...record, exit: { status: 'pending', exitDate, reason } }),
      events: [{ eventType: 'person.offboarding.scheduled', data: { id: personId, exitDate, reason } }],
    };
  },

  /** @throws Refusal unless an exit is scheduled. */
  cancelOffboarding(state: BusinessState, command: NamesPerson): Outcome {
    if (exitOf(state, command, 'pending') === undefined)
      throw nothingTo('No exit of this person is scheduled');
    return {
      state: activate(state, command),
      events: [{ eventType: 'person.offboarding.cancelled', data: { id: command.personId } }],
    };
  },

  /** @throws Refusal unless an exit is scheduled. */
  completeOffboarding(state: BusinessState, command: NamesPerson): Outcome {
    const exit = exitOf(state, command, 'pending');
    if (exit === undefined) throw invalidState('No exit of this person is scheduled');
    return leave(state, findRecord(state.persons, command.personId), exit);
  },

  /** @throws Refusal unless the person has left. */
  reinstate(state: BusinessState, command: NamesPerson): Outcome {
    if (exitOf(state, command, 'completed') === undefined) throw nothingTo('This person has not left');
    return {
      state: activate(state, command),
      events: [{ eventType: 'person.reinstated', data: { id: command.personId } }],
    };
  },

  /** Persons leave when their exitDate has come. */
  progress(before: BusinessState, { now }: RuleContext): Outcome {
    const steps = before.persons.flatMap((record) => {
      const { exit } = record;
      if (exit?.status !== 'pending' || lifecycleRules.leavesAt(exit.exitDate) > now) return [];
      return (state: BusinessState) => leave(state, record, exit);
    });
    return inTurn(before, steps);
  },

  nextProgressAt({ persons }: BusinessState, { now }: RuleContext): number | undefined {
    const times = persons.flatMap(({ exit }) =>
      exit?.status === 'pending' ? lifecycleRules.leavesAt(exit.exitDate) : [],
    );
    return nextOf(times, now);
  },
};
