import type { Handlers } from '../../http/exchange.ts';
import type { Service } from '../../service.ts';

export function fileRoutes(_service: Service): Handlers {
  return {};
}
