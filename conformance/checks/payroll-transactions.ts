/** Section "Event list and payloads" of the interface document: the transactions that a payroll causes. */
import fc from 'fast-check';
import { itemsOf, succeeded } from '../actions/answers.ts';
import { type EventData, EventLog } from '../actions/event-log.ts';
import {
  createPayroll,
  createPerson,
  currency,
  dateAfter,
  deposit,
  payrollBody,
  readStatus,
} from '../actions/payroll.ts';
import { advance, openTenant } from '../actions/tenant.ts';
import { type Check, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';
import { requireHistory } from './transactions.ts';

/** The ids of the users of some persons; undefined where users cannot be listed. */
async function usersOf(
  scenario: Scenario,
  caller: Caller,
  persons: readonly string[],
): Promise<readonly unknown[] | undefined> {
  if (!scenario.offers('listUsers')) return undefined;
  const ids: unknown[] = [];
  for (const personId of persons) {
    const users = itemsOf(await scenario.succeed('listUsers', caller, { query: { personId } }));
    ids.push(...users.map(({ id }) => id));
  }
  return ids;
}

export const payrollTransactionChecks: readonly Check[] = [
  property({
    id: 'payrolls.transactions',
    title: 'A payroll pays each worker with a transaction of its own, and its fee at once',
    covers: ['EVENT-021', 'EVENT-030', 'EVENT-033', 'EVENT-035', 'TXN-004', 'TXN-005'],
    needs: ['sandbox', 'create-person', 'create-payroll', 'approve-payroll', 'clock', 'webhooks', 'drain'],
    arbitrary: () =>
      fc.record({
        salaries: fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 3 }),
        fee: fc.constantFrom(1_537, 0),
      }),
    examples: [{ salaries: [250_000, 250_000], fee: 1_537 }],
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 5),
    run: async (scenario, { salaries, fee }) => {
      const tenant = await openTenant(scenario);
      const { caller, businessId } = tenant;
      const log = await EventLog.open(scenario, tenant);
      scenario.setup(`create ${salaries.length} persons and money to pay them`);
      const persons: string[] = [];
      for (const _ of salaries) persons.push(await createPerson(scenario, caller));
      await deposit(scenario, caller, 10 * (fee + salaries.reduce((sum, salary) => sum + salary)));
      const now = await advance(scenario, tenant, 0);
      scenario.step('save and approve a payroll of contractors');
      const payrollId = await createPayroll(scenario, caller, 'CONTRACTOR');
      const path = { payrollId };
      const entries = salaries.map((salary, index) => ({ personId: persons[index] ?? '', salary }));
      const body = payrollBody(dateAfter(now, 3), entries);
      const feeLineItems = [{ name: 'Expedited run', amount: { amount: fee, currency } }];
      // What a fee looks like is not shown, so a target may refuse ours.
      const charged =
        fee > 0 &&
        succeeded(await scenario.send('savePayroll', caller, { path, body: { ...body, feeLineItems } }));
      if (!charged) await scenario.succeed('savePayroll', caller, { path, body });
      await scenario.succeed('approvePayroll', caller, { path });
      scenario.step('wait for the date of the payroll');
      await advance(scenario, tenant, 5 * 86_400);
      await log.look();

      const initiated = log.of('transaction.initiated');
      const isWorkers = (data: EventData) => persons.includes(String(data.recipientId));
      const payments = initiated.filter(
        (data) => data.type === 'PAYROLL' && (data.reference === payrollId || isWorkers(data)),
      );
      if (payments.length === 0) {
        const status = await readStatus(scenario, caller, payrollId);
        if (!/^(processing|completed)$/i.test(status)) throw new CaseEnded(`The payroll is ${status}.`);
      }
      for (const personId of persons) {
        // A worker who is paid as a user of the service is named by another id.
        const paid =
          payments.find((data) => data.recipientId === personId) ??
          payments.find((data) => data.recipientType === 'USER');
        scenario.require('EVENT-030', paid?.reference === payrollId, () => ({
          expected: `transaction.initiated of the type PAYROLL with the reference ${payrollId} for ${personId}`,
          actual: show(
            initiated.map(({ type, reference, recipientId }) => ({ type, reference, recipientId })),
          ),
        }));
      }
      const users = payments.some(({ recipientType }) => recipientType === 'USER')
        ? await usersOf(scenario, caller, persons)
        : undefined;
      for (const { recipientType, recipientId } of payments) {
        const holds =
          recipientType === 'USER'
            ? (users?.includes(recipientId) ?? true)
            : recipientType === 'CONTRACTOR' && persons.includes(String(recipientId));
        scenario.require('EVENT-035', holds, {
          expected:
            recipientType === 'USER'
              ? 'the userId of the contractor, as recipient of the type USER'
              : 'the personId of the contractor, as recipient of the type CONTRACTOR',
          actual: `${show(recipientId)}, as recipient of the type ${show(recipientType)}`,
        });
      }
      const fees = initiated.filter((data) => {
        const isFee = charged && show(data.amount) === show({ amount: fee, currency });
        const named = data.type === 'PAYROLL_FEE' && log.alone;
        return (
          !isWorkers(data) && (named || isFee || (data.reference === payrollId && data.type !== 'PAYROLL'))
        );
      });
      for (const { id, type, recipientType, recipientId } of fees) {
        scenario.require('EVENT-033', type === 'PAYROLL_FEE', {
          expected: 'the type PAYROLL_FEE of what the payroll costs beside its payments',
          actual: `the type ${show(type)}`,
        });
        if (recipientType === 'BUSINESS' && businessId !== undefined) {
          scenario.require('EVENT-035', recipientId === businessId, {
            expected: `the businessId ${businessId}, as recipient of the type BUSINESS`,
            actual: show(recipientId),
          });
        }
        const passed = log.of('transaction.processing').some((data) => data.id === id);
        const settled = log.of('transaction.succeeded').some((data) => data.id === id);
        scenario.require('TXN-005', settled && !passed, {
          expected: 'transaction.succeeded and no transaction.processing of a payroll fee',
          actual: `${settled ? 'transaction.succeeded' : 'no transaction.succeeded'}${passed ? ' and transaction.processing' : ''}`,
        });
        scenario.took('transaction/settle-instantly');
      }
      requireHistory(scenario, log);
    },
  }),
];
