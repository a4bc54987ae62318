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
      const state = await service.change(businessId, (before, now) =>
        rules.invite(before, { userId, input }, now),
      );
      const record = userOfPerson(state, input.personId);
      if (record === undefined) throw notFound();
      return { status: record.id === userId ? 201 : 200, body: shownUser(record) };
    },

    async listUsers({ businessId, query }) {
      return { status: 200, body: rules.page(await readBusiness(service, businessId), query) };
    },

    async updateUser({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, (before, now) =>
        rules.update(before, { userId, input }, now),
      );
      return { status: 200, body: shownUser(findRecord(state.users, userId)) };
    },

    async deleteSandboxUser({ businessId, path: { userId } }) {
      await service.change(businessId, (state, now) => rules.remove(state, { userId }, now));
      return { status: 204 };
    },
  } satisfies Partial<Handlers>;
}
