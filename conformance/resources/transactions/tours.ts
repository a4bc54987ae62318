/** Generates the moves of the transaction model, and the tours that take each transition. */

import fc from 'fast-check';
import {
  firstOffered,
  ifOffered,
  type Kind,
  offers,
  type Tour,
  type TransitionTours,
  tours,
} from '../../engine/tours.ts';
import type { Has, Need } from '../../provider/model.ts';
import { together } from '../../provider/model.ts';
import type { ToursByTransition } from '../../provider/state-machines.ts';
import type { BankTransfer } from '../../target/controls.ts';
import { deposit, payOut, receive, runPayroll, transferOf, transfers } from './creations.ts';
import type { TransactionMove } from './model.ts';
import { answer, ask, bringBack, fail, lookAgain, settle, wait } from './moves.ts';

const index = fc.nat({ max: 3 });
const amount = fc.integer({ min: 1, max: 5_000 });
const description = fc.constantFrom('Funds for March', 'Für April', '三月');
const salaries = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 3 });

const ends = [settle, fail, bringBack];

/** Two moves at the same time, one of which ends a transaction. */
function racing(has: Has): fc.Arbitrary<TransactionMove> | undefined {
  const isOffered = (make: (typeof ends)[number]) => offers(make(0), has);
  const [end, ...others] = ends.filter(isOffered);
  const answers = [ask, answer].every(isOffered) ? [answer] : [];
  if (end === undefined) return undefined;
  return fc
    .tuple(fc.constantFrom(end, ...others, ...answers), fc.constantFrom(end, ...others), index, index)
    .map(([first, second, one, other]) => together(first(one), second(other)));
}

export const transactionMoves: readonly Kind<TransactionMove>[] = [
  { weight: 4, moves: amount.map(payOut) },
  { weight: 2, moves: transfers.map(receive) },
  {
    weight: 1,
    moves: fc.tuple(salaries, fc.constantFrom(1_537, 0)).map(([each, fee]) => runPayroll(each, fee)),
  },
  { weight: 1, moves: fc.tuple(amount, description).map((each) => deposit(...each)) },
  ...ends.map((each) => ({ weight: 4, moves: index.map(each) })),
  { weight: 3, moves: racing },
  { weight: 4, moves: index.map(ask) },
  { weight: 4, moves: index.map(answer) },
  { weight: 3, moves: fc.constantFrom(30, 120, 3_600).map(wait) },
  { weight: 1, moves: fc.constant(lookAgain) },
];

type Tours = readonly Tour<TransactionMove>[];

const settled = (each: readonly BankTransfer[]) =>
  each.flatMap((transfer, at) => [receive(transfer), settle(at)]);

/** Deposits by bank transfer, each with other data of its sender. */
const senders: Tours = [
  settled([
    transferOf('GBP'),
    transferOf('EUR', { reference: 'Gehälter & Boni März' }),
    transferOf('USD', { network: 'wire' }),
    transferOf('USD'),
  ]),
  settled([
    transferOf('GBP', { known: { account: false, bank: false } }),
    transferOf('EUR', { known: { account: false, bank: false } }),
    transferOf('USD', { network: 'ach', accountName: '株式会社ハーバー' }),
    transferOf('USD', { network: 'swift', reference: 'HARBOUR-DEP-0326' }),
  ]),
];

/** Two deposits that are under way at the same time, and arrive in the other order. */
const twoOpen = [
  receive(transferOf('USD', { amount: 711 })),
  receive(transferOf('USD', { amount: 712, reference: 'HARBOUR-DEP-0327' })),
  ...ifOffered(settle(1), settle(0)),
];

/** As statements of accounts have them. */
const long = 'Payroll of March 2026, second half, for the crews of Lagos, Bogotá and Łódź, invoice 2026/0117';

const pay = (amount: number) => firstOffered(payOut(amount), receive(transferOf('USD', { amount })));
const paid = pay(1_000);
const withPayment = (move: TransactionMove) =>
  firstOffered(together(move, payOut(3_000)), together(move, receive(transferOf('USD', { amount: 3_000 }))));
const checked = [paid, ...ifOffered(wait(120))];

/** Tours of which only one capability is asked. */
const withOnly = (need: Need, ...all: Tours): TransitionTours<TransactionMove> => ({
  needs: [need],
  tours: all,
});

export const transactionTours: ToursByTransition<'transaction', TransactionMove> = {
  'transaction/pass-checks': withOnly('clock', [
    ...checked,
    ...ifOffered(ask(0), bringBack(0), settle(0), settle(0), fail(0)),
  ]),
  // Early, because deposits exercise rules that nothing else does. Payrolls come last, because they need more requests.
  'transaction/create': tours(
    [paid],
    ...senders,
    // A payment that is under way does not keep deposits from the wallet.
    [
      deposit(701, 'Funds for March'),
      ...ifOffered(paid),
      deposit(702, 'Essen & Trinken für April'),
      deposit(703, long),
    ],
    twoOpen,
  ),
  'transaction/request-information': withOnly('raise-rfi', [
    paid,
    ...ifOffered(ask(0), wait(600), ask(0), fail(0)),
  ]),
  'transaction/provide-information': withOnly(
    'answer-rfi',
    [paid, ...ifOffered(answer(0), ask(0), answer(0), answer(0), ask(0), answer(0), settle(0), bringBack(0))],
    [paid, ...ifOffered(ask(0), answer(0), fail(0))],
    [paid, ...ifOffered(ask(0), together(fail(0), answer(0)))],
  ),
  'transaction/settle': withOnly(
    'settle-transaction',
    [...checked, together(settle(0), settle(0))],
    [...checked, ...ifOffered(together(settle(0), fail(0)))],
    [...checked, ...ifOffered(together(fail(0), settle(0)))],
    // A transaction that settles automatically must not settle again.
    [...checked, settle(0), pay(2_000), ...ifOffered(wait(86_400))],
  ),
  'transaction/fail-early': withOnly('fail-transaction', [
    paid,
    ...ifOffered(fail(0), settle(0), bringBack(0), wait(120)),
  ]),
  'transaction/fail': withOnly(
    'fail-transaction',
    [...checked, ...ifOffered(fail(0), fail(0), ask(0), answer(0), settle(0))],
    [paid, pay(2_000), ...ifOffered(together(settle(0), fail(1))), ...ifOffered(withPayment(bringBack(0)))],
  ),
  'transaction/return': withOnly(
    'return-transaction',
    [paid, ...ifOffered(bringBack(0), settle(0), bringBack(0), bringBack(0), settle(0), fail(0))],
    [paid, ...ifOffered(settle(0), together(bringBack(0), bringBack(0)))],
  ),
  'transaction/settle-instantly': tours([
    // A fee that is more than everything else that the payroll costs.
    runPayroll([250_000, 250_000], 1_537_000),
    ...ifOffered(settle(0), fail(1), bringBack(0)),
    runPayroll([1_300], 0),
  ]),
};
