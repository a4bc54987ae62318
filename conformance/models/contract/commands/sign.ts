import { succeeded } from '../../../actions/answers.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { aboutContract, type ContractBelief, type ContractMove, sameIn, titleOf } from '../model.ts';

/** `next`: the first that is missing; `last`: the last that is missing, out of order; `again`: one that was given. */
export type Which = 'next' | 'last' | 'again';

const placeOf = ({ signatures }: ContractBelief, which: Which): number => {
  if (which === 'next') return signatures.findIndex(({ isGiven }) => !isGiven);
  return signatures.findLastIndex(({ isGiven }) => isGiven === (which === 'again'));
};

/** Gives a signature. Only that the next one can be given has to be so; what becomes of the others is not shown. */
export const sign = (which: Which, index: number): ContractMove =>
  aboutContract(index, {
    verb: `sign ${which} of`,
    possible: (contract) => {
      const place = placeOf(contract, which);
      return place >= 0 && (which !== 'last' || place > placeOf(contract, 'next'));
    },
    describe: (contract) => {
      const place = placeOf(contract, which);
      const words = { next: '', last: ', before its turn', again: ', once more' };
      return `give signature ${place} of ${titleOf(contract)}${words[which]}`;
    },
    act: async (scenario, signed, _, { ground, contracts }) => {
      const place = placeOf(signed, which);
      const { id: contractId = '', signatureIds = [] } = contracts.get(signed.name) ?? {};
      const response = await scenario.send('signContract', ground.tenant.caller, {
        path: { contractId },
        body: { signatureId: signatureIds[place] },
      });
      return (_reading, state) => {
        const contract = sameIn(state, signed);
        const signature = contract.signatures[place];
        if (signature === undefined) throw new Error(`${titleOf(contract)} has no signature ${place}.`);
        const isNext = place === placeOf(contract, 'next');
        if (!succeeded(response)) {
          if (isNext) throw new CaseEnded(`Signing was answered with ${response.status}.`);
          return;
        }
        const about = titleOf(contract);
        const isNews = !signature.isGiven;
        state.hearing.expected.push(
          { type: 'contract.signed', about, ...(isNews && { sent: 'EVENT-048' }) },
          { type: 'contract.status.updated', about },
        );
        signature.isGiven = true;
        if (isNews && scenario.has('clock')) signature.at = state.common.now;
        else delete signature.at;
      };
    },
  });
