import { randomUUID } from 'node:crypto';
import { remembered } from '../http/answer.ts';
import type { Handlers } from '../http/exchange.ts';
import { detailOf, listItemOf, payslipsOf } from '../resources/payrolls/representation.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';
import type { PayrollRecord } from '../state/records/payrolls.ts';
import { reading } from '../store/store.ts';

export function payrollRoutes(service: Service) {
  const rules = service.rules.payrolls;
  const listOf = remembered((payrolls: readonly PayrollRecord[]) => ({
    data: payrolls.flatMap((payroll) => (payroll.status === 'draft' ? [] : listItemOf(payroll, rules))),
  }));
  return {
    async createPayroll({ businessId, body }) {
      const payrollId = randomUUID();
      const state = await service.change(businessId, rules.create, { payrollId, input: body });
      const { status } = findRecord(state.payrolls, payrollId);
      return { status: 201, body: { payrollId, status: rules.shown(status) } };
    },

    async listPayrolls({ businessId }) {
      // Only this collection, because its list is read most often.
      const payrolls = await service.store.transaction(
        (transaction) => transaction.list('payrolls', { businessId }),
        reading,
      );
      return { status: 200, body: listOf(payrolls) };
    },

    async readPayroll({ businessId, path: { payrollId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: detailOf(findRecord(state.payrolls, payrollId), rules) };
    },

    async savePayroll({ businessId, path: { payrollId }, body }) {
      const state = await service.change(businessId, rules.save, { payrollId, input: body });
      return { status: 200, body: detailOf(findRecord(state.payrolls, payrollId), rules) };
    },

    async approvePayroll({ businessId, path: { payrollId } }) {
      const state = await service.change(businessId, rules.approve, { payrollId });
      return { status: 200, body: detailOf(findRecord(state.payrolls, payrollId), rules) };
    },

    async listPayslips({ businessId, path: { payrollId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: { data: payslipsOf(findRecord(state.payrolls, payrollId), rules) } };
    },
  } satisfies Partial<Handlers>;
}
