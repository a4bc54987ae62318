/** Generates the moves of the person model, and the tours that take each transition. */

import fc from 'fast-check';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { OperationId } from '../../../openapi/description.ts';
import { anySuccess, responseOf } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { anyOf, ifOffered, type Kind, tours } from '../../engine/tours.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { OperationInput } from '../../http/message.ts';
import { idIn, pickFrom } from '../../provider/about.ts';
import { attempt } from '../../provider/answers.ts';
import { dateAfter, earliestStart, latestStart } from '../../provider/calendar.ts';
import { passTime } from '../../provider/fixture.ts';
import { type Alternative, together } from '../../provider/model.ts';
import type { Scenario } from '../../provider/scenario.ts';
import type { ToursByTransition } from '../../provider/state-machines.ts';
import {
  activeBy,
  cancel,
  complete,
  type ExpectedPerson,
  nextExitDate,
  type PersonContext,
  type PersonMove,
  type PersonState,
  reinstate,
  schedule,
  scheduleAgain,
} from './model.ts';

const { about: aboutPerson, sameIn } = pickFrom<PersonContext, PersonState, ExpectedPerson>(
  'person',
  ({ persons }) => persons,
);

/** The result of a request to move a person. */
export type OffboardingOutcome = 'carried out' | 'refused' | 'failed';

interface Moved {
  readonly operation: OperationId;
  readonly outcome: OffboardingOutcome;
  readonly status: number;
}

/** Sends a move of a person. The document shows none of these operations, so only the class of the status is read. */
async function request(
  scenario: Scenario,
  { fixture, understood }: PersonContext,
  operation: OperationId,
  input: OperationInput,
): Promise<Moved> {
  const { status } = await scenario.send(operation, fixture.tenant.caller, input);
  if (isSuccess(status)) {
    understood.add(operation);
    return { operation, outcome: 'carried out', status };
  }
  const isRefusal = status >= 400 && status <= 499;
  // Until it succeeded once, the target may not understand the request.
  return { operation, outcome: isRefusal && understood.has(operation) ? 'refused' : 'failed', status };
}

/** Evaluates that a request moves the person, as the table of states requires in this state. */
function mustMove(
  alternative: Alternative,
  requirement: RequirementId,
  { operation, outcome, status }: Moved,
  expected: string,
): void {
  if (outcome === 'failed') throw new CaseEnded(`An operation that this case relies on returned ${status}.`);
  const isDone = outcome === 'carried out';
  const expects = responseOf(operation, undefined, anySuccess);
  alternative.require(requirement, isDone, expected, `the answer ${status}`, 'first', expects);
}

/** Cancels an exit that is pending. */
const cancelExit = (index: number): PersonMove =>
  aboutPerson(index, {
    verb: 'cancel',
    needs: ['cancel-offboarding'],
    possible: ({ phase }) => phase === 'pending-offboarding',
    describe: ({ name, exit }) => `cancel the exit of ${name} on ${exit?.exitDate}`,
    act: async (scenario, cancelled, _, context) => {
      const path = { personId: idIn(context.ids, cancelled) };
      const answer = await request(scenario, context, 'cancelOffboarding', { path });
      return (alternative, state) => {
        const person = sameIn(state, cancelled);
        // There is nothing left to cancel; the document does not show the response.
        if (person.phase !== 'pending-offboarding') return;
        mustMove(alternative, 'LIFECYCLE-003', answer, `the exit of ${person.name} cancelled`);
        cancel(alternative, state, person);
      };
    },
  });

/** Completes an exit that is pending. */
const completeExit = (index: number): PersonMove =>
  aboutPerson(index, {
    verb: 'complete',
    needs: ['complete-offboarding'],
    possible: ({ phase }) => phase === 'pending-offboarding',
    describe: ({ name, exit }) => `complete the exit of ${name} on ${exit?.exitDate}`,
    act: async (scenario, completed, _, { ids }) => {
      const isDone = await attempt(() =>
        scenario.control('completeOffboarding')(scenario.controlSend, idIn(ids, completed)),
      );
      return (alternative, state) => {
        const person = sameIn(state, completed);
        if (person.phase !== 'pending-offboarding') return;
        if (!isDone) throw new CaseEnded(`The exit of ${person.name} could not be completed.`);
        complete(alternative, state, person, 'control');
      };
    },
  });

/** Reinstates a former person. */
const reinstatePerson = (index: number): PersonMove =>
  aboutPerson(index, {
    verb: 'reinstate',
    needs: ['reinstate-person'],
    possible: ({ phase }) => phase === 'former',
    describe: ({ name }) => `reinstate ${name}`,
    act: async (scenario, reinstated, _, context) => {
      const path = { personId: idIn(context.ids, reinstated) };
      const answer = await request(scenario, context, 'reinstatePerson', { path });
      return (alternative, state) => {
        const person = sameIn(state, reinstated);
        if (person.phase !== 'former') return;
        mustMove(alternative, 'LIFECYCLE-006', answer, `${person.name}, whose exit is completed, reinstated`);
        reinstate(alternative, state, person);
      };
    },
  });

/** Schedules the exit of a person who is active, with an exit pending or not. */
function scheduleExit(index: number, days: number, reason: string): PersonMove {
  return {
    ...aboutPerson(index, {
      verb: 'schedule',
      possible: ({ phase }) => phase !== 'former',
      describe: ({ name, phase }, { common }) =>
        `schedule the exit of ${name} ${phase === 'pending-offboarding' ? 'again, ' : ''}for ${dateAfter(common.now, days)}, ${reason}`,
      act: async (scenario, scheduled, { common }, context) => {
        const body = { exitDate: dateAfter(common.now, days), reason };
        const answer = await request(scenario, context, 'scheduleOffboarding', {
          path: { personId: idIn(context.ids, scheduled) },
          body,
        });
        return (alternative, state) => {
          const person = sameIn(state, scheduled);
          if (person.phase === 'active') {
            const expected = `the exit of ${person.name}, who is active, scheduled`;
            mustMove(alternative, activeBy(person), answer, expected);
            schedule(alternative, state, person, body);
            return;
          }
          if (answer.outcome === 'refused' && person.phase === 'pending-offboarding')
            state.refusesRepeats = true;
          if (answer.outcome === 'carried out') scheduleAgain(alternative, state, person, body);
        };
      },
    }),
    name: `schedule(${index}, ${days}, ${reason})`,
  };
}

/** `eve`: just before the date begins anywhere; `date`: when it has begun everywhere. */
export type OffboardingMoment = 'eve' | 'date';

const moments: Record<OffboardingMoment, { readonly at: (date: string) => number; readonly words: string }> =
  {
    eve: { at: (date) => earliestStart(date) - 1, words: 'just before' },
    date: { at: latestStart, words: 'the middle (UTC) of' },
  };

/** Moves the clock to the next exit date of a person, also that of a cancelled or completed exit. */
function waitUntil(moment: OffboardingMoment, index: number): PersonMove {
  const { at, words } = moments[moment];
  return aboutPerson(index, {
    verb: `wait until ${moment} of`,
    needs: ['clock'],
    possible: (person, { common }) => nextExitDate(person, at, common.now) !== undefined,
    describe: (person, { common }) =>
      `advance the clock to ${words} ${nextExitDate(person, at, common.now)}, an exit date of ${person.name}`,
    act: async (scenario, person, { common }, { fixture }) => {
      const date = nextExitDate(person, at, common.now);
      const seconds = date === undefined ? 0 : at(date) - common.now;
      return passTime(scenario, fixture, seconds);
    },
  });
}

const index = fc.nat({ max: 1 });
const reason = fc.constantFrom('Resignation', 'Redundancy');
// Two days ahead, the date has certainly not begun anywhere.
const days = fc.integer({ min: 2, max: 60 });

const scheduling = fc.tuple(index, days, reason).map((details) => scheduleExit(...details));
const waiting = fc
  .tuple(fc.constantFrom<OffboardingMoment>('date', 'eve'), index)
  .map(([moment, at]) => waitUntil(moment, at));

/** The same move twice at the same time. */
const twice = (move: PersonMove): PersonMove => together(move, move);

const single = [cancelExit, completeExit, reinstatePerson];
const racing = anyOf(
  fc.tuple(index, days, reason).map((details) => twice(scheduleExit(...details))),
  fc
    .tuple(index, days, days, reason)
    .map(([at, some, others, why]) => together(scheduleExit(at, some, why), scheduleExit(at, others, why))),
  ...single.map((move) => index.map((at) => twice(move(at)))),
  index.map((at) => together(cancelExit(at), completeExit(at))),
);

export const personMoves: readonly Kind<PersonMove>[] = [
  { weight: 4, moves: scheduling },
  ...single.map((move) => ({ weight: 3, moves: index.map(move) })),
  { weight: 2, moves: racing },
  { weight: 2, moves: waiting },
];

const scheduled = scheduleExit(0, 20, 'Resignation');
const later = scheduleExit(0, 40, 'Redundancy');
const other = scheduleExit(1, 30, 'Redundancy');
const passing = ifOffered(waitUntil('date', 0));

export const personTours: ToursByTransition<'person', PersonMove> = {
  'person/schedule-offboarding': tours(
    [scheduled, ...passing],
    [scheduled, other],
    // If a second request is rejected in sequence, it must not succeed in parallel.
    [scheduled, later, twice(other)],
  ),
  'person/cancel-offboarding': tours(
    [scheduled, cancelExit(0), ...passing],
    [scheduled, cancelExit(0), later, ...passing],
    [scheduled, twice(cancelExit(0))],
    [scheduled, together(cancelExit(0), completeExit(0))],
    [scheduled, together(completeExit(0), cancelExit(0))],
  ),
  'person/complete-exit': tours(
    [scheduled, completeExit(0), ...passing],
    [scheduled, other, completeExit(0), completeExit(1)],
    [scheduled, twice(completeExit(0))],
    [scheduled, waitUntil('eve', 0), completeExit(0)],
    [scheduled, cancelExit(0), later, completeExit(0)],
  ),
  'person/reinstate': tours(
    [scheduled, completeExit(0), reinstatePerson(0), ...passing],
    [scheduled, completeExit(0), reinstatePerson(0), later, completeExit(0)],
    [scheduled, completeExit(0), twice(reinstatePerson(0))],
    [scheduled, other, completeExit(0), completeExit(1), reinstatePerson(0), reinstatePerson(1)],
  ),
};
