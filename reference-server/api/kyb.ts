import type { Handlers } from '../http/exchange.ts';
import { kybOf } from '../resources/kyb/rules.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { ownBusiness } from './own-business.ts';

export function kybRoutes(service: Service): Pick<Handlers, 'readKyb' | 'submitKyb'> {
  return {
    async readKyb(request) {
      return { status: 200, body: kybOf(await readBusiness(service, ownBusiness(request))) };
    },

    async submitKyb(request) {
      const command = { environment: service.environment, submission: request.body };
      const state = await service.change(ownBusiness(request), (before, now) =>
        service.rules.kyb.submit(before, command, now),
      );
      return { status: 200, body: kybOf(state) };
    },
  };
}
