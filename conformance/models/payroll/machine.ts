/** Ties the payroll model to the transitions of openapi/state-machines/payroll.yaml. */
import { stateMachines } from '../../../openapi/catalogue.ts';
import { createPerson, readBalance } from '../../actions/payroll.ts';
import { advance, endpointFor, openTenant } from '../../actions/tenant.ts';
import { type Check, model } from '../../engine/check.ts';
import type { Scenario } from '../../engine/scenario.ts';
import { nextAfternoon } from './calendar.ts';
import { payrollCommands } from './commands.ts';
import type { PayrollModel } from './model.ts';

async function start(scenario: Scenario): Promise<PayrollModel> {
  const tenant = await openTenant(scenario);
  scenario.setup('create a person to pay');
  const personId = await createPerson(scenario, tenant.caller);
  const observed = scenario.has('webhooks', 'drain');
  let now = Math.floor(Date.now() / 1_000);
  if (scenario.has('clock')) {
    now = await advance(scenario, tenant, 0);
    now = await advance(scenario, tenant, nextAfternoon(now) - now);
  }
  return {
    tenant,
    endpoint: observed ? await endpointFor(scenario, tenant) : undefined,
    personId,
    sandbox: scenario.has('sandbox'),
    payrolls: [],
    now,
    balance: await readBalance(scenario, tenant.caller),
    inspected: 0,
  };
}

const transitions = stateMachines
  .filter(({ id }) => id === 'payroll')
  .flatMap((machine) => machine.transitions);

export const payrollModel: Check = model({
  id: 'payroll.model',
  title: 'Random sequences of saving, approving, funding, waiting and settling follow the payroll states',
  covers: [
    ...new Set(transitions.flatMap(({ requirements }) => requirements)),
    'PAYROLL-009',
    'PAYROLL-011',
    'PAYROLL-037',
    'PAYROLL-038',
    'PAYROLL-040',
    'PAYROLL-041',
    'PAYROLL-042',
    'HOOK-013',
    'SANDBOX-001',
  ] as Check['covers'],
  // Each case needs a business of its own: payrolls of others would take from a shared balance.
  needs: ['platform-token', 'create-person', 'create-payroll', 'approve-payroll', 'list-wallets'],
  commands: ({ has }) => payrollCommands(has),
  start,
});
