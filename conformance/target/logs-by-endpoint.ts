/** Controls for a server that logs deliveries by webhook endpoint instead of by event. */
import { listAt, valueAt } from '../adapter/helpers.ts';
import type { Send } from '../adapter/send.ts';
import { ConformanceError } from '../engine/errors.ts';
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

const isPath = (given: unknown) => typeof given === 'string' && given.includes('{endpointId}');

const isText = (given: unknown) => typeof given === 'string' && given !== '';

/** An adapter may be written without types. */
function refuseOthers({ register, endpoint, log, list = 'data', names }: Places): void {
  const path = 'a path with {endpointId}';
  const field = 'the name of a field of a log entry';
  const expectations: readonly (readonly [key: string, isMet: boolean, expected: string])[] = [
    ['register', typeof register === 'function', 'a function that registers an endpoint'],
    ['endpoint', isPath(endpoint), `${path}, such as '/webhooks/{endpointId}'`],
    ['log', isPath(log), `${path}, such as '/webhooks/{endpointId}/deliveries'`],
    ['list', isText(list), `the place of the list in the response, such as 'data', or '$'`],
    ['names.eventId', isText(names?.eventId), field],
    ['names.status', isText(names?.status), field],
  ];
  const unmet = expectations.find(([, isMet]) => !isMet);
  if (unmet === undefined) return;
  const [key, , expected] = unmet;
  throw new ConformanceError('CONFIGURATION_INVALID', `logsByEndpoint: ${key} must be ${expected}`);
}

/**
 * Remembers the endpoints that it registers, and searches the log of each for an event.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the option that is wrong
 */
export function logsByEndpoint(places: Places): LogControls {
  refuseOthers(places);
  const { register, endpoint, log, list = 'data', names } = places;
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
