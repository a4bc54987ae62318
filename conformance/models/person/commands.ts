/** Generates the moves of the person model, and names the ways to each transition. */
import fc from 'fast-check';
import type { CasePlan } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import { needing, type Way, type Ways } from '../ways.ts';
import { cancelExit } from './commands/cancel.ts';
import { completeExit } from './commands/complete.ts';
import { reinstatePerson } from './commands/reinstate.ts';
import { scheduleExit } from './commands/schedule.ts';
import { type Moment, waitUntil } from './commands/wait-until.ts';
import type { PersonMove } from './model.ts';

const index = fc.nat({ max: 1 });
const reason = fc.constantFrom('Resignation', 'Redundancy');
// Not before two days from now the date has begun nowhere.
const days = fc.integer({ min: 2, max: 60 });

const scheduling = fc.tuple(index, days, reason).map((details) => scheduleExit(...details));
const waiting = fc
  .tuple(fc.constantFrom<Moment>('date', 'eve'), index)
  .map(([moment, at]) => waitUntil(moment, at));

/** The same move twice at the same time. */
const twice = (move: PersonMove): PersonMove => together(move, move);

/** The moves that a target can be asked to make. */
export function personMoves(has: CasePlan['has']): fc.Arbitrary<PersonMove> {
  const clock = has('clock');
  const ending = [
    ...(has('cancel-offboarding') ? [cancelExit] : []),
    ...(has('complete-offboarding') ? [completeExit] : []),
  ];
  const single = [...ending, ...(has('reinstate-person') ? [reinstatePerson] : [])];
  const racing = [
    fc.tuple(index, days, reason).map((details) => twice(scheduleExit(...details))),
    fc
      .tuple(index, days, days, reason)
      .map(([at, some, others, why]) => together(scheduleExit(at, some, why), scheduleExit(at, others, why))),
    ...single.map((move) => index.map((at) => twice(move(at)))),
    ...(ending.length > 1 ? [index.map((at) => together(cancelExit(at), completeExit(at)))] : []),
  ];
  return fc.oneof(
    { weight: 4, arbitrary: scheduling },
    ...single.map((move) => ({ weight: 3, arbitrary: index.map(move) })),
    { weight: 2, arbitrary: fc.oneof(...racing) },
    ...(clock ? [{ weight: 2, arbitrary: waiting }] : []),
  );
}

export function personWays(has: CasePlan['has']): Ways<'person', PersonMove> {
  const scheduled = scheduleExit(0, 20, 'Resignation');
  const later = scheduleExit(0, 40, 'Redundancy');
  const other = scheduleExit(1, 30, 'Redundancy');
  const completes = has('complete-offboarding');
  const passing = has('clock') ? [waitUntil('date', 0)] : [];
  const cancelling: Way<PersonMove> = {
    tours: [
      [scheduled, cancelExit(0), ...passing],
      [scheduled, cancelExit(0), later, ...passing],
      [scheduled, twice(cancelExit(0))],
      ...(completes
        ? [
            [scheduled, together(cancelExit(0), completeExit(0))],
            [scheduled, together(completeExit(0), cancelExit(0))],
          ]
        : []),
    ],
  };
  const completing: Way<PersonMove> = {
    tours: [
      [scheduled, completeExit(0), ...passing],
      [scheduled, other, completeExit(0), completeExit(1)],
      [scheduled, twice(completeExit(0))],
      ...(has('clock') ? [[scheduled, waitUntil('eve', 0), completeExit(0)]] : []),
      ...(has('cancel-offboarding') ? [[scheduled, cancelExit(0), later, completeExit(0)]] : []),
    ],
  };
  const reinstating: Way<PersonMove> = {
    tours: [
      [scheduled, completeExit(0), reinstatePerson(0), ...passing],
      [scheduled, completeExit(0), reinstatePerson(0), later, completeExit(0)],
      [scheduled, completeExit(0), twice(reinstatePerson(0))],
    ],
  };
  return {
    'person/schedule-offboarding': {
      tours: [
        [scheduled, ...passing],
        [scheduled, other],
        // What is refused one after the other must not be carried out at the same time.
        [scheduled, later, twice(other)],
      ],
    },
    'person/cancel-offboarding': needing(has('cancel-offboarding'), 'cancel-offboarding', cancelling),
    'person/complete-exit': needing(completes, 'complete-offboarding', completing),
    'person/reinstate': needing(
      completes && has('reinstate-person'),
      completes ? 'reinstate-person' : 'complete-offboarding',
      reinstating,
    ),
  };
}
