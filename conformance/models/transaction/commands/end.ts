/** Moves that end a transaction: it settles, fails, or its money comes back. */
import { type Capability, type RequirementId, requirement } from '../../../../openapi/catalogue.ts';
import type { Reading } from '../../../provider/reading.ts';
import { moveMoney } from '../../ground.ts';
import { isUnderWay, label, type TransactionBelief, type TransactionMove } from '../model.ts';
import { aboutTransaction, pull, sameIn } from './about-transaction.ts';

interface Ending {
  readonly verb: 'settle' | 'fail' | 'return';
  readonly needs: Capability;
  readonly possible: (transaction: TransactionBelief) => boolean;
  readonly words: string;
  readonly lever: 'settleTransaction' | 'failTransaction' | 'returnTransaction';
  /** What is not exercised when the lever is refused. */
  readonly shows: RequirementId;
  /** Whether a transaction can be moved so at all. */
  readonly canMove: (transaction: Readonly<TransactionBelief>) => boolean;
  readonly move: (reading: Reading, transaction: TransactionBelief) => void;
  /** The transition that one which is not moved has held back. */
  readonly heldBack: Parameters<Reading['heldBack']>[0];
}

const message = 'The account of the recipient is closed.';

function ending(
  index: number,
  { verb, needs, possible, words, lever, shows, canMove, move, heldBack }: Ending,
): TransactionMove {
  return aboutTransaction(index, {
    verb,
    needs,
    possible,
    describe: (transaction) => {
      const ended = isUnderWay(transaction) ? '' : `, which has ${transaction.phase}`;
      return `${words} ${label(transaction)}${ended}`;
    },
    act: async ({ scenario, id, before }) => {
      const done = await pull(scenario.control(lever)(scenario.controlSend, id, message));
      if (!done && canMove(before) && scenario.has(...requirement(shows).needs))
        scenario.skip(shows, `The control ${lever} was refused.`);
      return (reading, state) => {
        const transaction = sameIn(state, before);
        const { phase } = transaction;
        if (phase === 'failed') {
          transaction.wasTriedAgain = true;
          if (scenario.has('drain')) moveMoney(state.common, 0, 'TXN-016');
        } else {
          state.moved.push(before.name);
        }
        if (done && canMove(transaction)) move(reading, transaction);
        if (transaction.phase === phase) reading.heldBack(heldBack);
      };
    },
  });
}

/** Lets a transaction arrive. Whether one settles while a question about it is open is not shown. */
export const settle = (index: number): TransactionMove =>
  ending(index, {
    verb: 'settle',
    needs: 'settle-transaction',
    possible: ({ rfi, phase }) => rfi !== 'requested' || phase === 'failed',
    words: 'settle',
    lever: 'settleTransaction',
    shows: 'TXN-009',
    canMove: isUnderWay,
    move: (_, transaction) => {
      transaction.settledFrom = transaction.phase;
      transaction.phase = 'succeeded';
      transaction.hasSucceeded = true;
      transaction.restsOn = 'TXN-009';
    },
    heldBack: 'transaction/settle',
  });

/** Lets a transaction fail. For one that has succeeded only a return leads there. */
export const fail = (index: number): TransactionMove =>
  ending(index, {
    verb: 'fail',
    needs: 'fail-transaction',
    possible: () => true,
    words: 'fail',
    lever: 'failTransaction',
    shows: 'TXN-013',
    canMove: isUnderWay,
    move: (reading, transaction) => {
      const isEarly = transaction.phase === 'initiated';
      transaction.restsOn = isEarly ? 'TXN-011' : 'TXN-012';
      transaction.phase = 'failed';
      reading.took(isEarly ? 'transaction/fail-early' : 'transaction/fail', transaction.name);
    },
    heldBack: 'transaction/fail',
  });

/** Lets the bank of the recipient return a transaction; what has not succeeded cannot come back. */
export const bringBack = (index: number): TransactionMove =>
  ending(index, {
    verb: 'return',
    needs: 'return-transaction',
    possible: () => true,
    words: 'let the bank of the recipient return',
    lever: 'returnTransaction',
    shows: 'TXN-014',
    canMove: ({ phase }) => phase === 'succeeded',
    move: (reading, transaction) => {
      transaction.phase = 'failed';
      transaction.restsOn = 'TXN-014';
      reading.took('transaction/return', transaction.name);
    },
    heldBack: 'transaction/return',
  });
