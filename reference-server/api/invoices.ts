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

export function taxRoutes(service: Service) {
  const rules = service.rules.tax;
  return {
    async calculateTax({ businessId, body }) {
      return { status: 200, body: rules.calculate(await readBusiness(service, businessId), body) };
    },

    async listSupportedLocations() {
      return { status: 200, body: rules.locations() };
    },

    async listRequiredTaxFields({ query: { country } }) {
      return { status: 200, body: rules.requiredFields(country) };
    },
  } satisfies Partial<Handlers>;
}
