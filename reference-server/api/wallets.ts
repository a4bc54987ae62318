import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { positiveAmount } from '../resources/wallets/ledger.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';

export function walletRoutes(service: Service) {
  const { rules } = service;
  return {
    async listWallets({ businessId }) {
      const { wallets } = await readBusiness(service, businessId);
      return { status: 200, body: { data: wallets.map(({ id, balance }) => ({ id, balance })) } };
    },

    async createBusinessDeposit({ businessId, body }) {
      const command = { depositId: randomUUID(), transactionId: randomUUID(), input: body };
      await service.change(businessId, rules.wallets.deposit, command);
      const { value, description } = body;
      return {
        status: 201,
        body: {
          id: command.depositId,
          value: positiveAmount(value, 'value'),
          ...(description !== undefined && { description }),
        },
      };
    },
  } satisfies Partial<Handlers>;
}

export function virtualAccountRoutes(service: Service) {
  const { rules } = service;
  return {
    async createVirtualAccount({ businessId, body }) {
      const virtualAccountId = randomUUID();
      const command = { virtualAccountId, input: body };
      const state = await service.change(businessId, rules.virtualAccounts.create, command);
      return { status: 201, body: findRecord(state.virtualAccounts, virtualAccountId).account };
    },

    async listVirtualAccounts({ businessId }) {
      const { virtualAccounts } = await readBusiness(service, businessId);
      return { status: 200, body: { data: virtualAccounts.map(({ account }) => account) } };
    },
  } satisfies Partial<Handlers>;
}
