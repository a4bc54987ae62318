/** Calls of the webhook commands to a running reference server: section "Delivery" of openapi/control.yaml. */
import { ConformanceError, causeOf } from '../../../conformance/engine/errors.ts';
import { controlKeyVariable } from '../../../conformance/target/remedies.ts';
import type { components, paths } from '../../../openapi/generated/control-types.ts';
import { createTypedFetch } from '../../../sdk/client/index.ts';
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
 * Every call of the result can throw a ConformanceError: `TARGET_UNREACHABLE` when nothing responds, `CONTROL_FAILED` when the
 * server has no control plane or rejects the call.
 *
 * @param baseUrl address of the server, without a trailing slash
 * @param key of the control plane, if it requires one
 */
export function createControlPlane(baseUrl: string, key?: string): ControlPlane {
  const client = createTypedFetch<paths>({
    baseUrl,
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
    fetch: (request) => fetch(request, { redirect: 'error', signal: AbortSignal.timeout(timeoutMillis) }),
  });

  async function call<Data>(what: string, answer: Promise<Answered<Data>>): Promise<Data> {
    let answered: Answered<Data>;
    try {
      answered = await answer;
    } catch (cause) {
      throw new ConformanceError(
        'TARGET_UNREACHABLE',
        `Cannot reach a control plane at ${baseUrl}/_control: ${causeOf(cause)}: start a server with \`conformance serve\`, ` +
          'or give its address with --base-url',
        { cause },
      );
    }
    const { response, data, error } = answered;
    if (response.ok && (data !== undefined || response.status === 204)) {
      // The server is tested against control.yaml; 204 is typed as no data.
      return data as Data;
    }
    if (response.status === 401) {
      const remedy = `set ${controlKeyVariable} to the key that the server was started with`;
      throw refuse(
        `The control plane at ${baseUrl} ${key === undefined ? 'requires a key' : 'rejects the key'}: ${remedy}`,
      );
    }
    throw new ConformanceError(
      'CONTROL_FAILED',
      `${baseUrl} refused to ${what} with status ${response.status}${messageIn(error)}: ` +
        'check that --base-url is a `conformance serve` whose control plane is on',
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
