/** Calls the control plane of a server; answers are validated against control.yaml. */

import { request } from 'undici';
import type { Schema } from '../../openapi/description.ts';
import control from '../../openapi/generated/control.json' with { type: 'json' };
import { validate } from '../../openapi/validate.ts';
import { withoutReferences } from '../control/operations.ts';
import type { ReferenceServer } from '../server.ts';
import type { ControlSchemas } from '../state/schemas.ts';

const schemas = withoutReferences(control.components.schemas) as Record<keyof ControlSchemas, Schema>;

export interface ControlClient {
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }>;
  advance(businessId: string, seconds: number): Promise<ControlSchemas['ClockReading']>;
  register(url: string, businessId?: string): Promise<ControlSchemas['WebhookEndpoint']>;
  deliveries(businessId: string): Promise<ControlSchemas['Delivery'][]>;
  ledger(businessId: string): Promise<ControlSchemas['LedgerEntry'][]>;
  settle(payrollId: string): Promise<void>;
}

function checked<Name extends keyof ControlSchemas>(name: Name, value: unknown): ControlSchemas[Name] {
  const violations = validate(schemas[name], value);
  if (violations.length > 0) throw new Error(`Not a ${name}: ${JSON.stringify({ violations, value })}`);
  // Just validated against the schema that the type is generated from.
  return value as ControlSchemas[Name];
}

export function createControlClient(server: Pick<ReferenceServer, 'url'>): ControlClient {
  const send: ControlClient['send'] = async (method, path, body) => {
    const response = await request(`${server.url}/_control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (response.statusCode >= 400) checked('ControlError', answer);
    return { status: response.statusCode, body: answer };
  };
  return {
    send,
    advance: async (businessId, seconds) =>
      checked('ClockReading', (await send('POST', `/clocks/${businessId}/advance`, { seconds })).body),
    register: async (url, businessId) =>
      checked('WebhookEndpoint', (await send('POST', '/webhook-endpoints', { url, businessId })).body),
    async deliveries(businessId) {
      const { body } = await send('GET', `/deliveries?businessId=${businessId}`);
      const { data } = body as { data: unknown[] };
      return data.map((delivery) => checked('Delivery', delivery));
    },
    async ledger(businessId) {
      const { body } = await send('GET', `/businesses/${businessId}/ledger`);
      const { data } = body as { data: unknown[] };
      return data.map((entry) => checked('LedgerEntry', entry));
    },
    async settle(payrollId) {
      const { status } = await send('POST', `/payrolls/${payrollId}/settlement`);
      if (status !== 204) throw new Error(`settlement answered ${status}`);
    },
  };
}

/** Issues a token, as the dashboard would. */
export async function issueToken(
  { control }: { readonly control: ControlClient },
  body: {
    readonly type: 'org' | 'user';
    readonly businessId: string;
    readonly userId?: string;
    readonly addresses?: readonly string[];
  },
): Promise<ControlSchemas['IssuedToken']> {
  const answer = await control.send('POST', '/tokens', body);
  if (answer.status !== 201) throw new Error(`issueToken answered ${answer.status}`);
  return answer.body as ControlSchemas['IssuedToken'];
}
