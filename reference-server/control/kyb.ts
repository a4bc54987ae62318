import type { Service } from '../service/service.ts';
import type { ControlHandlers } from './exchange.ts';

export function kybLevers(service: Service): Pick<ControlHandlers, 'decideKyb'> {
  return {
    async decideKyb({ path: { businessId }, body }) {
      await service.change(businessId, (state, now) => service.rules.kyb.decide(state, body, now));
      return { status: 204 };
    },
  };
}
