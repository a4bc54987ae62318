import type { Handlers } from '../http/exchange.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';
import { cursorPageOf } from '../state/pages.ts';

export function complianceRoutes(service: Service) {
  const rules = service.rules.compliance;
  return {
    async listFilings({ businessId, query }) {
      const { filings } = await readBusiness(service, businessId);
      const data = filings.map(({ filing }) => filing);
      return { status: 200, body: cursorPageOf(data, query) };
    },

    async readFiling({ businessId, path: { filingId } }) {
      const { filing } = findRecord((await readBusiness(service, businessId)).filings, filingId);
      return { status: 200, body: filing };
    },

    async listRemittances({ businessId, query }) {
      const { remittances } = await readBusiness(service, businessId);
      const data = remittances.map(({ remittance }) => remittance);
      return { status: 200, body: cursorPageOf(data, query) };
    },

    async listRequirements({ businessId, query }) {
      const { requirements } = await readBusiness(service, businessId);
      const data = requirements.map(({ requirement }) => requirement);
      return { status: 200, body: cursorPageOf(data, query) };
    },

    async satisfyRequirement({ businessId, path: { requirementId }, body }) {
      const state = await service.change(businessId, rules.satisfyRequirement, {
        requirementId,
        input: body,
      });
      return { status: 200, body: findRecord(state.requirements, requirementId).requirement };
    },
  } satisfies Partial<Handlers>;
}
