/** Ties the payroll model to the transitions of openapi/state-machines/payroll.yaml. */
import { createPerson } from '../../actions/payroll.ts';
import type { Check } from '../../provider/check.ts';
import { modelOf, type Part } from '../part.ts';
import { requirementsOf } from '../ways.ts';
import { payrollMoves, payrollWays } from './commands.ts';
import { type PayrollState, type PayrollWorld, showPayrolls } from './model.ts';
import { look } from './observe.ts';

export const payrollPart: Part<PayrollWorld, PayrollState> = {
  open: async (scenario, { ground, common }) => {
    scenario.setup('create a person to pay');
    const personId = await createPerson(scenario, ground.tenant.caller);
    return {
      world: { ground, personId, ids: [] },
      state: { common, payrolls: [], served: common.balance, unclaimed: 0 },
    };
  },
  moves: payrollMoves,
  ways: payrollWays,
  look,
  show: showPayrolls,
};

export const payrollModel: Check = modelOf(payrollPart, {
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
    'HOOK-013',
    'SANDBOX-001',
  ],
  // Each case needs a business of its own: payrolls of others would take from a shared balance.
  needs: ['platform-token', 'create-person', 'create-payroll', 'approve-payroll', 'list-wallets'],
});
