import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { shownUser, userOfPerson } from '../resources/users/rules.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';
import { notFound } from '../state/refusal.ts';

export function userRoutes(service: Service) {
  const rules = service.rules.users;
  return {
    async inviteUser({ businessId, body: input }) {
      const userId = randomUUID();
      const state = await service.change(businessId, rules.invite, { userId, input });
      const record = userOfPerson(state, input.personId);
      if (record === undefined) throw notFound();
      return { status: record.id === userId ? 201 : 200, body: shownUser(record) };
    },

    async listUsers({ businessId, query }) {
      return { status: 200, body: rules.page(await readBusiness(service, businessId), query) };
    },

    async updateUser({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, rules.update, { userId, input });
      return { status: 200, body: shownUser(findRecord(state.users, userId)) };
    },

    async deleteSandboxUser({ businessId, path: { userId } }) {
      await service.change(businessId, rules.remove, { userId });
      return { status: 204 };
    },
  } satisfies Partial<Handlers>;
}
