import type { Handlers } from '../../http/exchange.ts';
import type { Service } from '../../service.ts';

export function userRoutes(_service: Service): Handlers {
  return {};
}
