import { createContract, inSigningOrder } from '../../../actions/contracts.ts';
import { show } from '../../../provider/scenario.ts';
import { nameOf } from '../../ground.ts';
import { type ContractMove, titleOf } from '../model.ts';

const mostContracts = 3;

/** Creates a contract with the worker. */
export const create: ContractMove = {
  name: 'create',
  possible: ({ contracts }) => contracts.length < mostContracts,
  describe: ({ contracts }) => `create ${titleOf({ name: nameOf(contracts.length) })}`,
  act: async (scenario, _, { ground, template, worker, contracts }) => {
    const name = nameOf(contracts.size);
    const request = { templateId: template.id, personId: worker.id };
    const { id, status, signatures } = await createContract(scenario, ground.tenant.caller, request);
    const order = inSigningOrder(signatures);
    contracts.set(name, { id, signatureIds: order.map((signature) => signature.id) });
    return (reading, state) => {
      const about = titleOf({ name });
      const awaits = `${about} awaiting business signature`;
      reading.require('CONTRACT-010', status === 'awaiting business signature', awaits, show(status));
      state.contracts.push({
        name,
        createdAt: state.common.now,
        signatures: order.map(() => ({ isGiven: false })),
      });
      state.hearing.expected.push(
        { type: 'contract.created', about, sent: 'EVENT-047' },
        // Its first status may be announced or not.
        { type: 'contract.status.updated', about },
      );
    };
  },
};
