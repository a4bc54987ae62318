import type { RequestLog } from '../http/request-log.ts';
import type { Service } from '../service/service.ts';
import { moneyControls } from './money.ts';
import type { ControlHandlers } from './operations.ts';
import { peopleControls } from './people.ts';
import { type ServerFacts, serverControls } from './server.ts';
import { tokenControls } from './tokens.ts';
import { webhookControls } from './webhooks.ts';

/**
 * The controls of control.yaml.
 *
 * @param about what the server says of itself beside its keys.
 * @param log the latest requests.
 * @param startOver returns to the state after start.
 */
export function controlHandlers(
  service: Service,
  about: ServerFacts,
  log: RequestLog,
  startOver: () => Promise<void>,
): ControlHandlers {
  return {
    ...moneyControls(service),
    ...peopleControls(service),
    ...serverControls(service, about, log, startOver),
    ...tokenControls(service),
    ...webhookControls(service),
  };
}
