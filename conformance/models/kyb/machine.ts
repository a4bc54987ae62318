/** Ties the KYB model to the transitions of openapi/state-machines/kyb.yaml. */
import type { Check } from '../../provider/check.ts';
import { modelOf, type Part } from '../part.ts';
import { requirementsOf } from '../ways.ts';
import { kybMoves, kybWays } from './commands.ts';
import { type KybState, type KybWorld, showKyb } from './model.ts';
import { look } from './observe.ts';

export const kybPart: Part<KybWorld, KybState> = {
  open: async (_, { ground, common }) => ({
    world: { ground },
    state: { common, phase: 'none', isCompleted: false, hearing: { heard: [], expected: [] } },
  }),
  moves: kybMoves,
  ways: kybWays,
  look,
  show: showKyb,
};

export const kybModel: Check = modelOf(kybPart, {
  id: 'kyb.model',
  title: 'Random sequences of submitting and reviewing a business follow the states of its verification',
  covers: [...requirementsOf('kyb'), 'KYB-006', 'HOOK-013'],
  // A business is verified once, so each case needs one of its own.
  needs: ['platform-token', 'submit-kyb'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
