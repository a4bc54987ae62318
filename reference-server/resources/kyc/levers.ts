import type { ControlHandlers } from '../../control/exchange.ts';
import type { Service } from '../../service.ts';

export function kycLevers(_service: Service): ControlHandlers {
  return {};
}
