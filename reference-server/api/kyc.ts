import type { Handlers } from '../http/exchange.ts';
import { recordOf, shownKyc } from '../resources/kyc/verification.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';

export function kycRoutes(service: Service) {
  const rules = service.rules.kyc;
  return {
    async submitKyc({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, rules.submit, { userId, input });
      return { status: 201, body: shownKyc(recordOf(state, userId)) };
    },

    async resubmitKyc({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, rules.resubmit, { userId, input });
      return { status: 200, body: shownKyc(recordOf(state, userId)) };
    },

    async readKyc({ businessId, path: { userId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: shownKyc(recordOf(state, userId)) };
    },

    async renewKyc({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, rules.renew, { userId, input });
      return { status: 200, body: shownKyc(recordOf(state, userId)) };
    },

    async reviewKyc({ businessId, path: { userId }, body: input }) {
      await service.change(businessId, rules.review, { userId, input });
      return { status: 204 };
    },
  } satisfies Partial<Handlers>;
}
