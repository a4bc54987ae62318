/** What a caller and a receiver of webhooks see of a server in a conversation, comparable between servers. */
import { randomUUID } from 'node:crypto';
import { type OperationId, operation } from '../../../openapi/description.ts';
import { startReferenceServer } from '../../server.ts';
import { createControlClient } from '../../testing/control-client.ts';
import { startReceiver } from '../../testing/receiver.ts';
import type { Fault } from '../fault.ts';

interface Call {
  readonly token?: string;
  readonly tenantKey?: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A loosely typed answer: a faulty server may answer anything. */
// biome-ignore lint/suspicious/noExplicitAny: what is read of it is only ever sent back.
export type Seen = any;

export interface Talk {
  readonly businessId: string;
  /** Unix seconds at which the conversation begins. */
  readonly now: number;
  readonly keys: { readonly orgToken: string; readonly jwtSecret: string };
  /** Sends a request, notes what comes back and returns its body. */
  call(id: OperationId, call?: Call): Promise<Seen>;
  /** Pulls a lever of the control plane, which no fault changes and nobody sees. */
  control(path: string, body?: unknown): Promise<Seen>;
  /** Moves the clock of the business. */
  advance(seconds: number): Promise<void>;
}

export type Conversation = (talk: Talk) => Promise<void>;

/** Replaces what differs between two sound servers: ids by the order in which they turn up, times by their distance. */
function normalised(text: string, start: number): string {
  const ids = new Map<string, string>();
  const placeholder = (id: string) => {
    const known = ids.get(id) ?? `#${ids.size}`;
    ids.set(id, known);
    return known;
  };
  return text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, placeholder)
    .replaceAll(/"\d{10}"/g, '"number"')
    .replaceAll(/\beyJ[\w-]+/g, 'cursor')
    .replaceAll(/"(rt|ut|tk)_[^"]+"/g, '"$1"')
    .replaceAll(/\b\d{10}\b/g, (seconds) => {
      const after = Number(seconds) - start;
      return after >= 0 && after < 30 * 86_400 ? `start+${after}` : seconds;
    });
}

/** Has a conversation with a server of its own and writes down all that can be seen of it. */
export async function transcriptOf(conversation: Conversation, fault?: Fault): Promise<string> {
  const server = await startReferenceServer({ control: true, mode: 'manual', ...(fault && { fault }) });
  const receiver = await startReceiver();
  const control = createControlClient(server);
  const { businessId } = server.businesses.platform;
  await control.register(receiver.url);
  const { now } = await control.advance(businessId, 0);
  const noted: unknown[] = [];
  await conversation({
    businessId,
    now,
    keys: server.keys,
    async call(id, { token = server.keys.platformToken, tenantKey, path, query, body } = {}) {
      const { method, path: template } = operation(id);
      const place = template.replaceAll(/\{(\w+)\}/g, (_, name) => String(path?.[name] ?? randomUUID()));
      const response = await fetch(`${server.url}${place}?${new URLSearchParams(query)}`, {
        method: method.toUpperCase(),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(tenantKey && { 'x-multitenantkey': tenantKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      noted.push([id, response.status, response.headers.get('content-type'), text]);
      try {
        return JSON.parse(text);
      } catch {
        return {};
      }
    },
    control: async (path, body) => (await control.send('POST', path, body)).body,
    advance: async (seconds) => {
      await control.advance(businessId, seconds);
    },
  });
  const { businesses } = server;
  await control.advance(businesses.platform.businessId, 0);
  noted.push(...receiver.received.map(({ event }) => event));
  await server.close();
  // Says that an event is not as described, which is what some faults are about.
  await receiver.close().catch(() => {});
  return normalised(noted.map((one) => JSON.stringify(one).replaceAll('\\"', '"')).join('\n'), now);
}
