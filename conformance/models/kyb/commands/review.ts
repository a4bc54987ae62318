import type { RequirementId } from '../../../../openapi/catalogue.ts';
import { attempt } from '../../../actions/answers.ts';
import { reviewKyb } from '../../../actions/kyb.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { type KybMove, type KybState, theBusiness } from '../model.ts';

type Decision = 'approve' | 'ask' | 'reject';

const decisions = {
  approve: {
    outcome: 'approved',
    words: 'approve',
    phase: 'approved',
    type: 'business.kyb.reviewed',
    sent: 'KYB-002',
  },
  ask: {
    outcome: 'additional-information-needed',
    words: 'ask for more of',
    phase: 'information-needed',
    type: 'business.kyb.reviewed',
    sent: 'KYB-003',
  },
  reject: {
    outcome: 'rejected',
    words: 'reject',
    phase: 'rejected',
    type: 'business.kyb.rejected',
    sent: 'KYB-004',
  },
} as const;

function expect(state: KybState, type: string, sent?: RequirementId): void {
  state.hearing.expected.push({ type, about: theBusiness, ...(sent && { sent }) });
}

/** Lets the review of a submission end. */
export function review(decision: Decision): KybMove {
  const { outcome, words, phase, type, sent } = decisions[decision];
  return {
    name: decision,
    possible: (state) => state.phase === 'submitted',
    describe: () => `let the review ${words} the business`,
    act: async (scenario, _, { ground }) => {
      const isDone = await attempt(() => reviewKyb(scenario, ground.tenant, outcome));
      return (reading, state) => {
        if (state.phase === 'submitted') {
          if (!isDone) throw new CaseEnded(`The review could not ${words} a business that was submitted.`);
          for (const each of ['approve', 'ask', 'reject'] as const) {
            if (each === decision) reading.took(`kyb/${each}`, 'business');
            else reading.heldBack(`kyb/${each}`);
          }
          state.phase = phase;
          expect(state, type, sent);
          return;
        }
        // What another decision does to one that has been taken is not shown; a rejection is final.
        if (!isDone || state.phase === 'rejected') return;
        expect(state, type);
        state.phase = reading.choose([state.phase, phase]);
      };
    },
  };
}

/** Completes the verification of an approved business, which an approval may have done already. */
export const complete: KybMove = {
  name: 'complete',
  possible: ({ phase }) => phase === 'approved',
  describe: () => 'complete the verification',
  act: async (scenario, _, { ground }) => {
    const isDone = await attempt(() => reviewKyb(scenario, ground.tenant, 'completed'));
    return (_reading, state) => {
      if (!isDone) return;
      state.phase = 'completed';
      if (!state.isCompleted) expect(state, 'business.kyb.completed', 'KYB-006');
      expect(state, 'business.kyb.reviewed');
    };
  },
};
