/** The reimbursement model. The document shows their events and what approving one does, and no states. */
import { readBalances } from '../../actions/invoices.ts';
import { createPerson } from '../../actions/payroll.ts';
import type { Check } from '../../provider/check.ts';
import { modelOf, type Part } from '../part.ts';
import { reimbursementMoves, reimbursementWays } from './commands.ts';
import {
  otherCurrency,
  type ReimbursementState,
  type ReimbursementWorld,
  showReimbursements,
} from './model.ts';
import { look } from './observe.ts';

export const reimbursementPart: Part<ReimbursementWorld, ReimbursementState> = {
  open: async (scenario, { ground, common }) => {
    scenario.setup('create a person who is paid back');
    const { caller } = ground.tenant;
    const personId = await createPerson(scenario, caller);
    const balances = scenario.has('list-wallets') ? await readBalances(scenario, caller) : {};
    return {
      world: { ground, personId, ids: new Map(), payments: new Map() },
      state: {
        common,
        reimbursements: [],
        taken: 0,
        otherBalance: balances[otherCurrency] ?? 0,
        flow: 'none',
        hearing: { heard: [], expected: [] },
      },
    };
  },
  moves: reimbursementMoves,
  ways: reimbursementWays,
  look,
  show: showReimbursements,
};

export const reimbursementModel: Check = modelOf(reimbursementPart, {
  id: 'reimbursement.model',
  title: 'Random sequences of creating, funding and reviewing reimbursements pay what is approved, once',
  covers: [
    'REIMBURSEMENT-003',
    'REIMBURSEMENT-004',
    'REIMBURSEMENT-005',
    'REIMBURSEMENT-006',
    'REIMBURSEMENT-007',
    'REIMBURSEMENT-008',
    'REIMBURSEMENT-009',
    'REIMBURSEMENT-010',
    'REIMBURSEMENT-011',
    'HOOK-013',
    'SANDBOX-001',
  ],
  needs: ['create-reimbursement', 'create-person'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
