/** Several machines at once, in one business: what one does must not disturb the others, nor another business. */
import { type Check, model } from '../../engine/check.ts';
import { together } from '../../engine/machine.ts';
import { approve } from '../payroll/commands/approve.ts';
import { save } from '../payroll/commands/save.ts';
import { combine } from './combine.ts';
import { addFunds } from './deposits.ts';
import type { CombinedState, CombinedWorld } from './member.ts';
import { deposits, members, payroll } from './members.ts';

export const combinedModel: Check = model<CombinedWorld, CombinedState>({
  id: 'combined.model',
  title: 'Random sequences of moves of several machines in one business leave each other alone',
  covers: ['AUTH-006', 'HOOK-015', 'SANDBOX-001', 'SANDBOX-003', 'WALLET-001'],
  needs: ['platform-token'],
  machine: combine(members),
  moves: ({ has }) =>
    members.filter(({ needs }) => needs.every((need) => has(need))).map(({ moves }) => moves(has)),
  tours: ({ has }) =>
    [deposits, payroll].every(({ needs }) => needs.every((need) => has(need)))
      ? [
          [
            payroll.lift(save({ days: 3 }, [700])),
            payroll.lift(approve(0)),
            deposits.lift(addFunds(900_000)),
          ],
          [
            payroll.lift(save({ days: 3 }, [700])),
            together(payroll.lift(approve(0)), deposits.lift(addFunds(900_000))),
          ],
        ]
      : [],
  outOfReach: () => ({}),
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
