import type { Service } from '../service/service.ts';
import { notFound } from '../state/refusal.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

export function payrollLevers(service: Service): Pick<ControlHandlers, 'settlePayroll'> {
  const { store, rules, environment, timing } = service;
  return {
    async settlePayroll({ path: { payrollId } }) {
      const payroll = await store.transaction(
        (transaction) => transaction.get('payrolls', payrollId),
        reading,
      );
      if (payroll === undefined) throw notFound();
      await service.change(payroll.businessId, (state, now) =>
        rules.payrolls.confirmDisbursements(state, { payrollId }, { environment, ...timing }, now),
      );
      return { status: 204 };
    },
  };
}
