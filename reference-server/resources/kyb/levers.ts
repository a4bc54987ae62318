import type { ControlHandlers } from '../../control/exchange.ts';
import type { Service } from '../../service.ts';

export function kybLevers(service: Service): Pick<ControlHandlers, 'decideKyb'> {
  return {
    async decideKyb({ path: { businessId }, body }) {
      await service.change(businessId, (state, now) => service.rules.kyb.decide(state, body, now));
      return { status: 204 };
    },
  };
}
