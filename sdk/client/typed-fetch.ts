/** Sends what a typed call describes, with Fetch alone. */
import type { ClientOf, HttpMethod, Middleware, ParseAs } from './client-type.ts';

export interface TypedFetchOptions {
  /** Address before the paths. */
  readonly baseUrl: string;
  /** Sent with each request; those of a call override them. */
  readonly headers?: RequestInit['headers'];
  /** @defaultValue `globalThis.fetch` */
  readonly fetch?: (request: Request) => Promise<Response>;
}

interface AnyInit extends Omit<RequestInit, 'body' | 'method'> {
  readonly params?: Partial<Record<'path' | 'query' | 'header', Readonly<Record<string, unknown>>>>;
  readonly body?: unknown;
  readonly parseAs?: ParseAs;
}

/** The parameters that are there, a list of values as one parameter each. */
function given(params: Readonly<Record<string, unknown>> = {}): [name: string, value: string][] {
  return Object.entries(params).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one == null ? [] : [[name, String(one)]])),
  );
}

function addressOf(baseUrl: string, path: string, { path: inPath, query }: NonNullable<AnyInit['params']>) {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    inPath?.[name] == null ? whole : encodeURIComponent(String(inPath[name])),
  );
  // A space is %20 rather than +, which not every service reads.
  const search = given(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `${baseUrl}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`;
}

/** A form is sent as it is, anything else as JSON. */
function encode(body: unknown): { readonly body?: RequestInit['body']; readonly type?: string } {
  if (body === undefined) return {};
  return body instanceof FormData ? { body } : { body: JSON.stringify(body), type: 'application/json' };
}

async function readError(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws SyntaxError when the body of a success is read as JSON and is none */
async function readData(response: Response, parseAs: ParseAs): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (parseAs === 'stream') return response.body;
  if (parseAs !== 'json') return response[parseAs]();
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * A client for some paths, as openapi-typescript writes them. Each call resolves to the response with its body read, and
 * rejects with whatever `fetch` or a middleware rejects with.
 */
export function createTypedFetch<Paths>({
  baseUrl,
  headers: common,
  fetch = (request) => globalThis.fetch(request),
}: TypedFetchOptions): ClientOf<Paths> {
  const chain: Middleware[] = [];

  async function send(first: Request): Promise<Response> {
    const passed = [...chain];
    let request = first;
    for (const { onRequest } of passed) request = (await onRequest?.({ request })) ?? request;
    let response = await fetch(request);
    for (const { onResponse } of passed.reverse())
      response = (await onResponse?.({ request, response })) ?? response;
    return response;
  }

  const call =
    (method: Uppercase<HttpMethod>) =>
    async (path: string, { params = {}, body, parseAs = 'json', headers, ...init }: AnyInit = {}) => {
      const encoded = encode(body);
      const all = new Headers(encoded.type === undefined ? {} : { 'content-type': encoded.type });
      for (const source of [common, headers, given(params.header)])
        for (const [name, value] of new Headers(source)) all.set(name, value);
      const response = await send(
        new Request(addressOf(baseUrl, path, params), {
          ...{ ...init, method, headers: all },
          ...(encoded.body !== undefined && { body: encoded.body }),
        }),
      );
      return response.ok
        ? { data: await readData(response, parseAs), response }
        : { error: await readError(response), response };
    };

  // The paths are types alone: at run time every call is one of these.
  return {
    GET: call('GET'),
    PUT: call('PUT'),
    POST: call('POST'),
    DELETE: call('DELETE'),
    PATCH: call('PATCH'),
    use: (...middleware: readonly Middleware[]) => void chain.push(...middleware),
    eject(...middleware: readonly Middleware[]) {
      for (const one of middleware) if (chain.includes(one)) chain.splice(chain.indexOf(one), 1);
    },
  } as object as ClientOf<Paths>;
}
