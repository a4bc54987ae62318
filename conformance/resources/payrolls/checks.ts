/** Section "Payroll" of the interface document: what a saved payroll shows. */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { anySuccess } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import { succeeded } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { requirementsOf } from '../../provider/state-machines.ts';
import { drain, openTenant, timeOf } from '../../provider/tenant.ts';
import { payrollBody } from '../../provider/valid-requests.ts';
import { deposit, readBalance } from '../../provider/wallet.ts';
import { createPerson } from '../persons/actions.ts';
import { approve, createPayroll, listPayrolls, type Payroll, readStatus } from './actions.ts';
import { type PayrollContext, type PayrollState, showPayrolls } from './model.ts';
import { look } from './observe.ts';
import { payrollMoves, payrollTours } from './tours.ts';

const workerTypes: readonly Payroll['workerType'][] = ['EMPLOYEE', 'CONTRACTOR'];

/** A number of days from today, or a date; the ends of months and the leap day are among them more often than not. */
const payrollDate: fc.Arbitrary<number | string> = fc.oneof(
  fc.integer({ min: 2, max: 400 }),
  fc.constantFrom('2028-02-29', '2032-02-29', '2030-01-31', '2030-02-28', '2031-12-31', '2032-01-01'),
);

/** Whether a payroll waits for funds, as soon as the target is done with what was asked of it. */
async function waits(
  scenario: Scenario,
  tenant: Tenant,
  payrollId: string,
  isMeantTo: boolean,
): Promise<boolean> {
  await drain(scenario, tenant);
  const look = async () => (await readStatus(scenario, tenant.caller, payrollId)) === 'Awaiting Funds';
  return scenario.eventually(
    look,
    (isWaiting) => isWaiting === isMeantTo,
    scenario.conclusive ? 0 : undefined,
  );
}

const exactFunds = example({
  id: 'payrolls.exact-funds',
  title: 'A payroll is covered by a balance equal to its debit, and not by one unit less',
  covers: ['PAYROLL-047', 'PAYROLL-048'],
  needs: ['platform-token', 'sandbox', 'create-person', 'create-payroll', 'approve-payroll', 'list-wallets'],
  run: async (scenario) => {
    for (const order of ['the deposit first', 'the approval first'] as const) {
      for (const missing of [1, 0]) {
        const tenant = await openTenant(scenario);
        const { caller } = tenant;
        const personId = await createPerson(scenario, caller);
        const payrollId = await createPayroll(scenario, caller);
        const path = { payrollId };
        const body = payrollBody(scenario.data, dateAfter(timeOf(scenario, tenant), 5), [
          { personId, salary: 700 },
        ]);
        await scenario.succeed('savePayroll', caller, { path, body });
        await drain(scenario, tenant);
        const listed = (await listPayrolls(scenario, caller)).find(
          (payroll) => payroll.payrollId === payrollId,
        );
        const balance = await readBalance(scenario, caller);
        const amount = Number(listed?.debit?.amount) - missing - balance;
        if (!(amount > 0))
          throw new CaseEnded('The new business already has funds, or the payroll has no debit.');
        const what = missing === 0 ? 'exactly the debit' : 'one unit less than the debit';
        scenario.independentStep(`deposit ${what} and approve the payroll, ${order}`);
        if (order === 'the deposit first') await deposit(scenario, caller, amount);
        await drain(scenario, tenant);
        await approve(scenario, tenant, payrollId);
        if (order === 'the approval first') await deposit(scenario, caller, amount);
        const isWaiting = await waits(scenario, tenant, payrollId, missing > 0);
        const [expected, actual] = ['a payroll in Awaiting Funds', 'a payroll that is not in Awaiting Funds'];
        const wanted = missing > 0 ? expected : actual;
        scenario.require('PAYROLL-047', isWaiting === missing > 0, wanted, isWaiting ? expected : actual);
      }
    }
  },
});

/** RFC 3339 allows every offset. A target may refuse the field, whose name is not shown, and to save a payroll again. */
const fxValidity = example({
  id: 'payrolls.fx-validity',
  title: 'The FX validity limit may have an offset from UTC',
  covers: ['PAYROLL-043'],
  needs: ['create-payroll'],
  run: async (scenario) => {
    const tenant = await openTenant(scenario);
    const { caller } = tenant;
    const now = timeOf(scenario, tenant);
    const [day, until] = [dateAfter(now, 5), dateAfter(now, 3)];
    const personId = await createPerson(scenario, caller);
    const path = { payrollId: await createPayroll(scenario, caller) };
    const saveUntil = (fxValidUntil: string) => {
      const body = { ...payrollBody(scenario.data, day, [{ personId, salary: 700 }]), fxValidUntil };
      return scenario.send('savePayroll', caller, { path, body });
    };
    scenario.setup('save a payroll twice with a limit in UTC');
    const usual = [await saveUntil(`${until}T10:00:00Z`), await saveUntil(`${until}T10:00:00Z`)];
    if (!usual.every(succeeded))
      throw new CaseEnded('The target does not save a payroll twice with fxValidUntil.');
    scenario.step('save it with the same limit two hours ahead of UTC');
    const { status } = await saveUntil(`${until}T12:00:00+02:00`);
    scenario.require('PAYROLL-043', isSuccess(status), 'a success status', String(status), anySuccess);
  },
});

export const payrollChecks: readonly Check[] = [
  property({
    id: 'payrolls.list',
    title: 'A saved payroll is listed with the saved values',
    covers: [
      'PAYROLL-001',
      'PAYROLL-002',
      'PAYROLL-003',
      'PAYROLL-004',
      'PAYROLL-005',
      'PAYROLL-006',
      'PAYROLL-007',
      'PAYROLL-008',
      'PAYROLL-010',
      'PAYROLL-012',
      'PAYROLL-014',
      'PAYROLL-015',
      'CONV-001',
      'CONV-002',
      'CONV-003',
      'CONV-005',
      'CONV-006',
      'ERR-007',
    ],
    needs: ['create-payroll'],
    arbitrary: () =>
      fc.record({
        workerType: fc.constantFrom(...workerTypes),
        date: payrollDate,
        salaries: fc.array(fc.integer({ min: 1, max: 9_000_000 }), { minLength: 1, maxLength: 3 }),
      }),
    // The other type is in the lists of most checks.
    examples: [{ workerType: 'CONTRACTOR' as const, date: '2028-02-29', salaries: [1] }],
    run: async (scenario, { workerType, date: day, salaries }) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const date = typeof day === 'number' ? dateAfter(timeOf(scenario, tenant), day) : day;
      const entries: { personId: string; salary: number }[] = [];
      // A target may require that the person's type matches the payroll; the types are not shown.
      const type = workerType;
      for (const salary of salaries)
        entries.push({ personId: await createPerson(scenario, caller, { type }), salary });
      scenario.step(
        `save a payroll of type ${workerType} for ${date} with ${salaries.length} ${salaries.length === 1 ? 'entry' : 'entries'}`,
      );
      const payrollId = await createPayroll(scenario, caller, workerType);
      const body = payrollBody(scenario.data, date, entries);
      await scenario.succeed('savePayroll', caller, { path: { payrollId }, body });
      scenario.step('list the payrolls');
      const listed = (await listPayrolls(scenario, caller)).find(
        (payroll) => payroll.payrollId === payrollId,
      );
      // The model judges whether it is listed: PAYROLL-020.
      if (listed === undefined) return;
      const given = { payrollDate: date, payPeriod: body.payPeriod, workerType };
      const shown = {
        payrollDate: listed.payrollDate,
        payPeriod: { fromDate: listed.payPeriod?.fromDate, toDate: listed.payPeriod?.toDate },
        workerType: listed.workerType,
      };
      scenario.require('PAYROLL-012', isDeepStrictEqual(given, shown), show(given), show(shown));
      scenario.require('PAYROLL-014', listed.type === 'ONE-OFF', 'ONE-OFF', show(listed.type));
      const expected = `numPeople ${salaries.length}`;
      scenario.require('PAYROLL-015', listed.numPeople === salaries.length, expected, show(listed.numPeople));
    },
  }),
  exactFunds,
  fxValidity,
  example({
    id: 'payrolls.unknown',
    title: 'A payroll id that does not exist is rejected with 404',
    covers: ['ERR-006'],
    needs: [],
    reads: true,
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      scenario.step('read a payroll that does not exist');
      const { status, json } = await scenario.send('readPayroll', caller, {
        path: { payrollId: randomUUID() },
      });
      const { code } = (json ?? {}) as { code?: unknown };
      const holds = status === 404 && code === 'resource_not_found';
      const expected = '404 with the code resource_not_found';
      scenario.require('ERR-006', holds, expected, `${status} with ${show(json)}`);
    },
  }),
];

export const payrollPart: Part<PayrollContext, PayrollState> = {
  open: async (scenario, { fixture, common }) => {
    scenario.setup('create a person to pay');
    const personIds = [await createPerson(scenario, fixture.tenant.caller)];
    return {
      context: { fixture, personIds, ids: [] },
      state: { common, payrolls: [], events: emptyLedger(), served: common.balance, unclaimed: 0 },
    };
  },
  moves: payrollMoves,
  movesMoney: true,
  tours: payrollTours,
  look,
  show: showPayrolls,
};

export const payrollModel: Check = modelCheck(payrollPart, {
  id: 'payroll.model',
  title: 'Random sequences of saving, approving, funding, waiting and settling follow the payroll states',
  covers: [
    ...requirementsOf('payroll'),
    'PAYROLL-009',
    'PAYROLL-011',
    'PAYROLL-012',
    'PAYROLL-037',
    'PAYROLL-038',
    'PAYROLL-040',
    'PAYROLL-041',
    'PAYROLL-042',
    'PAYROLL-046',
    'PAYROLL-050',
    'PAYROLL-048',
    'HOOK-013',
    'SANDBOX-001',
  ],
  // Each case needs its own business, because other payrolls would use a shared balance.
  needs: ['platform-token', 'create-payroll', 'approve-payroll', 'list-wallets'],
});
