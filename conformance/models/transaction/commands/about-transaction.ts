/** A move about one transaction: which one it is, and whether there is one. */
import type { Capability } from '../../../../openapi/catalogue.ts';
import { attempt } from '../../../actions/answers.ts';
import type { Settle } from '../../../provider/reading.ts';
import type { Scenario } from '../../../provider/scenario.ts';
import { pickFrom } from '../../about.ts';
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

const { about, sameIn } = pickFrom<TransactionWorld, TransactionState, TransactionBelief>(
  'transaction',
  ({ transactions }) => transactions,
);

export { sameIn };

const idOf = ({ name }: TransactionBelief, { facts }: TransactionWorld) =>
  facts.find((fact) => fact.name === name)?.id;

/** @param index counts round among the transactions, so that small numbers are simple. */
export const aboutTransaction = (
  index: number,
  { verb, needs, possible, describe, act }: AboutTransaction,
): TransactionMove =>
  about(index, {
    verb,
    possible: (transaction, _, world) =>
      world.has(needs) && idOf(transaction, world) !== undefined && possible(transaction),
    describe,
    act: (scenario, before, _, world) => act({ scenario, world, before, id: idOf(before, world) ?? '' }),
  });

/** Pulls a lever; one that is refused has done nothing. */
export const pull = (lever: Promise<unknown>): Promise<boolean> => attempt(() => lever);
