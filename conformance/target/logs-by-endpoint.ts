/** Controls for a server that logs deliveries by webhook endpoint instead of by event. */
import { listAt, valueAt } from '../adapter/helpers.ts';
import type { Send } from '../adapter/send.ts';
import type { Controls, LoggedDelivery } from './controls.ts';

interface Places {
  readonly register: NonNullable<Controls['registerWebhookEndpoint']>;
  /** Path of an endpoint, with `{endpointId}`; `DELETE` removes it. */
  readonly endpoint: string;
  /** Path of its log, with `{endpointId}`. */
  readonly log: string;
  /** Place of the list in its response; `$` is the whole response. @defaultValue `data` */
  readonly list?: string;
  /** Fields of the event id and the status in a log entry. */
  readonly names: { readonly eventId: string; readonly status: string };
}

type LogControls = Required<
  Pick<Controls, 'registerWebhookEndpoint' | 'removeWebhookEndpoint' | 'listDeliveries'>
>;

/** Remembers the endpoints that it registers, and searches the log of each for an event. */
export function logsByEndpoint({ register, endpoint, log, list = 'data', names }: Places): LogControls {
  const known = new Set<string>();
  const at = (path: string, id: string) => path.replace('{endpointId}', encodeURIComponent(id));
  const loggedAt = async (
    send: Send,
    endpointId: string,
    eventId: string,
  ): Promise<readonly LoggedDelivery[]> => {
    const answer = await send({ path: at(log, endpointId), mayFail: true });
    const entries = answer.status === 200 ? listAt(answer, list === '$' ? undefined : list) : [];
    return (
      entries
        .filter((json) => valueAt({ json }, names.eventId) === eventId)
        // The words of the target are translated by `values`.
        .map((json) => ({
          eventId,
          endpointId,
          status: valueAt({ json }, names.status) as LoggedDelivery['status'],
        }))
    );
  };
  return {
    registerWebhookEndpoint: async (send, given, about) => {
      const registered = await register(send, given, about);
      known.add(registered.id);
      return registered;
    },
    removeWebhookEndpoint: async (send, endpointId) => {
      known.delete(endpointId);
      await send({ method: 'DELETE', path: at(endpoint, endpointId) });
    },
    listDeliveries: async (send, eventId) =>
      (await Promise.all([...known].map((endpointId) => loggedAt(send, endpointId, eventId)))).flat(),
  };
}
