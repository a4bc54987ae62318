import type { Service } from '../service/service.ts';
import { notFound } from '../state/refusal.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

export function userLevers(service: Service): Pick<ControlHandlers, 'setPassword'> {
  const { store, rules } = service;
  return {
    async setPassword({ path: { userId } }) {
      const user = await store.transaction((transaction) => transaction.get('users', userId), reading);
      if (user === undefined) throw notFound();
      await service.change(user.businessId, (state, now) => rules.users.setPassword(state, { userId }, now));
      return { status: 204 };
    },
  };
}
