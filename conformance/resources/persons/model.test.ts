import { describe, expect, test } from 'vitest';
import { emptyLedger } from '../../provider/ledger.ts';
import type { Conclude } from '../../provider/model.ts';
import { statesAfter } from '../../testing/conclude.ts';
import { cancel, complete, elapse, type PersonState, reinstate, schedule, scheduleAgain } from './model.ts';

const start = '2028-02-01T13:00:00Z';
const seconds = (time: string) => Date.parse(time) / 1_000;
const leap = { exitDate: '2028-02-29', reason: 'Resignation' };
const spring = { exitDate: '2028-03-20', reason: 'Redundancy' };

/** Every state that the document allows of a person after some moves. */
function outcomes(conclusive: boolean, ...moves: readonly Conclude<PersonState>[]): readonly PersonState[] {
  const state: PersonState = {
    common: { now: seconds(start), balance: 0 },
    persons: [{ name: 'person A', phase: 'active', pastExits: [] }],
    refusesRepeats: false,
    seenAt: seconds(start),
    events: emptyLedger(),
  };
  return statesAfter(state, moves, conclusive);
}

type Act = (...given: [...Parameters<Conclude<PersonState>>, PersonState['persons'][number]]) => void;

const move =
  (act: Act): Conclude<PersonState> =>
  (alternative, state) => {
    for (const person of state.persons) act(alternative, state, person);
  };

const scheduled = (exit = leap) =>
  move((alternative, state, person) => schedule(alternative, state, person, exit));
const again = (exit = leap) =>
  move((alternative, state, person) => scheduleAgain(alternative, state, person, exit));
const cancelled = move(cancel);
const completed = move((alternative, state, person) => complete(alternative, state, person, 'control'));
const reinstated = move(reinstate);

/** Time passes, and an event may say that the exit is completed. */
const wait =
  (until: string, isAnnounced: boolean, conclusive = true): Conclude<PersonState> =>
  (alternative, state) => {
    state.common.now = seconds(until);
    elapse(alternative, state, conclusive, () => isAnnounced);
  };

const phases = (states: readonly PersonState[]) =>
  states.flatMap(({ persons }) => persons.map(({ phase }) => phase));

describe('an exit that no control completes', () => {
  test.each<[why: string, until: string, isAnnounced: boolean, want: readonly string[]]>([
    ['is pending while nothing says otherwise', '2028-03-01T13:00:00Z', false, ['pending-offboarding']],
    ['may be completed on its date', '2028-02-29T13:00:00Z', true, ['former', 'pending-offboarding']],
    [
      'may be completed before its date, as far as the document says',
      '2028-02-20T13:00:00Z',
      true,
      ['former', 'pending-offboarding'],
    ],
    ['is not completed while no time passes', start, true, ['pending-offboarding']],
  ])('%s', (_, until, isAnnounced, want) => {
    expect(phases(outcomes(true, scheduled(), wait(until, isAnnounced)))).toEqual(want);
  });

  test('may have been completed if an event may still arrive', () => {
    const states = outcomes(false, scheduled(), wait('2028-03-01T13:00:00Z', false, false));
    expect(phases(states)).toEqual(['pending-offboarding', 'former']);
  });

  test.each([
    ['cancelled', [cancelled]],
    ['completed', [completed, reinstated]],
  ])('is not completed on the date of an earlier one that was %s', (_, ending) => {
    const moves = [scheduled(), ...ending, scheduled(spring)];
    expect(phases(outcomes(true, ...moves, wait('2028-02-29T13:00:00Z', true)))).toEqual([
      'pending-offboarding',
    ]);
    expect(phases(outcomes(true, ...moves, wait('2028-03-20T13:00:00Z', true)))).toContain('former');
  });
});

test('an exit completed before its date shows its date or that of the day', () => {
  const [state] = outcomes(true, scheduled(), completed);
  expect(state?.events.expected.at(-1)).toMatchObject({
    type: 'person.offboarding.completed',
    shows: {
      anyOf: ['2028-02-29', '2028-02-01', '2028-02-02'].map((exitDate) => ({
        exitDate,
        reason: 'Resignation',
      })),
    },
  });
});

describe('an exit that is scheduled again', () => {
  const exitsOf = (states: readonly PersonState[]) =>
    states.map(({ persons, events }) => [persons[0]?.exit?.exitDate, events.expected.length]);

  test('may be moved or keep its date', () => {
    expect(exitsOf(outcomes(true, scheduled(), again(spring)))).toEqual([
      [leap.exitDate, 1],
      [spring.exitDate, 2],
    ]);
  });

  test('may be announced again if it is the same', () => {
    expect(exitsOf(outcomes(true, scheduled(), again()))).toEqual([[leap.exitDate, 2]]);
  });

  test('is not sent again to a target that has rejected it', () => {
    const refusing: Conclude<PersonState> = (_, state) => {
      state.refusesRepeats = true;
    };
    expect(exitsOf(outcomes(true, scheduled(), refusing, again(spring)))).toEqual([[leap.exitDate, 1]]);
  });
});
