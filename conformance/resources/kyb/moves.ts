/** Generates the moves of the KYB model, and the tours that take each transition. */

import fc from 'fast-check';
import { anySuccess, rejection, responseOf } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { type Kind, tours } from '../../engine/tours.ts';
import { attempt, succeeded } from '../../provider/answers.ts';
import { allow, enter } from '../../provider/ledger.ts';
import { together } from '../../provider/model.ts';
import { describe } from '../../provider/response.ts';
import type { ToursByTransition } from '../../provider/state-machines.ts';
import { autoApprove, reviewKyb, submitKyb } from './actions.ts';
import { completed, isCompleted, type KybMove } from './model.ts';

type Decision = 'approve' | 'ask' | 'reject';

const decisions = {
  approve: { outcome: 'approved', words: 'approve', phase: 'approved' },
  ask: { outcome: 'additional-information-needed', words: 'ask for more of', phase: 'information-needed' },
  reject: { outcome: 'rejected', words: 'reject', phase: 'rejected' },
} as const;

/** Lets the review of a submission end. */
function review(decision: Decision): KybMove {
  const { outcome, words, phase } = decisions[decision];
  const transition = `kyb/${decision}` as const;
  return {
    name: decision,
    needs: ['review-kyb'],
    possible: (state) => state.phase === 'submitted',
    describe: () => `let the review ${words} the business`,
    act: async (scenario, _, { fixture }) => {
      const isDone = await attempt(() => reviewKyb(scenario, fixture.tenant, outcome));
      return (alternative, state) => {
        if (state.phase === 'submitted') {
          if (!isDone) throw new CaseEnded(`The review could not ${words} a business that was submitted.`);
          enter(alternative, state.events, transition, state);
          return;
        }
        // The document does not show what a second decision does; a rejection is final.
        if (!isDone || state.phase === 'rejected') return;
        allow(state.events, transition, state);
        state.phase = alternative.choose([state.phase, phase]);
      };
    },
  };
}

/** Completes the verification of an approved business, which an approval may have done already. */
const complete: KybMove = {
  name: 'complete',
  needs: ['review-kyb'],
  possible: ({ phase }) => phase === 'approved',
  describe: () => 'complete the verification',
  act: async (scenario, _, { fixture }) => {
    const isDone = await attempt(() => reviewKyb(scenario, fixture.tenant, 'completed'));
    return (_alternative, state) => {
      if (!isDone) return;
      state.phase = 'completed';
      const { name: about, events } = state;
      if (!isCompleted(state)) events.expected.push({ type: completed, about, sent: 'KYB-006' });
      allow(events, 'kyb/approve', state);
    };
  },
};

/** Submits the business, for the first time or again. The document does not show the effect of a submission after an approval. */
const submit: KybMove = {
  name: 'submit',
  possible: ({ phase }) =>
    phase === 'none' || phase === 'submitted' || phase === 'information-needed' || phase === 'rejected',
  describe: ({ phase }) => `submit the business${phase === 'none' ? '' : ', again'}`,
  act: async (scenario, { phase: before }, { fixture }) => {
    const response = await submitKyb(scenario, fixture.tenant);
    const { status } = response;
    const answer = describe(response);
    return (alternative, state) => {
      switch (state.phase) {
        case 'none':
          if (status >= 400 && status <= 499) throw scenario.refusal('submitKyb', response);
          alternative.require(
            'KYB-001',
            succeeded(response),
            'a success status for the submission of the business',
            answer,
            'first',
            responseOf('submitKyb', undefined, anySuccess),
          );
          enter(alternative, state.events, 'kyb/submit', state);
          return;
        case 'rejected':
          // A 202 from before the rejection only accepts the request, which may fail later.
          if (status === 202 && before !== 'rejected') return;
          alternative.require(
            'KYB-005',
            status >= 400 && status < 500,
            'a rejection',
            answer,
            'now',
            responseOf('submitKyb', undefined, rejection),
          );
          return;
        case 'information-needed':
          if (!succeeded(response)) throw scenario.refusal('submitKyb', response);
          state.phase = 'submitted';
          return;
        case 'submitted':
          return;
        case 'approved':
        case 'auto-approved':
        case 'completed':
          // The verification may start again, or the decision may stay.
          if (succeeded(response)) state.phase = alternative.choose([state.phase, 'submitted']);
          return;
      }
    };
  },
};

/** Submits the business with the sentinel that approves it. */
const submitSentinel: KybMove = {
  name: 'submit with the sentinel',
  needs: ['sandbox'],
  possible: ({ phase }) => phase === 'none',
  describe: () => `submit the business with the tax identification number ${autoApprove}`,
  act: async (scenario, _, { fixture }) => {
    const response = await submitKyb(scenario, fixture.tenant, { taxId: autoApprove });
    return (alternative, state) => {
      if (!succeeded(response)) throw scenario.refusal('submitKyb', response);
      enter(alternative, state.events, 'kyb/submit', state);
      state.phase = 'auto-approved';
    };
  },
};

const decision = fc.constantFrom('ask', 'approve', 'reject', 'ask').map(review);

const racing = fc.oneof(
  fc.tuple(decision, decision).map(([first, second]) => together(first, second)),
  decision.map((each) => together(submit, each)),
);

export const kybMoves: readonly Kind<KybMove>[] = [
  { weight: 6, moves: fc.constant(submit) },
  { weight: 1, moves: fc.constant(submitSentinel) },
  { weight: 5, moves: decision },
  { weight: 2, moves: racing },
  { weight: 1, moves: fc.constant(complete) },
];

const [approve, ask, reject] = [review('approve'), review('ask'), review('reject')];

export const kybTours: ToursByTransition<'kyb', KybMove> = {
  'kyb/submit': tours([submit, submit]),
  'kyb/approve': {
    needs: ['review-kyb'],
    tours: [
      [submit, approve, complete],
      [submit, ask, submit, approve],
      [submit, together(approve, reject)],
      [submit, together(submit, approve)],
      [submitSentinel],
    ],
  },
  'kyb/ask': tours([submit, ask, submit, ask, submit, reject]),
  'kyb/reject': tours([submit, reject, submit, submit], [submit, together(submit, reject), submit]),
};
