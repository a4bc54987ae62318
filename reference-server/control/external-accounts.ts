import type { Service } from '../service/service.ts';
import type { ControlHandlers } from './exchange.ts';

export function externalAccountLevers(
  service: Service,
): Pick<ControlHandlers, 'restrictDirectDebits' | 'liftDirectDebitRestriction'> {
  const rules = service.rules.externalAccounts;
  return {
    async restrictDirectDebits({ path: { businessId } }) {
      await service.change(businessId, (state, now) => rules.restrict(state, now));
      return { status: 204 };
    },

    async liftDirectDebitRestriction({ path: { businessId } }) {
      await service.change(businessId, (state, now) => rules.lift(state, now));
      return { status: 204 };
    },
  };
}
