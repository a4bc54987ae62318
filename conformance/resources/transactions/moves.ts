/** A move about one transaction: which one it is, and whether there is one. */

import { type RequirementId, requirement } from '../../../openapi/catalogue.ts';
import { pickFrom } from '../../provider/about.ts';
import { attempt, succeeded } from '../../provider/answers.ts';
import { moveMoney } from '../../provider/fixture.ts';
import { allow, enter } from '../../provider/ledger.ts';
import type { Alternative, Conclude, Need } from '../../provider/model.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance, drain } from '../../provider/tenant.ts';
import {
  type ExpectedTransaction,
  failure,
  failureRule,
  isUnderWay,
  succeed,
  type TransactionContext,
  type TransactionMove,
  type TransactionPhase,
  type TransactionState,
} from './model.ts';
import { eventsSoFar, readTransactionStatus } from './observations.ts';

export interface TransactionSubject {
  readonly scenario: Scenario;
  readonly context: TransactionContext;
  readonly id: string;
  /** Its expected state before the step. */
  readonly before: Readonly<ExpectedTransaction>;
}

interface AboutTransaction {
  readonly verb: string;
  readonly needs: readonly Need[];
  readonly possible: (transaction: ExpectedTransaction) => boolean;
  readonly describe: (transaction: ExpectedTransaction) => string;
  readonly act: (subject: TransactionSubject) => Promise<Conclude<TransactionState>>;
}

const { about, sameIn } = pickFrom<TransactionContext, TransactionState, ExpectedTransaction>(
  'transaction',
  ({ transactions }) => transactions,
);

const idOf = ({ name }: ExpectedTransaction, { facts }: TransactionContext) =>
  facts.find((fact) => fact.name === name)?.id;

/** @param index counts round among the transactions, so that small numbers are simple. */
const aboutTransaction = (
  index: number,
  { verb, needs, possible, describe, act }: AboutTransaction,
): TransactionMove =>
  about(index, {
    verb,
    needs,
    possible: (transaction, _, context) => idOf(transaction, context) !== undefined && possible(transaction),
    describe,
    act: (scenario, before, _, context) =>
      act({ scenario, context, before, id: idOf(before, context) ?? '' }),
  });

/** Calls a control; one that is refused has done nothing. */
const pull = (control: Promise<unknown>): Promise<boolean> => attempt(() => control);

interface Ending {
  readonly verb: 'settle' | 'fail' | 'return';
  readonly needs: readonly Need[];
  readonly possible: (transaction: ExpectedTransaction) => boolean;
  readonly words: string;
  readonly control: 'settleTransaction' | 'failTransaction' | 'returnTransaction';
  /** What is not exercised when the control is rejected. */
  readonly shows: (before: ExpectedTransaction) => readonly RequirementId[];
  /** Whether a transaction can be moved so at all. */
  readonly canMove: (transaction: Readonly<ExpectedTransaction>) => boolean;
  readonly move: (
    alternative: Alternative,
    state: TransactionState,
    transaction: ExpectedTransaction,
  ) => void;
  /** The transition that one which is not moved has held back. */
  readonly heldBack: Parameters<Alternative['heldBack']>[0];
}

/**
 * The status of a transaction that a control has visibly not moved, where a target can say that nothing is to come.
 *
 * @returns undefined when it was moved, or that is not known
 */
async function unmovedStatus(
  { scenario, context, id, before }: TransactionSubject,
  { canMove }: Pick<Ending, 'canMove'>,
  eventCount: number,
): Promise<TransactionPhase | undefined> {
  if (!canMove(before) || !scenario.has('read-transaction', 'drain')) return undefined;
  const { tenant } = context.fixture;
  await drain(scenario, tenant);
  const status = await readTransactionStatus(scenario, tenant.caller, id);
  const isAnnounced = eventsSoFar(context)
    .slice(eventCount)
    .some(
      ({ eventType, data }) =>
        (eventType === 'transaction.succeeded' || eventType === 'transaction.failed') &&
        (data?.id ?? id) === id,
    );
  return status === undefined || isAnnounced || !canMove({ ...before, phase: status }) ? undefined : status;
}

const message = 'The account of the recipient is closed.';

function ending(
  index: number,
  { verb, needs, possible, words, control, shows, canMove, move, heldBack }: Ending,
): TransactionMove {
  return aboutTransaction(index, {
    verb,
    needs,
    possible,
    describe: (transaction) => {
      const ended = isUnderWay(transaction) ? '' : `, which has ${transaction.phase}`;
      return `${words} ${transaction.name}${ended}`;
    },
    act: async (subject) => {
      const { scenario, context, id, before } = subject;
      const eventCount = eventsSoFar(context).length;
      const accepted = await pull(scenario.control(control)(scenario.controlSend, id, message));
      const status = accepted ? await unmovedStatus(subject, { canMove }, eventCount) : undefined;
      const why = !accepted
        ? `The control ${control} was rejected.`
        : status === undefined
          ? undefined
          : `After the control ${control} returned a success status, the transaction is ${status}.`;
      if (why !== undefined && canMove(before)) {
        for (const rule of shows(before)) {
          if (scenario.has(...requirement(rule).needs)) scenario.skip(rule, why);
        }
      }
      return (alternative, state) => {
        const transaction = sameIn(state, before);
        const { phase } = transaction;
        if (phase === 'failed') {
          transaction.wasTriedAgain = true;
          if (scenario.has('drain')) moveMoney(state.common, 0, 'TXN-016');
        } else {
          state.moved.push(before.name);
        }
        if (why === undefined && canMove(transaction)) move(alternative, state, transaction);
        if (transaction.phase === phase) alternative.heldBack(heldBack);
      };
    },
  });
}

/** Lets a transaction arrive. Whether one settles while a question about it is open is not shown. */
export const settle = (index: number): TransactionMove =>
  ending(index, {
    verb: 'settle',
    needs: ['settle-transaction'],
    possible: ({ rfi, phase }) => rfi !== 'requested' || phase === 'failed',
    words: 'settle',
    control: 'settleTransaction',
    shows: () => ['TXN-009'],
    canMove: isUnderWay,
    move: (_, state, transaction) => {
      transaction.settledFrom = transaction.phase;
      succeed(state, transaction);
    },
    heldBack: 'transaction/settle',
  });

/** Lets a transaction fail. For one that has succeeded only a return leads there. */
export const fail = (index: number): TransactionMove =>
  ending(index, {
    verb: 'fail',
    needs: ['fail-transaction'],
    possible: () => true,
    words: 'fail',
    control: 'failTransaction',
    shows: (before) => [failureRule(before), 'TXN-013'],
    canMove: isUnderWay,
    move: (alternative, { events }, transaction) =>
      enter(alternative, events, failure(transaction), transaction),
    heldBack: 'transaction/fail',
  });

/** Lets the bank of the recipient return a transaction; what has not succeeded cannot come back. */
export const bringBack = (index: number): TransactionMove =>
  ending(index, {
    verb: 'return',
    needs: ['return-transaction'],
    possible: () => true,
    words: 'have the recipient bank return',
    control: 'returnTransaction',
    shows: () => ['TXN-014', 'TXN-015'],
    canMove: ({ phase }) => phase === 'succeeded',
    move: (alternative, { events }, transaction) =>
      enter(alternative, events, 'transaction/return', transaction),
    heldBack: 'transaction/return',
  });

/** Asks for information about a transaction, which has to be initiated. */
export const ask = (index: number): TransactionMove =>
  aboutTransaction(index, {
    verb: 'ask',
    needs: ['raise-rfi'],
    possible: ({ rfi, phase }) => rfi !== 'requested' || phase === 'failed',
    describe: (transaction) => `ask for information about ${transaction.name}, ${transaction.phase}`,
    act: async ({ scenario, id, before }) => {
      const actionRequired = 'Provide the invoice that it pays';
      const asked = await pull(scenario.control('raiseRfi')(scenario.controlSend, id, actionRequired));
      return (alternative, state) => {
        const transaction = sameIn(state, before);
        if (!asked) {
          alternative.heldBack('transaction/request-information');
          return;
        }
        // A failed transaction sends no further event; for other states the document is silent.
        if (transaction.phase === 'failed') return;
        transaction.wasAsked = true;
        if (transaction.phase === 'initiated') {
          transaction.rfi = 'requested';
          enter(alternative, state.events, 'transaction/request-information', transaction);
        } else allow(state.events, 'transaction/request-information', transaction);
      };
    },
  });

const isAwaited = (transaction: Readonly<ExpectedTransaction>) =>
  transaction.rfi === 'requested' && isUnderWay(transaction);

/** Provides the information, whether or not somebody has asked for it. */
export const answer = (index: number): TransactionMove =>
  aboutTransaction(index, {
    verb: 'answer',
    needs: ['raise-rfi', 'answer-rfi'],
    possible: () => true,
    describe: (transaction) => {
      const asked =
        transaction.rfi === 'requested' && isUnderWay(transaction) ? '' : ', although nobody asked for it';
      return `provide information about ${transaction.name}${asked}`;
    },
    act: async ({ scenario, context, id, before }) => {
      const body = { message: 'It pays the invoice INV-0042' };
      const path = { transactionId: id };
      const given = succeeded(
        await scenario.send('answerRfi', context.fixture.tenant.caller, { path, body }),
      );
      if (!given && isAwaited(before)) scenario.skip('TXN-008', 'The information was rejected.');
      return (alternative, state) => {
        const transaction = sameIn(state, before);
        const wasAwaited = isAwaited(transaction);
        if (!wasAwaited) alternative.heldBack('transaction/provide-information');
        if (!given || !transaction.wasAsked) return;
        transaction.wasAnswered = true;
        // The document does not show what a second response to the request does.
        if (wasAwaited) {
          transaction.rfi = 'provided';
          enter(alternative, state.events, 'transaction/provide-information', transaction);
        } else allow(state.events, 'transaction/provide-information', transaction);
      };
    },
  });

/** Lets time pass: the checks take seconds, if nobody has a question. */
export const wait = (seconds: number): TransactionMove => ({
  name: `wait(${seconds})`,
  needs: ['clock'],
  possible: ({ transactions }) => transactions.some(isUnderWay),
  describe: () => `wait ${seconds} seconds`,
  act: async (scenario, _, { fixture }) => {
    const now = await advance(scenario, fixture.tenant, seconds);
    return (alternative, state) => {
      state.common.now = now;
      for (const { rfi, phase } of state.transactions) {
        if (rfi === 'requested' && phase === 'initiated') alternative.heldBack('transaction/pass-checks');
      }
    };
  },
});

/** Sends nothing; what happens by itself is seen. */
export const lookAgain: TransactionMove = {
  name: 'look again',
  possible: ({ transactions }) => transactions.some(isUnderWay),
  describe: () => 'look again',
  act: async () => () => {},
};
