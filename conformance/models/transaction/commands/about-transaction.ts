/** A move about one transaction: which one it is, and whether there is one. */
import type { Capability } from '../../../../openapi/catalogue.ts';
import { attempt } from '../../../actions/answers.ts';
import type { Settle } from '../../../engine/reading.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import type { TransactionBelief, TransactionMove, TransactionState, TransactionWorld } from '../model.ts';

export interface Subject {
  readonly scenario: Scenario;
  readonly world: TransactionWorld;
  readonly id: string;
  /** What was believed of it before. */
  readonly before: Readonly<TransactionBelief>;
}

interface AboutTransaction {
  readonly verb: string;
  readonly needs: Capability;
  readonly possible: (transaction: TransactionBelief) => boolean;
  readonly describe: (transaction: TransactionBelief) => string;
  readonly act: (subject: Subject) => Promise<Settle<TransactionState>>;
}

/** @param index counts round among the transactions, so that small numbers are simple. */
export function aboutTransaction(
  index: number,
  { verb, needs, possible, describe, act }: AboutTransaction,
): TransactionMove {
  const pick = ({ transactions }: Readonly<TransactionState>) => transactions[index % transactions.length];
  const picked = (state: Readonly<TransactionState>): TransactionBelief => {
    const transaction = pick(state);
    if (transaction === undefined) throw new Error(`${verb} was made without a transaction.`);
    return transaction;
  };
  const idOf = ({ name }: TransactionBelief, { facts }: TransactionWorld) =>
    facts.find((fact) => fact.name === name)?.id;
  return {
    name: `${verb}(${index})`,
    possible: (state, world) => {
      const transaction = pick(state);
      if (transaction === undefined || idOf(transaction, world) === undefined) return false;
      return world.has(needs) && possible(transaction);
    },
    describe: (state) => describe(picked(state)),
    act: (scenario, state, world) => {
      const before = picked(state);
      return act({ scenario, world, before, id: idOf(before, world) ?? '' });
    },
  };
}

/** The same transaction in another copy of the state. */
export function sameIn(
  { transactions }: TransactionState,
  { name }: Pick<TransactionBelief, 'name'>,
): TransactionBelief {
  const found = transactions.find((transaction) => transaction.name === name);
  if (found === undefined) throw new Error(`There is no transaction ${name}.`);
  return found;
}

/** Pulls a lever; one that is refused has done nothing. */
export const pull = (lever: Promise<unknown>): Promise<boolean> => attempt(() => lever);
