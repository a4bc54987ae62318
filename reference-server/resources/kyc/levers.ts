import type { ControlHandlers } from '../../control/exchange.ts';
import { notFound } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { reading } from '../../store/store.ts';

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
