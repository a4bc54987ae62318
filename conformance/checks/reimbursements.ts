/** Section "Invoices, reimbursements, tax" of the interface document: reimbursements. */
import fc from 'fast-check';
import { readAll } from '../actions/cursor.ts';
import { EventLog } from '../actions/event-log.ts';
import {
  createReimbursement,
  type Reimbursement,
  readBalances,
  reviewReimbursement,
  sendReimbursement,
} from '../actions/invoices.ts';
import { findTransactions, type Money } from '../actions/payouts.ts';
import { createPerson } from '../actions/payroll.ts';
import { drain, openTenant, type Tenant } from '../actions/tenant.ts';
import { type Check, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';

const reason = fc.constantFrom('The receipt is not readable', 'Beleg fehlt', '領収書なし', 'Not "travel"');

/** What the person receives; the money comes from the wallet of another currency or of the same. */
const destination: fc.Arbitrary<Money> = fc.oneof(
  fc.record({ amount: fc.integer({ min: 1, max: 100_000 }), currency: fc.constant('USD') }),
  fc.record({ amount: fc.integer({ min: 5_000, max: 9_000_000 }), currency: fc.constant('NGN') }),
);

const sourceCurrency = 'USD';

/** Fills the wallets of both currencies, so that it can be seen which of them pays. */
async function fundWallets(scenario: Scenario, { caller }: Tenant): Promise<void> {
  if (!scenario.has('sandbox')) return;
  for (const currency of ['USD', 'NGN']) {
    const value = { amount: 20_000_000, currency };
    await scenario.succeed('createBusinessDeposit', caller, { body: { value, description: 'Funds' } });
  }
}

const transactionIds = (scenario: Scenario, { caller }: Tenant) =>
  findTransactions(scenario, caller, () => true);

/** Lets the payments arrive that were not there before, as far as the target has a lever for it. */
async function settle(scenario: Scenario, tenant: Tenant, before: readonly string[]): Promise<void> {
  await drain(scenario, tenant);
  if (!scenario.has('list-transactions', 'settle-transaction')) return;
  const fresh = (await transactionIds(scenario, tenant)).filter((id) => !before.includes(id));
  for (const id of fresh) await scenario.control('settleTransaction')(scenario.controlSend, id);
  await drain(scenario, tenant);
}

async function review(scenario: Scenario, { caller }: Tenant, id: string, text: string | undefined) {
  const body =
    text === undefined ? { action: 'approve' as const } : { action: 'reject' as const, reason: text };
  const { status, json } = await reviewReimbursement(scenario, caller, id, body);
  // Nobody can fund the wallet that an approval is paid from but in a sandbox.
  if (text === undefined && !scenario.has('sandbox') && status >= 400 && status <= 499) {
    throw new CaseEnded(`An approval that nothing was there to pay for was answered with ${status}.`);
  }
  scenario.require(
    text === undefined ? 'REIMBURSEMENT-003' : 'REIMBURSEMENT-004',
    status >= 200 && status < 300,
    {
      expected: 'a success status',
      actual: `${status} with ${show(json)}`,
    },
  );
  if (status >= 300) throw new CaseEnded(`The review was answered with ${status}.`);
}

export const reimbursementChecks: readonly Check[] = [
  property({
    id: 'reimbursements.create',
    title: 'A reimbursement can be created, read and listed',
    covers: ['REIMBURSEMENT-001', 'REIMBURSEMENT-002'],
    needs: ['create-reimbursement', 'create-person'],
    stateless: ['REIMBURSEMENT-002'],
    arbitrary: () => destination,
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 5),
    run: async (scenario, amount) => {
      const { caller } = await openTenant(scenario);
      const personId = await createPerson(scenario, caller);
      scenario.step(`create a reimbursement of ${amount.amount} ${amount.currency}`);
      const created = await sendReimbursement(scenario, caller, { personId, amount, sourceCurrency });
      scenario.require('REIMBURSEMENT-002', created.status >= 200 && created.status < 300, {
        expected: 'a success status',
        actual: `${created.status} with ${show(created.json ?? created.text)}`,
      });
      const { id } = (created.json ?? {}) as Partial<Reimbursement>;
      if (typeof id !== 'string' || !scenario.has('read-reimbursement', 'list-reimbursements')) return;
      scenario.step('read it');
      const read = await scenario.send('readReimbursement', caller, { path: { reimbursementId: id } });
      const isSame = read.status < 300 && (read.json as Partial<Reimbursement> | undefined)?.id === id;
      scenario.require('REIMBURSEMENT-001', isSame, {
        expected: `the reimbursement ${id}`,
        actual: `${read.status} with ${show(read.json)}`,
      });
      scenario.step('list the reimbursements');
      const { items, complete } = await readAll<Reimbursement>(scenario, 'listReimbursements', caller);
      scenario.require('REIMBURSEMENT-001', !complete || items.some((other) => other?.id === id), {
        expected: `the reimbursement ${id}`,
        actual: `${items.length} other reimbursements`,
      });
    },
  }),
  property({
    id: 'reimbursements.money',
    title:
      'An approved reimbursement is paid from the wallet of the source currency, a rejected one from none',
    covers: ['REIMBURSEMENT-003', 'REIMBURSEMENT-004', 'REIMBURSEMENT-005', 'REIMBURSEMENT-006'],
    needs: [
      'create-reimbursement',
      'review-reimbursement',
      'list-wallets',
      'create-person',
      'sandbox',
      'platform-token',
    ],
    examples: [
      { amount: { amount: 93_000, currency: 'NGN' }, rejection: undefined },
      { amount: { amount: 60, currency: 'USD' }, rejection: undefined },
      { amount: { amount: 60, currency: 'USD' }, rejection: 'Not ordered' },
    ],
    arbitrary: () => fc.record({ amount: destination, rejection: fc.option(reason, { nil: undefined }) }),
    runs: ({ propertyRuns }) => Math.max(3, Math.ceil(propertyRuns / 3)),
    run: async (scenario, { amount, rejection }) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      await fundWallets(scenario, tenant);
      const personId = await createPerson(scenario, caller);
      const id = await createReimbursement(scenario, caller, { personId, amount, sourceCurrency });
      await drain(scenario, tenant);
      const transactions = scenario.has('list-transactions') ? await transactionIds(scenario, tenant) : [];
      const before = await readBalances(scenario, caller);
      scenario.step(rejection === undefined ? 'approve it' : 'reject it');
      await review(scenario, tenant, id, rejection);
      await settle(scenario, tenant, transactions);
      scenario.step('read the wallets');
      const after = await readBalances(scenario, caller);
      const taken = (currency: string) => (before[currency] ?? 0) - (after[currency] ?? 0);
      const actual = `${taken('USD')} taken from the wallet in USD, ${taken('NGN')} from that in NGN`;
      if (rejection !== undefined) {
        scenario.require('REIMBURSEMENT-006', taken('USD') === 0 && taken('NGN') === 0, {
          expected: 'nothing taken from any wallet',
          actual,
        });
        return;
      }
      if (taken('USD') === 0 && taken('NGN') === 0 && !scenario.has('drain', 'settle-transaction')) {
        scenario.skip(
          'REIMBURSEMENT-005',
          'Nothing was paid yet, and the target has no lever that waits for it.',
        );
        return;
      }
      const least = amount.currency === sourceCurrency ? amount.amount : 1;
      scenario.require('REIMBURSEMENT-005', taken('USD') >= least && taken('NGN') === 0, {
        expected: `at least ${least} taken from the wallet in ${sourceCurrency}, nothing from the other`,
        actual,
      });
    },
  }),
  property({
    id: 'reimbursements.events',
    title:
      'A reimbursement announces its submission and its review, and its payment with what was reimbursed',
    covers: [
      'REIMBURSEMENT-007',
      'REIMBURSEMENT-008',
      'REIMBURSEMENT-009',
      'REIMBURSEMENT-010',
      'REIMBURSEMENT-011',
    ],
    needs: ['create-reimbursement', 'review-reimbursement', 'create-person', 'webhooks', 'drain'],
    examples: [
      { amount: { amount: 93_000, currency: 'NGN' }, rejection: undefined },
      { amount: { amount: 60, currency: 'USD' }, rejection: 'Not ordered' },
    ],
    arbitrary: () => fc.record({ amount: destination, rejection: fc.option(reason, { nil: undefined }) }),
    runs: ({ propertyRuns }) => Math.max(2, Math.ceil(propertyRuns / 5)),
    run: async (scenario, { amount, rejection }) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      await fundWallets(scenario, tenant);
      const personId = await createPerson(scenario, caller);
      const log = await EventLog.open(scenario, tenant);
      scenario.step(`create a reimbursement of ${amount.amount} ${amount.currency}`);
      const id = await createReimbursement(scenario, caller, { personId, amount, sourceCurrency });
      await log.look();
      log.expect({ type: 'reimbursement.submitted', sent: 'REIMBURSEMENT-007' });
      const transactions = scenario.has('list-transactions') ? await transactionIds(scenario, tenant) : [];
      scenario.step(rejection === undefined ? 'approve it' : 'reject it');
      await review(scenario, tenant, id, rejection);
      if (rejection !== undefined) {
        await log.look();
        log.expect({
          type: 'reimbursement.rejected',
          shows: { reason: rejection },
          sent: 'REIMBURSEMENT-009',
          payload: 'REIMBURSEMENT-010',
        });
        return;
      }
      scenario.step('let the payment arrive');
      await settle(scenario, tenant, transactions);
      await log.look();
      log.expect({ type: 'reimbursement.approved', sent: 'REIMBURSEMENT-008' });
      log.expect({ type: 'reimbursement.paid', shows: { amount }, payload: 'REIMBURSEMENT-011' });
    },
  }),
];
