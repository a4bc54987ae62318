import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';

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
