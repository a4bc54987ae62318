/** Section "Invoices, reimbursements, tax" of the interface document: reimbursements. */

import fc from 'fast-check';
import { anySuccess } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import { attempt, part, succeeded } from '../../provider/answers.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { readAll } from '../../provider/cursor.ts';
import { EventLog } from '../../provider/event-log.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import { describe, show } from '../../provider/response.ts';
import { drain, openTenant } from '../../provider/tenant.ts';
import { awaitBalance, deposit, readBalance, readBalances } from '../../provider/wallet.ts';
import { isOmitted } from '../../target/target.ts';
import { findTransactions } from '../payouts/actions.ts';
import { createPerson } from '../persons/actions.ts';
import {
  createReimbursement,
  type Reimbursement,
  reviewReimbursement,
  sendReimbursement,
} from './actions.ts';
import {
  type Currencies,
  currenciesOf,
  look,
  type ReimbursementContext,
  type ReimbursementState,
  showReimbursements,
} from './model.ts';
import { reimbursementMoves, reimbursementTours } from './moves.ts';

interface Destination {
  readonly amount: number;
  readonly in: keyof Currencies;
}

/** The money that the person receives, in the currency of the paying wallet or in another one. */
const destination: fc.Arbitrary<Destination> = fc.oneof(
  fc.record({ amount: fc.integer({ min: 1, max: 100_000 }), in: fc.constant('source' as const) }),
  fc.record({ amount: fc.integer({ min: 5_000, max: 9_000_000 }), in: fc.constant('other' as const) }),
);

/** An amount that a target has no reason to refuse. */
const usualAmount = 60_000;

export const reimbursementChecks: readonly Check[] = [
  property({
    id: 'reimbursements.create',
    title: 'A reimbursement can be created, read and listed',
    covers: ['REIMBURSEMENT-001', 'REIMBURSEMENT-002'],
    needs: ['create-reimbursement', 'create-person'],
    stateless: ['REIMBURSEMENT-002'],
    arbitrary: () => destination,
    examples: [{ amount: usualAmount, in: 'source' as const }],
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 5),
    run: async (scenario, wanted) => {
      const currencies = currenciesOf(scenario.data.currency);
      const { source: sourceCurrency } = currencies;
      const amount = { amount: wanted.amount, currency: currencies[wanted.in] };
      const { caller } = await openTenant(scenario);
      const personId = await createPerson(scenario, caller);
      scenario.step(`create a reimbursement of ${amount.amount} ${amount.currency}`);
      const created = await sendReimbursement(scenario, caller, { personId, amount, sourceCurrency });
      const holds = isSuccess(created.status);
      const isUsual = wanted.in === 'source' && wanted.amount === usualAmount;
      if (!holds && created.status < 500 && !isUsual) {
        // The document shows neither the amounts, the currencies nor the rate, at which the amount may not be whole.
        scenario.skip(
          'REIMBURSEMENT-002',
          `The target refuses ${amount.amount} ${amount.currency}: ${describe(created)}.`,
        );
        return;
      }
      scenario.require('REIMBURSEMENT-002', holds, 'a success status', describe(created));
      const { id } = (created.json ?? {}) as Partial<Reimbursement>;
      if (typeof id !== 'string' || !scenario.has('read-reimbursement', 'list-reimbursements')) return;
      scenario.step('read the reimbursement');
      const read = await scenario.send('readReimbursement', caller, { path: { reimbursementId: id } });
      const isSame = isSuccess(read.status) && (read.json as Partial<Reimbursement> | undefined)?.id === id;
      const expected = `the reimbursement ${id}`;
      scenario.require('REIMBURSEMENT-001', isSame, expected, `${read.status} with ${show(read.json)}`);
      scenario.step('list the reimbursements');
      const { items, complete } = await readAll<Reimbursement>(scenario, 'listReimbursements', caller);
      scenario.require(
        'REIMBURSEMENT-001',
        !complete || items.some((other) => other?.id === id),
        `the reimbursement ${id}`,
        `${items.length} other reimbursements`,
      );
    },
  }),
  example({
    id: 'reimbursements.whole-balance',
    title: 'A reimbursement of the whole balance of a wallet can be approved',
    covers: ['REIMBURSEMENT-003'],
    needs: [
      'create-reimbursement',
      'review-reimbursement',
      'create-person',
      'sandbox',
      'list-wallets',
      'platform-token',
      'list-transactions',
      'settle-transaction',
    ],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const personId = await createPerson(scenario, caller);
      const whole = 60_000;
      const { currency: sourceCurrency } = scenario.data;
      const least = 2 * whole + 1 - (await readBalance(scenario, caller));
      if (least <= 0) throw new CaseEnded('A new business has money already.');
      await deposit(scenario, caller, least);
      await drain(scenario, tenant);
      await awaitBalance(scenario, caller, (seen) => seen > 2 * whole);
      const approve = async (amount: number) => {
        const money = { amount, currency: sourceCurrency };
        const id = await createReimbursement(scenario, caller, { personId, amount: money, sourceCurrency });
        return reviewReimbursement(scenario, caller, id, { action: 'approve' });
      };
      scenario.step(`approve a reimbursement of ${whole + 1}, and settle its payment`);
      const first = await approve(whole + 1);
      if (!succeeded(first)) throw new CaseEnded('A reimbursement of half the balance is not approved.');
      await drain(scenario, tenant);
      for (const id of await findTransactions(scenario, caller, () => true)) {
        await attempt(() => scenario.control('settleTransaction')(scenario.controlSend, id));
      }
      await drain(scenario, tenant);
      // Fees are not shown: the cost of the second is known only if the first had no fee.
      const left = await awaitBalance(scenario, caller, (seen) => seen === whole);
      if (left !== whole) throw new CaseEnded(`A reimbursement of ${whole + 1} left a balance of ${left}.`);
      scenario.step(`approve a reimbursement of ${whole}, the whole balance of the wallet`);
      const { status, json, text } = await approve(whole);
      const expected = 'a success status, because the balance covers its amount';
      const actual = describe({ status, text, json });
      scenario.require('REIMBURSEMENT-003', isSuccess(status), expected, actual, anySuccess);
    },
  }),
  example({
    id: 'reimbursements.failed-payment',
    title: 'The payments of reimbursements, and one that fails, send the documented events',
    covers: ['EVENT-034', 'TXN-013', 'HOOK-002', 'HOOK-007'],
    needs: [
      'create-reimbursement',
      'review-reimbursement',
      'create-person',
      'sandbox',
      'platform-token',
      'list-transactions',
      'webhooks',
    ],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const log = await EventLog.open(scenario, tenant);
      const { currency: sourceCurrency } = scenario.data;
      const amount = { amount: 60_000, currency: sourceCurrency };
      await deposit(scenario, caller, 10 * amount.amount);
      await drain(scenario, tenant);
      const before = new Set(await findTransactions(scenario, caller, () => true));
      for (const type of ['CONTRACTOR', 'EMPLOYEE']) {
        scenario.step(`create a reimbursement of a person of the type ${type}, and approve it`);
        // The types of a person are only shown in use.
        await part(scenario, ['EVENT-034'], async () => {
          const personId = await createPerson(scenario, caller, { type });
          const id = await createReimbursement(scenario, caller, { personId, amount, sourceCurrency });
          await reviewReimbursement(scenario, caller, id, { action: 'approve' });
          await log.look();
        });
      }
      const underWay = await findTransactions(
        scenario,
        caller,
        ({ status }) => status === 'initiated' || status === 'processing',
      );
      const payment = underWay.find((id) => !before.has(id));
      if (payment === undefined || !scenario.has('fail-transaction')) return;
      scenario.step('let a payment fail');
      const fail = scenario.control('failTransaction');
      const hasFailed = await attempt(() => fail(scenario.controlSend, payment, 'The account is closed.'));
      await log.look('transaction.failed');
      if (!hasFailed) throw new CaseEnded('The control failTransaction was rejected.');
      const isSent = log.of('transaction.failed').some(({ id }) => id === payment);
      scenario.requireDone('TXN-013', isSent, `transaction.failed of ${payment}`, 'no such event');
    },
  }),
];

export const reimbursementPart: Part<ReimbursementContext, ReimbursementState> = {
  open: async (scenario, { fixture, common }) => {
    scenario.setup('create a person who is paid back');
    const { caller } = fixture.tenant;
    const personId = await createPerson(scenario, caller);
    const currencies = currenciesOf(scenario.data.currency);
    const balances = scenario.has('list-wallets') ? await readBalances(scenario, caller) : {};
    return {
      context: { fixture, personId, ids: new Map(), payments: new Map() },
      state: {
        common,
        currencies,
        namesSource: !isOmitted(scenario.target, 'createReimbursement', 'sourceCurrency'),
        reimbursements: [],
        taken: 0,
        otherBalance: balances[currencies.other] ?? 0,
        flow: 'none',
        events: emptyLedger(),
      },
    };
  },
  moves: reimbursementMoves,
  movesMoney: true,
  tours: reimbursementTours,
  look,
  show: showReimbursements,
};

export const reimbursementModel: Check = modelCheck(reimbursementPart, {
  id: 'reimbursement.model',
  title: 'In random sequences of creating, funding and reviewing, each approved reimbursement is paid once',
  covers: [
    'REIMBURSEMENT-003',
    'REIMBURSEMENT-004',
    'REIMBURSEMENT-005',
    'REIMBURSEMENT-006',
    'REIMBURSEMENT-012',
    'REIMBURSEMENT-007',
    'REIMBURSEMENT-008',
    'REIMBURSEMENT-009',
    'REIMBURSEMENT-010',
    'REIMBURSEMENT-011',
    'HOOK-013',
    'SANDBOX-001',
  ],
  needs: ['create-reimbursement', 'create-person'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
