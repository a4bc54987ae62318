/** Controls of a reference server whose control plane (openapi/control.yaml) is switched on. */
import type { components } from '../../openapi/generated/control-types.ts';
import { ConformanceError } from '../engine/errors.ts';
import type { ControlSend, Controls } from './target.ts';

type Schemas = components['schemas'];
export type ControlInfo = Schemas['ControlInfo'];

async function call<T>(send: ControlSend, request: Parameters<ControlSend>[0]): Promise<T> {
  const { status, json } = await send(request);
  if (status < 200 || status > 299) {
    throw new ConformanceError(
      'CONTROL_FAILED',
      `The control ${request.method} ${request.path} was refused with ${status}: ${JSON.stringify(json)}`,
    );
  }
  // The control plane is ours and described by control.yaml; its server is tested against it.
  return json as T;
}

async function advance(send: ControlSend, businessId: string, seconds: number): Promise<number> {
  const reading = await call<Schemas['ClockReading']>(send, {
    method: 'POST',
    path: `/_control/clocks/${businessId}/advance`,
    body: { seconds },
  });
  return reading.now;
}

export const referenceControls: Controls = {
  advanceClock: advance,
  drain: async (send, businessId) => {
    await advance(send, businessId, 0);
  },
  registerWebhookEndpoint: (send, endpoint) =>
    call<Schemas['WebhookEndpoint']>(send, {
      method: 'POST',
      path: '/_control/webhook-endpoints',
      body: endpoint,
    }),
  removeWebhookEndpoint: (send, endpointId) =>
    call<void>(send, { method: 'DELETE', path: `/_control/webhook-endpoints/${endpointId}` }),
  listDeliveries: async (send, eventId) => {
    const path = `/_control/deliveries?eventId=${encodeURIComponent(eventId)}`;
    return (await call<{ data: Schemas['Delivery'][] }>(send, { method: 'GET', path })).data;
  },
  settlePayroll: (send, payrollId) =>
    call<void>(send, { method: 'POST', path: `/_control/payrolls/${payrollId}/settlement` }),
};

/**
 * Asks a base address whether it is a reference server with its control plane on.
 *
 * @returns what the server says of itself, or undefined when it is something else or does not answer.
 */
export async function probeReferenceServer(
  baseUrl: string,
  signal?: AbortSignal,
): Promise<ControlInfo | undefined> {
  try {
    const response = await fetch(`${baseUrl}/_control`, {
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(2_000), ...(signal ? [signal] : [])]),
    });
    const info = (await response.json()) as ControlInfo;
    return info.server === 'workforce-conformance-reference' ? info : undefined;
  } catch {
    return undefined;
  }
}
