/** Builds requests of the description and records what may be shown of them. */
import { type OperationId, operation } from '../../openapi/description.ts';
import type { Exchange } from '../engine/finding.ts';
import { type OperationBinding, toTheirNames } from './bindings.ts';
import type { Redactor } from './redactor.ts';
import type { IncomingResponse, OutgoingRequest } from './transport.ts';

/** Who sends a request: a token (none sends no Authorization header) and the business it acts for. */
export interface Caller {
  readonly token?: string;
  readonly tenantKey?: string;
}

export interface OperationInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Sent as it stands instead of `body`. */
  readonly rawBody?: string;
  /** Replaces or adds headers; an empty value takes a header away. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * @param binding what the target calls what the description had to make up
 * @throws Error when a path parameter is missing: a fault of the check
 */
export function buildRequest(
  id: OperationId,
  caller: Caller,
  input: OperationInput,
  binding: OperationBinding = {},
): OutgoingRequest {
  const described = operation(id);
  const { method = described.method, path = described.path } = binding;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.path?.[name];
    if (value === undefined) throw new Error(`${id} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
  const parameters = Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [
    binding.query?.[name] ?? name,
    String(value),
  ]);
  const query = new URLSearchParams(parameters).toString();
  const named = binding.body ? toTheirNames(input.body, binding.body) : input.body;
  const body = input.rawBody ?? (named === undefined ? undefined : JSON.stringify(named));
  const headers = {
    ...(caller.token !== undefined && { authorization: `Bearer ${caller.token}` }),
    ...(caller.tenantKey !== undefined && { 'x-multitenantkey': caller.tenantKey }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...input.headers,
  };
  return {
    method: method.toUpperCase(),
    path: query === '' ? filled : `${filled}${filled.includes('?') ? '&' : '?'}${query}`,
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
    ...(body !== undefined && { body }),
  };
}

const shownHeaders = new Set([
  'authorization',
  'content-type',
  'location',
  'retry-after',
  'x-multitenantkey',
  'x-request-id',
]);
const maxShownBody = 20_000;

function shorten(text: string): string {
  return text.length <= maxShownBody ? text : `${text.slice(0, maxShownBody)}… (${text.length} characters)`;
}

function show(headers: Readonly<Record<string, string>>, redactor: Redactor): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => shownHeaders.has(name))
      .map(([name, value]) => [name, redactor.redact(value)]),
  );
}

/** What a report may show of a request and its response. */
export function toExchange(
  baseUrl: string,
  request: OutgoingRequest,
  outcome: IncomingResponse | Error,
  redactor: Redactor,
  operationId?: OperationId,
): Exchange {
  return {
    ...(operationId !== undefined && { operation: operationId }),
    request: {
      method: request.method,
      url: redactor.redact(baseUrl + request.path),
      headers: show(request.headers, redactor),
      ...(request.body !== undefined && { body: redactor.redact(shorten(request.body)) }),
    },
    ...(outcome instanceof Error
      ? { error: redactor.redact(outcome.message) }
      : {
          response: {
            status: outcome.status,
            headers: show(outcome.headers, redactor),
            ...(outcome.text !== '' && { body: redactor.redact(shorten(outcome.text)) }),
            durationMillis: Math.round(outcome.durationMillis * 10) / 10,
          },
        }),
  };
}
