/** Generates the moves of the contract model, and the tours that every run tries. */

import fc from 'fast-check';
import { ifOffered, type Kind, tours } from '../../engine/tours.ts';
import { succeeded } from '../../provider/answers.ts';
import { nameOf, passTime } from '../../provider/fixture.ts';
import { together } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import { createContract, inSigningOrder } from './actions.ts';
import { aboutContract, type ContractMove, type ExpectedContract, sameIn } from './model.ts';

const mostContracts = 3;
const nameOfContract = (index: number) => `contract ${nameOf(index)}`;

/** Creates a contract with the worker. */
const create: ContractMove = {
  name: 'create',
  possible: ({ contracts }) => contracts.length < mostContracts,
  describe: ({ contracts }) => `create ${nameOfContract(contracts.length)}`,
  act: async (scenario, _, { fixture, template, worker, contracts }) => {
    const name = nameOfContract(contracts.size);
    const request = { templateId: template.id, personId: worker.id };
    const { id, status, signatures } = await createContract(scenario, fixture.tenant.caller, request);
    const order = inSigningOrder(signatures);
    contracts.set(name, { id, signatureIds: order.map((signature) => signature.id) });
    return (alternative, state) => {
      const awaits = `${name} awaiting business signature`;
      alternative.require('CONTRACT-010', status === 'awaiting business signature', awaits, show(status));
      state.contracts.push({
        name,
        createdAt: state.common.now,
        signatures: order.map(() => ({ isGiven: false })),
      });
      state.events.expected.push(
        { type: 'contract.created', about: name, sent: 'EVENT-047' },
        // Its first status may be announced or not.
        { type: 'contract.status.updated', about: name },
      );
    };
  },
};

/** `next`: the first that is missing; `last`: the last that is missing, out of order; `again`: one that was given. */
export type Which = 'next' | 'last' | 'again';

const placeOf = ({ signatures }: ExpectedContract, which: Which): number => {
  if (which === 'next') return signatures.findIndex(({ isGiven }) => !isGiven);
  return signatures.findLastIndex(({ isGiven }) => isGiven === (which === 'again'));
};

/** Gives a signature. Only the next one must be accepted; the document does not show what happens with the others. */
const sign = (which: Which, index: number): ContractMove =>
  aboutContract(index, {
    verb: `sign ${which} of`,
    needs: ['sign-contract'],
    possible: (contract) => {
      const place = placeOf(contract, which);
      return place >= 0 && (which !== 'last' || place > placeOf(contract, 'next'));
    },
    describe: (contract) => {
      const place = placeOf(contract, which);
      const words = { next: '', last: ', before its turn', again: ', once more' };
      return `give signature ${place} of ${contract.name}${words[which]}`;
    },
    act: async (scenario, signed, _, { fixture, contracts }) => {
      const place = placeOf(signed, which);
      const { id: contractId = '', signatureIds = [] } = contracts.get(signed.name) ?? {};
      const response = await scenario.send('signContract', fixture.tenant.caller, {
        path: { contractId },
        body: { signatureId: signatureIds[place] },
      });
      return (_alternative, state) => {
        const contract = sameIn(state, signed);
        const signature = contract.signatures[place];
        if (signature === undefined) throw new Error(`${contract.name} has no signature ${place}.`);
        const isNext = place === placeOf(contract, 'next');
        if (!succeeded(response)) {
          if (isNext) throw scenario.refusal('signContract', response);
          return;
        }
        const { name: about } = contract;
        const isNews = !signature.isGiven;
        state.events.expected.push(
          { type: 'contract.signed', about, ...(isNews && { sent: 'EVENT-048' }) },
          { type: 'contract.status.updated', about },
        );
        signature.isGiven = true;
        if (isNews && scenario.has('clock')) signature.at = state.common.now;
        else delete signature.at;
      };
    },
  });

const seconds = 90;

/** Lets some time pass, so that one signature is later than another. */
const wait: ContractMove = {
  name: 'wait',
  needs: ['clock'],
  possible: ({ contracts }) => contracts.length > 0,
  describe: () => `advance the clock by ${seconds} seconds`,
  act: (scenario, _, { fixture }) => passTime(scenario, fixture, seconds),
};

const index = fc.nat({ max: 2 });
const next = index.map((at) => sign('next', at));
const signing = fc.oneof(
  { weight: 4, arbitrary: next },
  { weight: 1, arbitrary: index.map((at) => sign('last', at)) },
  { weight: 1, arbitrary: index.map((at) => sign('again', at)) },
);

const racing = fc.tuple(next, signing).map(([first, second]) => together(first, second));

export const contractMoves: readonly Kind<ContractMove>[] = [
  { weight: 3, moves: fc.constant(create) },
  { weight: 4, moves: signing },
  { weight: 1, moves: racing },
  { weight: 1, moves: fc.constant(wait) },
];

const pause = ifOffered(wait);

/** The document shows no transitions of a contract. */
export const contractTours = {
  'create and sign': tours<ContractMove>(
    [create, create],
    [create, ...pause, sign('next', 0), ...pause, sign('next', 0), ...pause, sign('again', 0)],
    [create, create, sign('next', 1), sign('next', 0), sign('next', 1)],
    [create, sign('last', 0), sign('next', 0)],
    [create, together(sign('next', 0), sign('next', 0)), sign('next', 0)],
    [create, together(sign('next', 0), sign('last', 0))],
  ),
};
