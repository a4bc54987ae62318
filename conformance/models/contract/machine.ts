/** Ties the contract model to openapi/state-machines/contract.yaml, which has states and no transitions. */
import { createWorker, pickTemplate } from '../../actions/contracts.ts';
import type { Check } from '../../provider/check.ts';
import { modelOf, type Part } from '../part.ts';
import { contractMoves, contractWays } from './commands.ts';
import { type ContractState, type ContractWorld, showContracts } from './model.ts';
import { look } from './observe.ts';

export const contractPart: Part<ContractWorld, ContractState> = {
  open: async (scenario, { ground, common }) => {
    const { caller } = ground.tenant;
    scenario.setup('choose a template, and create a worker for it');
    const template = await pickTemplate(scenario, caller);
    const worker = await createWorker(scenario, caller, template);
    return {
      world: { ground, template, worker, contracts: new Map() },
      state: { common, contracts: [], hearing: { heard: [], expected: [] } },
    };
  },
  moves: contractMoves,
  ways: contractWays,
  look,
  show: showContracts,
};

export const contractModel: Check = modelOf(contractPart, {
  id: 'contract.model',
  title: 'Random sequences of creating and signing contracts keep who has signed, when, and what is missing',
  covers: [
    'CONTRACT-005',
    'CONTRACT-006',
    'CONTRACT-007',
    'CONTRACT-008',
    'CONTRACT-010',
    'CONTRACT-011',
    'CONTRACT-016',
    'CONTRACT-018',
    'EVENT-047',
    'EVENT-048',
    'EVENT-049',
    'HOOK-013',
  ],
  needs: ['create-person'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
