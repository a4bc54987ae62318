/** Several machines at once, in one business: what one does must not disturb the others, nor another business. */
import { type CasePlan, type Check, model } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import { approve } from '../payroll/commands/approve.ts';
import { save } from '../payroll/commands/save.ts';
import { combine } from './combine.ts';
import { addFunds } from './deposits.ts';
import type { CombinedState, CombinedWorld, Member } from './member.ts';
import { deposits, members, payroll } from './members.ts';
import { commonTours } from './tours.ts';

const isOffered = (has: CasePlan['has'], { needs }: Member) => needs.every((need) => has(need));
const takingPart = (has: CasePlan['has']) => members.filter((each) => isOffered(has, each));

const saved = payroll.lift(save({ days: 3 }, [700]));
const approved = payroll.lift(approve(0));
const funded = deposits.lift(addFunds(900_000));

/** A payroll waits for money that comes from elsewhere. */
const fundingTours = [
  [saved, approved, funded],
  [saved, together(approved, funded)],
];

export const combinedModel: Check = model<CombinedWorld, CombinedState>({
  id: 'combined.model',
  title: 'Random sequences of moves of several machines in one business leave each other alone',
  covers: ['AUTH-006', 'HOOK-015', 'SANDBOX-001', 'SANDBOX-003', 'WALLET-001'],
  needs: ['platform-token'],
  machine: combine(members),
  moves: ({ has }) => takingPart(has).map(({ moves }) => moves(has)),
  tours: ({ has }) => [
    ...commonTours(takingPart(has), has),
    ...(isOffered(has, deposits) && isOffered(has, payroll) ? fundingTours : []),
  ],
  outOfReach: () => ({}),
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
