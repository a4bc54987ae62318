/** Generates the moves of the transaction model, and names the ways to each transition. */
import fc from 'fast-check';
import type { CasePlan } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import { needing, type Ways } from '../../provider/tours.ts';
import type { BankTransfer } from '../../target/target.ts';
import { deposit, payOut, receive, runPayroll, transferOf, transfers } from './creations.ts';
import type { TransactionMove } from './model.ts';
import { answer, ask, bringBack, fail, lookAgain, settle, wait } from './moves.ts';

type Has = CasePlan['has'];

const index = fc.nat({ max: 3 });

const offers = {
  /** The transaction of a payout is found by its event, or in the list. */
  payouts: (has: Has) => has('create-payout') && (has('webhooks') || has('list-transactions')),
  transfers: (has: Has) => has('create-virtual-account') && has('receive-bank-transfer'),
  payrolls: (has: Has) =>
    (['create-person', 'create-payroll', 'approve-payroll', 'clock', 'webhooks', 'drain'] as const).every(
      has,
    ),
  /** Whether it is announced says whether there is a transaction. */
  deposits: (has: Has) => has('webhooks') && has('drain') && has('platform-token'),
};

/** The moves that a target can be asked to make; those that are seldom possible are there more often. */
export function transactionMoves(has: Has): fc.Arbitrary<TransactionMove> {
  const amount = fc.integer({ min: 1, max: 5_000 });
  const description = fc.constantFrom('Funds for March', 'Für April', '三月');
  const paying = amount.map(payOut);
  const ends = [
    ...(has('settle-transaction') ? [settle] : []),
    ...(has('fail-transaction') ? [fail] : []),
    ...(has('return-transaction') ? [bringBack] : []),
  ];
  const asks = has('raise-rfi');
  const answers = asks && has('answer-rfi');
  const [end, ...otherEnds] = ends;
  const racing =
    end &&
    fc
      .tuple(
        fc.constantFrom(...ends, ...(answers ? [answer] : [])),
        fc.constantFrom(end, ...otherEnds),
        index,
        index,
      )
      .map(([first, second, one, other]) => together(first(one), second(other)));
  const salaries = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 3 });
  const paySome = fc.tuple(salaries, fc.constantFrom(1_537, 0)).map(([each, fee]) => runPayroll(each, fee));
  return fc.oneof(
    ...(offers.payouts(has) ? [{ weight: 4, arbitrary: paying }] : []),
    ...(offers.transfers(has) ? [{ weight: 2, arbitrary: transfers.map(receive) }] : []),
    ...(offers.payrolls(has) ? [{ weight: 1, arbitrary: paySome }] : []),
    ...(offers.deposits(has)
      ? [{ weight: 1, arbitrary: fc.tuple(amount, description).map((each) => deposit(...each)) }]
      : []),
    ...ends.map((each) => ({ weight: 4, arbitrary: index.map(each) })),
    ...(racing ? [{ weight: 3, arbitrary: racing }] : []),
    ...(asks ? [{ weight: 4, arbitrary: index.map(ask) }] : []),
    ...(answers ? [{ weight: 4, arbitrary: index.map(answer) }] : []),
    ...(has('clock') ? [{ weight: 3, arbitrary: fc.constantFrom(30, 120, 3_600).map(wait) }] : []),
    { weight: 1, arbitrary: fc.constant(lookAgain) },
  );
}

type Tours = readonly (readonly TransactionMove[])[];

const settled = (each: readonly BankTransfer[]) =>
  each.flatMap((transfer, at) => [receive(transfer), settle(at)]);

/** Deposits by bank transfer, each of which says something else of its sender. */
const senders: Tours = [
  settled([
    transferOf('GBP'),
    transferOf('EUR', { reference: 'Gehälter März' }),
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

export function transactionWays(has: Has): Ways<'transaction', TransactionMove> {
  const isOffered = offers.payouts(has) || offers.transfers(has);
  const lever = (name: Parameters<Has>[0], tours: Tours) =>
    needing<TransactionMove>(isOffered && has(name), isOffered ? name : 'create-payout', { tours });
  const pay = (amount: number) =>
    offers.payouts(has) ? payOut(amount) : receive(transferOf('USD', { amount }));
  const paid = pay(1_000);
  const checked = [paid, wait(120)];
  // Deposits and payrolls take more to make, so they come last: what a payout shows is shown by it.
  const deposits = [
    ...(offers.transfers(has) && has('settle-transaction') ? senders : []),
    ...(offers.deposits(has) ? [[deposit(701, 'Funds for March'), deposit(702, 'Für April')]] : []),
  ];
  const made = [...(isOffered ? [[paid]] : []), ...deposits];
  return {
    'transaction/pass-checks': lever('clock', [
      [...checked, ask(0), bringBack(0), settle(0), settle(0), fail(0)],
    ]),
    'transaction/request-information': lever('raise-rfi', [[paid, ask(0), wait(600), ask(0), fail(0)]]),
    'transaction/provide-information': lever('answer-rfi', [
      [paid, answer(0), ask(0), answer(0), answer(0), ask(0), answer(0), settle(0), bringBack(0)],
      [paid, ask(0), answer(0), fail(0)],
      [paid, ask(0), together(fail(0), answer(0))],
    ]),
    'transaction/settle': lever('settle-transaction', [
      [...checked, together(settle(0), settle(0))],
      [...checked, together(settle(0), fail(0))],
      [...checked, together(fail(0), settle(0))],
      // What would have settled by itself later does not settle again.
      [...checked, settle(0), pay(2_000), wait(86_400)],
    ]),
    'transaction/fail-early': lever('fail-transaction', [
      [paid, fail(0), settle(0), bringBack(0), wait(120)],
    ]),
    'transaction/fail': lever('fail-transaction', [
      [...checked, fail(0), fail(0), ask(0), answer(0), settle(0)],
      [paid, pay(2_000), together(settle(0), fail(1)), together(bringBack(0), pay(3_000))],
    ]),
    'transaction/return': lever('return-transaction', [
      [paid, bringBack(0), settle(0), bringBack(0), bringBack(0), settle(0), fail(0)],
      [paid, settle(0), together(bringBack(0), bringBack(0))],
    ]),
    'transaction/create': needing<TransactionMove>(made.length > 0, 'create-payout', { tours: made }),
    'transaction/settle-instantly': needing<TransactionMove>(
      offers.payrolls(has),
      'approve-payroll, clock, webhooks and drain',
      { tours: [[runPayroll([250_000, 250_000], 1_537), settle(0), fail(1), bringBack(0)]] },
    ),
  };
}
