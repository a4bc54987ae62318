import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';
import { invalidBody } from '../state/refusal.ts';

export function payoutRoutes(service: Service) {
  const rules = service.rules.payouts;
  return {
    async createPayout({ businessId, body }) {
      const payoutId = randomUUID();
      const command = { payoutId, transactionId: randomUUID(), input: body };
      const state = await service.change(businessId, rules.create, command);
      return { status: 201, body: findRecord(state.payouts, payoutId).payout };
    },

    async readPayout({ businessId, path: { payoutId } }) {
      return {
        status: 200,
        body: findRecord((await readBusiness(service, businessId)).payouts, payoutId).payout,
      };
    },

    async listPayouts({ businessId, query: { format, ...query } }) {
      if (format !== undefined && format !== 'csv') throw invalidBody({ format: 'must be csv' });
      const state = await readBusiness(service, businessId);
      if (format === undefined) return { status: 200, body: rules.page(state, query) };
      return { status: 200, text: { contentType: 'text/csv', content: rules.csv(state, query) } };
    },
  } satisfies Partial<Handlers>;
}

export function beneficiaryRoutes(service: Service) {
  const rules = service.rules.beneficiaries;
  return {
    async createBeneficiary({ businessId, body }) {
      const beneficiaryId = randomUUID();
      await service.change(businessId, rules.create, { beneficiaryId, input: body });
      return { status: 201, body: { id: beneficiaryId } };
    },

    async listBeneficiaries({ businessId, query }) {
      return { status: 200, body: rules.page(await readBusiness(service, businessId), query) };
    },
  } satisfies Partial<Handlers>;
}
