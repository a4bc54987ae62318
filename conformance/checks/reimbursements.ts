/** Section "Invoices, reimbursements, tax" of the interface document: reimbursements. */
import fc from 'fast-check';
import { readAll } from '../actions/cursor.ts';
import { type Reimbursement, sendReimbursement } from '../actions/invoices.ts';
import type { Money } from '../actions/payouts.ts';
import { createPerson } from '../actions/payroll.ts';
import { openTenant } from '../actions/tenant.ts';
import { type Check, property } from '../engine/check.ts';
import { show } from '../engine/scenario.ts';

/** What the person receives; the money comes from the wallet of another currency or of the same. */
const destination: fc.Arbitrary<Money> = fc.oneof(
  fc.record({ amount: fc.integer({ min: 1, max: 100_000 }), currency: fc.constant('USD') }),
  fc.record({ amount: fc.integer({ min: 5_000, max: 9_000_000 }), currency: fc.constant('NGN') }),
);

const sourceCurrency = 'USD';

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
];
