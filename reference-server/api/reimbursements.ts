import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';

export function reimbursementRoutes(service: Service) {
  const rules = service.rules.reimbursements;
  return {
    async createReimbursement({ businessId, body }) {
      const reimbursementId = randomUUID();
      const state = await service.change(businessId, rules.create, { reimbursementId, input: body });
      return { status: 201, body: findRecord(state.reimbursements, reimbursementId).reimbursement };
    },

    async listReimbursements({ businessId, query }) {
      return { status: 200, body: rules.page(await readBusiness(service, businessId), query) };
    },

    async readReimbursement({ businessId, path: { reimbursementId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: findRecord(state.reimbursements, reimbursementId).reimbursement };
    },

    async reviewReimbursement({ businessId, path: { reimbursementId }, body }) {
      const command = { reimbursementId, input: body, transactionId: randomUUID() };
      const state = await service.change(businessId, rules.review, command);
      return { status: 200, body: findRecord(state.reimbursements, reimbursementId).reimbursement };
    },
  } satisfies Partial<Handlers>;
}
