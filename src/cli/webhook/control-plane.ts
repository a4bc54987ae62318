/** What the webhook commands ask of a reference server that runs: section "Delivery" of openapi/control.yaml. */
import createClient from 'openapi-fetch';
import { ConformanceError, causeOf } from '../../../conformance/engine/errors.ts';
import { controlKeyVariable } from '../../../conformance/target/remedies.ts';
import type { components, paths } from '../../../openapi/generated/control-types.ts';
import { refuse } from '../../config/refuse.ts';
import { given } from '../../config/values.ts';

type Schemas = components['schemas'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type DeliveryEntry = Schemas['Delivery'];

export interface ControlPlane {
  register(url: string, businessId?: string): Promise<WebhookEndpoint>;
  endpoints(): Promise<readonly WebhookEndpoint[]>;
  remove(endpointId: string): Promise<void>;
  /** The delivery log, oldest first; of one event where its id is given. */
  deliveries(eventId?: string): Promise<readonly DeliveryEntry[]>;
  resend(deliveryId: string): Promise<void>;
}

const timeoutMillis = 5_000;

interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

const messageIn = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? `: ${String(error.message)}` : '';

/**
 * Every call of the result throws a ConformanceError: `TARGET_UNREACHABLE` when nothing answers, `CONTROL_FAILED` when what
 * answers is no control plane or refuses.
 *
 * @param baseUrl address of the server, without a slash at its end
 * @param key of the control plane, where it has one
 */
export function createControlPlane(baseUrl: string, key?: string): ControlPlane {
  const client = createClient<paths>({
    baseUrl,
    redirect: 'error',
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMillis) }),
  });

  async function call<Data>(what: string, answer: Promise<Answered<Data>>): Promise<Data> {
    let answered: Answered<Data>;
    try {
      answered = await answer;
    } catch (cause) {
      throw new ConformanceError(
        'TARGET_UNREACHABLE',
        `No control plane answers at ${baseUrl}/_control: ${causeOf(cause)}: start one with \`conformance serve\`, ` +
          'or say where it is with --base-url',
        { cause },
      );
    }
    const { response, data, error } = answered;
    if (response.ok && (data !== undefined || response.status === 204)) {
      // Described by control.yaml, against which the server is tested; 204 is typed as no data.
      return data as Data;
    }
    if (response.status === 401) {
      const remedy = `set ${controlKeyVariable} to the one that the server was started with`;
      throw refuse(
        `The control plane at ${baseUrl} ${key === undefined ? 'asks for a key' : 'refuses the key'}: ${remedy}`,
      );
    }
    throw new ConformanceError(
      'CONTROL_FAILED',
      `${baseUrl} refused to ${what} with ${response.status}${messageIn(error)}: ` +
        'give the address of a `conformance serve` whose control plane is on',
    );
  }

  return {
    register: (url, businessId) =>
      call(
        'register a webhook endpoint',
        client.POST('/_control/webhook-endpoints', {
          body: { url, ...given({ businessId }) },
        }),
      ),
    endpoints: async () =>
      (await call('list the webhook endpoints', client.GET('/_control/webhook-endpoints'))).data,
    remove: async (endpointId) => {
      const params = { path: { endpointId } };
      await call(
        'remove a webhook endpoint',
        client.DELETE('/_control/webhook-endpoints/{endpointId}', { params }),
      );
    },
    deliveries: async (eventId) => {
      const params = { query: eventId === undefined ? {} : { eventId } };
      return (await call('list the deliveries', client.GET('/_control/deliveries', { params }))).data;
    },
    resend: async (deliveryId) => {
      const params = { path: { deliveryId } };
      await call(
        'send a delivery again',
        client.POST('/_control/deliveries/{deliveryId}/resend', { params }),
      );
    },
  };
}
