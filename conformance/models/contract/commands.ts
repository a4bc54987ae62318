/** Generates the moves of the contract model, and names the sequences that every run tries. */
import fc from 'fast-check';
import type { CasePlan } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import type { Way } from '../ways.ts';
import { create } from './commands/create.ts';
import { sign } from './commands/sign.ts';
import { wait } from './commands/wait.ts';
import type { ContractMove } from './model.ts';

const index = fc.nat({ max: 2 });
const next = index.map((at) => sign('next', at));
const signing = fc.oneof(
  { weight: 4, arbitrary: next },
  { weight: 1, arbitrary: index.map((at) => sign('last', at)) },
  { weight: 1, arbitrary: index.map((at) => sign('again', at)) },
);

export function contractMoves(has: CasePlan['has']): fc.Arbitrary<ContractMove> {
  const racing = fc.tuple(next, signing).map(([first, second]) => together(first, second));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(create) },
    ...(has('sign-contract')
      ? [
          { weight: 4, arbitrary: signing },
          { weight: 1, arbitrary: racing },
        ]
      : []),
    ...(has('clock') ? [{ weight: 1, arbitrary: fc.constant(wait) }] : []),
  );
}

/** The transitions of a contract are not shown, so these are named after what can be done with it. */
export function contractWays(has: CasePlan['has']): Readonly<Record<'create' | 'sign', Way<ContractMove>>> {
  const pause = has('clock') ? [wait] : [];
  const signed: readonly (readonly ContractMove[])[] = [
    [create, ...pause, sign('next', 0), ...pause, sign('next', 0), ...pause, sign('again', 0)],
    [create, create, sign('next', 1), sign('next', 0), sign('next', 1)],
    [create, sign('last', 0), sign('next', 0)],
    [create, together(sign('next', 0), sign('next', 0)), sign('next', 0)],
    [create, together(sign('next', 0), sign('last', 0))],
  ];
  return {
    create: { tours: [[create, create]] },
    sign: { tours: has('sign-contract') ? signed : [] },
  };
}
