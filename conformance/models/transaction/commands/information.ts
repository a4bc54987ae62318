/** Moves about information that is asked for while a review is open. */
import { succeeded } from '../../../actions/answers.ts';
import { isUnderWay, label, type TransactionBelief, type TransactionMove } from '../model.ts';
import { aboutTransaction, pull, sameIn } from './about-transaction.ts';

/** Asks for information about a transaction, which has to be initiated. */
export const ask = (index: number): TransactionMove =>
  aboutTransaction(index, {
    verb: 'ask',
    needs: 'raise-rfi',
    possible: ({ rfi, phase }) => rfi !== 'requested' || phase === 'failed',
    describe: (transaction) => `ask for information about ${label(transaction)}, ${transaction.phase}`,
    act: async ({ scenario, id, before }) => {
      const actionRequired = 'Provide the invoice that it pays';
      const asked = await pull(scenario.control('raiseRfi')(scenario.controlSend, id, actionRequired));
      return (reading, state) => {
        const transaction = sameIn(state, before);
        if (!asked) {
          reading.heldBack('transaction/request-information');
          return;
        }
        // Of a transaction that has failed nothing is announced any more; of any other in another state it is not shown.
        if (transaction.phase === 'failed') return;
        transaction.requested.most += 1;
        if (transaction.phase !== 'initiated') return;
        transaction.requested.least += 1;
        transaction.rfi = 'requested';
        reading.took('transaction/request-information', before.name);
      };
    },
  });

const isAwaited = (transaction: Readonly<TransactionBelief>) =>
  transaction.rfi === 'requested' && isUnderWay(transaction);

/** Provides the information, whether or not somebody has asked for it. */
export const answer = (index: number): TransactionMove =>
  aboutTransaction(index, {
    verb: 'answer',
    needs: 'answer-rfi',
    possible: () => true,
    describe: (transaction) => {
      const asked =
        transaction.rfi === 'requested' && isUnderWay(transaction) ? '' : ', for which nobody asks';
      return `provide information about ${label(transaction)}${asked}`;
    },
    act: async ({ scenario, world, id, before }) => {
      const body = { message: 'It pays the invoice INV-0042' };
      const path = { transactionId: id };
      const given = succeeded(await scenario.send('answerRfi', world.ground.tenant.caller, { path, body }));
      if (!given && isAwaited(before)) scenario.skip('TXN-008', 'The information was refused.');
      return (reading, state) => {
        const transaction = sameIn(state, before);
        const wasAwaited = isAwaited(transaction);
        if (!wasAwaited) reading.heldBack('transaction/provide-information');
        if (!given || transaction.requested.most === 0) return;
        // What another answer does is not shown.
        transaction.provided.most += 1;
        if (!wasAwaited) return;
        transaction.provided.least += 1;
        transaction.rfi = 'provided';
        reading.took('transaction/provide-information', before.name);
      };
    },
  });
