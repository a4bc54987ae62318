import type { Service } from '../service/service.ts';
import { notFound } from '../state/refusal.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

export function kycLevers(service: Service): Pick<ControlHandlers, 'concludeKyc'> {
  const { store, rules, environment } = service;
  return {
    async concludeKyc({ path: { userId }, body }) {
      const user = await store.transaction((transaction) => transaction.get('users', userId), reading);
      if (user === undefined) throw notFound();
      await service.change(user.businessId, (state, now) =>
        rules.kyc.conclude(state, { ...body, userId, environment }, now),
      );
      return { status: 204 };
    },
  };
}
