import { randomUUID } from 'node:crypto';
import { readBusiness } from '../../core.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { Service } from '../../service.ts';
import { depositedValue } from './rules.ts';

export function walletRoutes(service: Service): Pick<Handlers, 'listWallets' | 'createBusinessDeposit'> {
  return {
    async listWallets({ businessId }) {
      const { wallets } = await readBusiness(service, businessId);
      return { status: 200, body: { data: wallets.map(({ id, balance }) => ({ id, balance })) } };
    },

    async createBusinessDeposit({ businessId, body }) {
      const command = { walletId: randomUUID(), input: body };
      await service.change(businessId, (state, now) => service.rules.wallets.deposit(state, command, now));
      const { description } = body;
      return {
        status: 201,
        body: {
          id: randomUUID(),
          value: depositedValue(body),
          ...(description !== undefined && { description }),
        },
      };
    },
  };
}
