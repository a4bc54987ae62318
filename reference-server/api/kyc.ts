import type { Handlers } from '../http/exchange.ts';
import { recordOf, shownKyc } from '../resources/kyc/verification.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';

export function kycRoutes(service: Service) {
  const { environment } = service;
  const rules = service.rules.kyc;
  return {
    async submitKyc({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, (before, now) =>
        rules.submit(before, { userId, input, environment }, now),
      );
      return { status: 201, body: shownKyc(recordOf(state, userId)) };
    },

    async resubmitKyc({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, (before, now) =>
        rules.resubmit(before, { userId, input, environment }, now),
      );
      return { status: 200, body: shownKyc(recordOf(state, userId)) };
    },

    async readKyc({ businessId, path: { userId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: shownKyc(recordOf(state, userId)) };
    },

    async renewKyc({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, (before, now) =>
        rules.renew(before, { userId, input, environment }, now),
      );
      return { status: 200, body: shownKyc(recordOf(state, userId)) };
    },

    async reviewKyc({ businessId, path: { userId }, body: input }) {
      await service.change(businessId, (state, now) => rules.review(state, { userId, input }, now));
      return { status: 204 };
    },
  } satisfies Partial<Handlers>;
}
