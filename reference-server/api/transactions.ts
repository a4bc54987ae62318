import type { Handlers } from '../http/exchange.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';

export function transactionRoutes(service: Service) {
  const rules = service.rules.transactions;
  return {
    async listTransactions({ businessId, query }) {
      return { status: 200, body: rules.page(await readBusiness(service, businessId), query) };
    },

    async readTransaction({ businessId, path: { transactionId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: findRecord(state.transactions, transactionId).transaction };
    },

    async answerRfi({ businessId, path: { transactionId }, body }) {
      const command = { transactionId, input: body };
      const state = await service.change(businessId, rules.provideInformation, command);
      return { status: 200, body: findRecord(state.transactions, transactionId).transaction };
    },

    async listDisbursements({ businessId, query }) {
      return { status: 200, body: rules.disbursements(await readBusiness(service, businessId), query) };
    },
  } satisfies Partial<Handlers>;
}
