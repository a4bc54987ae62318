/** Builds requests of the description, and records what may be shown of them. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { ConformanceError } from '../engine/errors.ts';
import type { Exchange } from '../engine/finding.ts';
import type { Redactor } from '../engine/redactor.ts';
import type { IncomingResponse, OutgoingRequest } from './transport.ts';

/** The sender of a request: a token (without one, no Authorization header) and the business it acts for. */
export interface Caller {
  readonly token?: string;
  readonly tenantKey?: string;
}

/** One file of a multipart form. */
export interface FormFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

export interface OperationInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Sent as it stands instead of `body`. */
  readonly rawBody?: string;
  /** Sent as multipart/form-data instead of `body`: a file for each name of a part. */
  readonly form?: Readonly<Record<string, FormFile>>;
  /** Replaces or adds headers; an empty value removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Occurs in no file of the suite, and is the same in every run. */
const boundary = 'conformance-form-5c1e7b40';
const formType = `multipart/form-data; boundary=${boundary}`;

const quoteName = (name: string) => name.replaceAll('"', '%22');

function encodeForm(form: NonNullable<OperationInput['form']>): Uint8Array {
  const parts = Object.entries(form).flatMap(([field, { name, contentType, content }]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoteName(field)}"; filename="${quoteName(name)}"\r\n` +
        `Content-Type: ${contentType}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

/**
 * Encodes one path segment. A target may return any JSON value as an id.
 *
 * @throws ConformanceError with code `REQUEST_IMPOSSIBLE` for one that would lead to another path
 */
function segment(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '.' || text === '..') {
    throw new ConformanceError(
      'REQUEST_IMPOSSIBLE',
      `The id "${text}" that the target handed out cannot be part of a path.`,
    );
  }
  return encodeURIComponent(text.toWellFormed());
}

function bodyOf({ body, rawBody, form }: OperationInput): string | Uint8Array | undefined {
  if (form !== undefined) return encodeForm(form);
  return rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
}

/** The headers that identify the sender of a request. */
export const callerHeaders = ({ token, tenantKey }: Caller): Readonly<Record<string, string>> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(tenantKey !== undefined && { 'x-multitenantkey': tenantKey }),
});

/** Method and path template of a request. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * @param route of the target, if it is not that of the description
 * @throws Error if a path parameter is missing: a fault of the check
 */
export function buildRequest(
  id: OperationId,
  caller: Caller,
  input: OperationInput,
  { method, path }: Route = operation(id),
): OutgoingRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.path?.[name];
    if (value === undefined) throw new Error(`${id} needs the path parameter ${name}`);
    return segment(value);
  });
  return assemble(method, filled, callerHeaders(caller), input);
}

/** @param path with its parameters filled in */
export function assemble(
  method: string,
  path: string,
  sender: Readonly<Record<string, string>>,
  input: Omit<OperationInput, 'path'>,
): OutgoingRequest {
  const parameters = Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const query = new URLSearchParams(parameters).toString();
  const body = bodyOf(input);
  const headers = {
    ...sender,
    ...(body !== undefined && { 'content-type': input.form === undefined ? 'application/json' : formType }),
    ...input.headers,
  };
  return {
    method: method.toUpperCase(),
    path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
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

function shorten(text: string, length = text.length): string {
  return length <= maxShownBody ? text : `${text.slice(0, maxShownBody)}… (${length} characters)`;
}

/** A response as kept for a report. */
type Kept = Omit<IncomingResponse, 'text'> & {
  readonly text: string;
  /** Length of the text in characters, if only a part is kept. */
  readonly textLength?: number;
};

/** Drops what no report shows, because all exchanges of a case are kept until it ends. */
export function keepForReport(response: IncomingResponse): Kept {
  const { text } = response;
  if (text.length <= maxShownBody) return response;
  // A slice would keep the whole text in memory.
  const kept = Buffer.from(text.slice(0, maxShownBody)).toString();
  return { ...response, text: kept, textLength: text.length };
}

/** Bytes for `printf %b`: printable ASCII and line feeds unchanged, everything else escaped. */
function escapeBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^\n -[\]-~]/g, (character) =>
      character === '\r' ? '\\r' : `\\0${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
}

const textOf = (body: string | Uint8Array) => (typeof body === 'string' ? body : escapeBytes(body));

function show(headers: Readonly<Record<string, string>>, redactor: Redactor): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => shownHeaders.has(name))
      .map(([name, value]) => [name, redactor.redact(value)]),
  );
}

/** A request and its response as a report may show them. */
export function toExchange(
  baseUrl: string,
  request: OutgoingRequest,
  outcome: Kept | Error,
  redactor: Redactor,
  operationId?: OperationId,
): Exchange {
  return {
    ...(operationId !== undefined && { operation: operationId }),
    request: {
      method: request.method,
      url: redactor.redact((request.baseUrl ?? baseUrl) + request.path),
      headers: show(request.headers, redactor),
      ...(request.body !== undefined && { body: redactor.redact(shorten(textOf(request.body))) }),
    },
    ...(outcome instanceof Error
      ? { error: redactor.redact(outcome.message) }
      : {
          response: {
            status: outcome.status,
            headers: show(outcome.headers, redactor),
            ...(outcome.text !== '' && { body: redactor.redact(shorten(outcome.text, outcome.textLength)) }),
            durationMillis: Math.round(outcome.durationMillis * 10) / 10,
          },
        }),
  };
}
