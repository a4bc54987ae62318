import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';

export function invoiceRoutes(service: Service) {
  const rules = service.rules.invoices;
  return {
    async submitContractorInvoice({ businessId, body }) {
      const invoiceId = randomUUID();
      const state = await service.change(businessId, rules.submit, { invoiceId, input: body });
      return { status: 201, body: findRecord(state.invoices, invoiceId).invoice };
    },

    async listInvoices({ businessId, query }) {
      return { status: 200, body: rules.page(await readBusiness(service, businessId), query) };
    },

    async readInvoice({ businessId, path: { invoiceId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: findRecord(state.invoices, invoiceId).invoice };
    },

    async reviewInvoice({ businessId, path: { invoiceId }, body }) {
      const state = await service.change(businessId, rules.review, { invoiceId, input: body });
      return { status: 200, body: findRecord(state.invoices, invoiceId).invoice };
    },

    async recordInvoicePayment({ businessId, path: { invoiceId }, body }) {
      const state = await service.change(businessId, rules.recordPayment, { invoiceId, input: body });
      return { status: 200, body: findRecord(state.invoices, invoiceId).invoice };
    },
  } satisfies Partial<Handlers>;
}
