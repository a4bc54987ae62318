/** Calls a server over HTTP; an answer that is not as the description says fails the test that saw it. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { type OperationId, operation, responseFor } from '../../openapi/description.ts';
import type { operations } from '../../openapi/generated/types.ts';
import { validate } from '../../openapi/validate.ts';
import type { BodyOf } from '../http/exchange.ts';
import type { ReferenceServer } from '../server.ts';

type AnswerBody<Op> = Op extends { responses: { '2XX': { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

export interface Call<Op> {
  /** Defaults to the platform token; null sends none. */
  readonly token?: string | null;
  readonly tenantKey?: string;
  /** Values of the path's parameters; a parameter that is not given names nothing. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<Op>;
  /** Sent as it is, in place of `body`. */
  readonly raw?: { readonly text: string; readonly contentType?: string };
}

export interface TestClient {
  /** Sends a call that is expected to succeed. @throws Error when it does not. */
  ok<Id extends OperationId>(id: Id, call?: Call<operations[Id]>): Promise<AnswerBody<operations[Id]>>;
  /** Sends a call and returns the response, also an error. */
  send<Id extends OperationId>(
    id: Id,
    call?: Call<operations[Id]>,
  ): Promise<{ status: number; body: unknown }>;
}

type Called = Pick<ReferenceServer, 'url' | 'keys'>;

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/** Answers at limits of this server, of which the document shows none. */
const limits: readonly number[] = [409, 413, 429];

/** A body as it is sent: a form as such, anything else as JSON. */
async function encoded(body: unknown): Promise<{ content?: string | Uint8Array; contentType?: string }> {
  if (body === undefined) return {};
  if (!(body instanceof FormData)) return { content: JSON.stringify(body), contentType: 'application/json' };
  const response = new Response(body);
  return {
    content: await response.bytes(),
    contentType: response.headers.get('content-type') ?? '',
  };
}

async function sendTo<Id extends OperationId>(
  server: Called,
  id: Id,
  call: Call<operations[Id]>,
): Promise<{ status: number; body: unknown }> {
  const source = operation(id);
  const { token = server.keys.platformToken, tenantKey, raw } = call;
  const { content, contentType } = raw
    ? { content: raw.text, contentType: raw.contentType }
    : await encoded(call.body);
  const path = source.path.replaceAll(/\{(\w+)\}/g, (_, name) => call.path?.[name] ?? randomUUID());
  const url = new URL(path, server.url);
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.append(name, value);
  const response = await request(url, {
    method: methods[source.method],
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(tenantKey !== undefined && { 'x-multitenantkey': tenantKey }),
      ...(content !== undefined && contentType && { 'content-type': contentType }),
    },
    ...(content !== undefined && { body: content }),
  });
  const { statusCode: status } = response;
  const answered = await response.body.text();
  const isJson = response.headers['content-type']?.toString().startsWith('application/json') ?? false;
  const body: unknown = isJson ? JSON.parse(answered) : answered || undefined;
  const described = responseFor(source, status);
  if (described === undefined && !limits.includes(status))
    throw new Error(`${id} answered ${status}, which the description does not have`);
  const violations = described?.schema ? validate(described.schema, body) : [];
  if (violations.length > 0)
    throw new Error(`${id} ${status} is not as described: ${JSON.stringify({ violations, body })}`);
  return { status, body };
}

export function createClient(server: Called): TestClient {
  return {
    send: (id, call = {}) => sendTo(server, id, call),
    async ok(id, call = {}) {
      const { status, body } = await sendTo(server, id, call);
      if (status >= 300) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
      // Just validated against the schema that the type is generated from.
      return body as never;
    },
  };
}
