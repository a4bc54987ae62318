/** Ties the model of verification to the transitions of openapi/state-machines/{kyc,document-expiry}.yaml. */
import { uploadKycFiles } from '../../actions/kyc.ts';
import { openUser } from '../../actions/people.ts';
import type { Check } from '../../provider/check.ts';
import { nameOf } from '../ground.ts';
import { modelOf, type Part } from '../part.ts';
import { requirementsOf } from '../ways.ts';
import { onArrival } from './arrival.ts';
import { kycMoves } from './commands.ts';
import { freshUser, type KycState, type KycWorld, showUsers } from './model.ts';
import { look } from './observe.ts';
import { kycWays } from './ways.ts';

export const kycPart: Part<KycWorld, KycState> = {
  open: async (scenario, { ground, common }) => {
    const id = await openUser(scenario, ground.tenant);
    const files = await uploadKycFiles(scenario, ground.tenant.caller);
    const world: KycWorld = { ground, files, ids: [id], dates: new Map(), whenExpired: new Map() };
    const { endpoint } = ground;
    if (endpoint !== undefined)
      endpoint.channel.meanwhile = (delivery) => onArrival(scenario, world, delivery);
    return {
      world,
      state: { common, users: [freshUser(nameOf(0))], cause: 'other', lookedAt: common.now },
    };
  },
  moves: kycMoves,
  ways: kycWays,
  look,
  show: showUsers,
};

export const kycModel: Check = modelOf(kycPart, {
  id: 'kyc.model',
  title: 'Random sequences of submitting, reviewing, renewing and waiting follow the states of verification',
  covers: [
    ...new Set([
      ...requirementsOf('kyc'),
      ...requirementsOf('document-expiry'),
      'KYC-001',
      'KYC-002',
      'KYC-023',
      'KYC-024',
      'KYC-030',
      'KYC-034',
      'KYC-035',
      'KYC-036',
      'EXPIRY-006',
      'SANDBOX-004',
      'SANDBOX-005',
      'SANDBOX-016',
      'SANDBOX-017',
      'EVENT-018',
      'EVENT-020',
      'HOOK-013',
    ] as const),
  ],
  needs: ['sandbox'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
