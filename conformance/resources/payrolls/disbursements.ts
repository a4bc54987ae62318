/** "processing, all disbursements confirmed, completed": some of them are not all. Section "Payroll" of the states. */
import { CaseEnded } from '../../engine/outcome.ts';
import { attempt, succeeded } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example } from '../../provider/check.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance, drain, openTenant, timeOf } from '../../provider/tenant.ts';
import { payrollBody } from '../../provider/valid-requests.ts';
import { depositAmply } from '../../provider/wallet.ts';
import { createPerson } from '../persons/actions.ts';
import { approve, createPayroll, disbursementsOf, isUnderWay, readStatus } from './actions.ts';

const day = 86_400;

/** The places of the disbursements of each payroll, in the order in which they are confirmed. */
const orders = [
  [0, 1, 2],
  [2, 1, 0],
] as const;

/**
 * Lets time pass until the disbursements are under way: from the beginning of the day in UTC on, and as far to the west as
 * there are time zones. The compliance checks of a transaction take seconds, and it may settle by itself soon after.
 */
async function untilUnderWay(scenario: Scenario, tenant: Tenant, payrollId: string): Promise<void> {
  const now = timeOf(scenario, tenant);
  await advance(scenario, tenant, day - (now % day) + 15);
  for (let hour = 0; hour < 12; hour += 1) {
    if ((await disbursementsOf(scenario, tenant.caller, payrollId)).length > 0) return;
    await advance(scenario, tenant, 3_600);
  }
}

/** Pays all workers with a payroll that is processing now. */
async function runPayroll(scenario: Scenario, tenant: Tenant, personIds: readonly string[]): Promise<string> {
  const { caller } = tenant;
  const payrollId = await createPayroll(scenario, caller);
  const entries = personIds.map((personId) => ({ personId, salary: 1_000 }));
  const body = payrollBody(scenario.data, dateAfter(timeOf(scenario, tenant), 1), entries);
  await scenario.succeed('savePayroll', caller, { path: { payrollId }, body });
  await approve(scenario, tenant, payrollId);
  return payrollId;
}

/** Pays all workers, of whom the first leaves in three months; a target may refuse that. */
async function runBeforeExit(
  scenario: Scenario,
  tenant: Tenant,
  personIds: readonly string[],
): Promise<string | undefined> {
  const [personId] = personIds;
  if (personId === undefined || !scenario.has('schedule-offboarding')) return undefined;
  const body = { exitDate: dateAfter(timeOf(scenario, tenant), 90), reason: 'A new position' };
  const exit = await scenario.send('scheduleOffboarding', tenant.caller, { path: { personId }, body });
  if (!succeeded(exit)) return undefined;
  let payrollId: string | undefined;
  await attempt(async () => {
    payrollId = await runPayroll(scenario, tenant, personIds);
  });
  return payrollId;
}

export const disbursementCheck: Check = example({
  id: 'payrolls.disbursements',
  title:
    'A payroll is not Completed while any of its disbursements is under way, and pays a worker who leaves later',
  covers: ['PAYROLL-033', 'LIFECYCLE-002'],
  needs: [
    'platform-token',
    'sandbox',
    'create-person',
    'create-payroll',
    'approve-payroll',
    'clock',
    'list-transactions',
    'settle-transaction',
  ],
  run: async (scenario) => {
    const tenant = await openTenant(scenario, 'moves');
    const { caller } = tenant;
    scenario.setup('approve two payrolls of three workers each');
    await depositAmply(scenario, caller);
    const [leaver, ...others] = [
      await createPerson(scenario, caller),
      await createPerson(scenario, caller),
      await createPerson(scenario, caller),
    ];
    const usual = await runPayroll(scenario, tenant, [leaver, ...others]);
    const late = await runBeforeExit(scenario, tenant, [leaver, ...others]);
    const instead = async () =>
      runPayroll(scenario, tenant, [await createPerson(scenario, caller), ...others]);
    const payrollIds = [usual, late ?? (await instead())];
    await untilUnderWay(scenario, tenant, String(payrollIds.at(-1)));
    const payments = await disbursementsOf(scenario, caller, usual);
    for (const [index, order] of orders.entries()) {
      const payrollId = String(payrollIds[index]);
      const all = index === 0 ? payments : await disbursementsOf(scenario, caller, payrollId);
      if (payrollId === late) {
        const expected = `${payments.length} transactions, as before one of the workers was to leave`;
        const holds = all.length >= payments.length;
        scenario.requireDone('LIFECYCLE-002', holds, expected, `${all.length} transactions`);
      }
      if (all.length !== order.length)
        throw new CaseEnded('The payroll does not have one transaction for each worker.');
      for (const [confirmed, place] of order.entries()) {
        scenario.step(
          `confirm disbursement ${place + 1} of payroll ${index + 1} (confirmed before: ${confirmed} of ${all.length})`,
        );
        const { id } = all[place] ?? {};
        const settle = scenario.control('settleTransaction');
        // The target may already have settled it.
        if (!(await attempt(() => settle(scenario.controlSend, String(id))))) continue;
        await drain(scenario, tenant);
        const status = await readStatus(scenario, caller, payrollId);
        // Read after the payroll: what is still under way now was so before.
        const now = await disbursementsOf(scenario, caller, payrollId);
        const open = now.filter(isUnderWay);
        if (open.length === 0) continue;
        const expected = `a payroll that is not Completed while ${open.length} of its disbursements are under way`;
        scenario.require('PAYROLL-033', status !== 'Completed', expected, status);
      }
    }
  },
});
