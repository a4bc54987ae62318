/** What a caller and a receiver see of a server, written down so that two servers can be compared. */
import { randomUUID } from 'node:crypto';
import { type OperationId, operation } from '../../../openapi/description.ts';
import { dateAt, secondsPerDay } from '../../dates.ts';
import { type ReferenceServerOptions, startReferenceServer } from '../../server.ts';
import { createControlClient } from '../../testing/control-client.ts';
import { startReceiver } from '../../testing/receiver.ts';

export interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface Caller {
  /** Calls an operation in the platform's default business and answers the id that it answers, if any. */
  call(id: OperationId, call?: Call): Promise<string>;
  /** Pulls a lever of the control plane. */
  pull(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<string>;
  /** Uploads a file and answers its id. */
  upload(): Promise<string>;
  /** The id of the last item of a list. */
  newest(id: OperationId): Promise<string>;
  advance(seconds: number): Promise<void>;
  /** The date that many days from the start. */
  date(days: number): string;
  readonly businessId: string;
}

/** The id that a body names, under whatever name an operation uses. */
function idIn(body: unknown): string {
  const { id, payrollId } = { id: undefined, payrollId: undefined, ...(body ?? {}) };
  return String(id ?? payrollId ?? randomUUID());
}

/** Puts places in the order of their appearance for what differs from server to server. */
function normalised(transcript: string, start: number): string {
  const seen = new Map<string, number>();
  const numberOf = (text: string) => {
    if (!seen.has(text)) seen.set(text, seen.size);
    return seen.get(text);
  };
  return transcript
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/g, (id) => `<id ${numberOf(id)}>`)
    .replaceAll(/"tenantKey":"[^"]+"/g, (key) => `<tenant ${numberOf(key)}>`)
    .replaceAll(/"accountNumber":"\d{10}"/g, '<account>')
    .replaceAll(/"(next|previous)":"[^"]+"/g, '<cursor>')
    .replaceAll(/\b1[789]\d{8}\b/g, (time) => `<${Number(time) - start} s>`);
}

/** Starts a server, lets a caller do something, and writes down all answers and events. */
export async function transcriptOf(
  options: Pick<ReferenceServerOptions, 'fault'>,
  journey: (caller: Caller) => Promise<void>,
): Promise<string> {
  const server = await startReferenceServer({ control: true, mode: 'manual', ...options });
  const control = createControlClient(server);
  const receiver = await startReceiver();
  const { businessId } = server.businesses.platform;
  const { now } = await control.advance(businessId, 0);
  // At 00:00, so that what happens at the beginning of a day happens as many seconds later every time.
  const { now: start } = await control.advance(businessId, secondsPerDay - (now % secondsPerDay));
  await control.register(receiver.url, businessId);
  const lines: string[] = [];
  const authorization = `Bearer ${server.keys.platformToken}`;
  const send = async (id: OperationId, call: Call, body?: FormData | string) => {
    const { path, method } = operation(id);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => call.path?.[name] ?? randomUUID());
    const url = new URL(filled, server.url);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, String(value));
    const headers = {
      authorization,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(url, { method: method.toUpperCase(), headers, ...(body && { body }) });
    const text = await answer.text();
    lines.push(`${id} ${answer.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  await journey({
    businessId,
    call: async (id, call = {}) =>
      idIn(await send(id, call, call.body === undefined ? undefined : JSON.stringify(call.body))),
    async newest(id) {
      const { data } = { data: [], ...(await send(id, { query: { limit: 100 } })) };
      return idIn(data.at(-1));
    },
    async pull(method, path, body) {
      const answer = await control.send(method, path, body);
      lines.push(`${method} ${path} ${answer.status}`);
      return idIn(answer.body);
    },
    async upload() {
      const form = new FormData();
      form.set('file', new File(['x'], 'x.png', { type: 'image/png' }));
      return idIn(await send('uploadFile', {}, form));
    },
    async advance(seconds) {
      await control.advance(businessId, seconds);
    },
    date: (days) => dateAt(start + days * secondsPerDay),
  });
  await control.advance(businessId, 0);
  const events = receiver.received.map(({ event }) => {
    const { eventType, timestamp, data } = event;
    return JSON.stringify({ eventType, timestamp, data });
  });
  await server.close();
  // That an event is not as described is what is looked for here.
  await receiver.close().catch(() => undefined);
  return normalised([...lines, ...events].join('\n'), start);
}
