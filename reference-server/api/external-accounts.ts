import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { shownAccount } from '../resources/external-accounts/rules.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { type BusinessState, findRecord } from '../state/business-state.ts';

export function externalAccountRoutes(service: Service) {
  const rules = service.rules.externalAccounts;
  const accountIn = (state: BusinessState, externalAccountId: string) =>
    shownAccount(findRecord(state.externalAccounts, externalAccountId), state.business);
  return {
    async listExternalAccounts({ businessId }) {
      const { externalAccounts, business } = await readBusiness(service, businessId);
      const data = externalAccounts.map((record) => shownAccount(record, business));
      return { status: 200, body: { data } };
    },

    async linkExternalAccount({ businessId, body }) {
      const externalAccountId = randomUUID();
      const state = await service.change(businessId, rules.link, { externalAccountId, input: body });
      return { status: 201, body: accountIn(state, externalAccountId) };
    },

    async verifyExternalAccount({ businessId, path: { externalAccountId }, body }) {
      const state = await service.change(businessId, rules.verify, { externalAccountId, input: body });
      return { status: 200, body: accountIn(state, externalAccountId) };
    },

    async removeExternalAccount({ businessId, path: { externalAccountId } }) {
      await service.change(businessId, rules.remove, { externalAccountId });
      return { status: 204 };
    },
  } satisfies Partial<Handlers>;
}
