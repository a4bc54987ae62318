import { retryAfterMillis } from './backoff.ts';

/** The codes that the interface document shows; its list is not complete. */
export type ServiceErrorCode =
  | 'invalid_request_body'
  | 'resource_not_found'
  | 'internal_error'
  // Keeps the three above in the suggestions of an editor.
  | (string & {});

/** The service responded with anything but success (section "Errors"). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** Undefined where the body is not the documented error object, such as the page of a gateway. */
  readonly code: ServiceErrorCode | undefined;
  /** For validation errors, a message for each field. */
  readonly params: Readonly<Record<string, string>>;
  /** The delay in the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const { code, message, params } = readBody(body);
    super(message ?? `The service responded with ${status}`);
    this.status = status;
    this.code = code;
    this.params = params;
    const millis = retryAfterMillis(headers.get('retry-after'), Date.now());
    this.retryAfterSeconds = millis === undefined ? undefined : Math.ceil(millis / 1000);
  }
}

/**
 * - `timed-out`: no complete response within `timeoutMillis`.
 * - `unreachable`: `fetch` failed, such as on a refused or broken connection; `cause` has its error.
 */
export type ConnectionErrorCode = 'timed-out' | 'unreachable';

/** There was no response. A write may have been carried out all the same. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: ConnectionErrorCode;

  constructor(code: ConnectionErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/**
 * The service redirected the request. The client follows no redirect: the body, the tenant key or the token would go to
 * an address that nobody configured, and the document shows no redirects.
 */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  /** Undefined in a browser, which hides it. */
  readonly status: number | undefined;
  /** The address without its query, which may hold a secret. Undefined in a browser, or if the service named no address. */
  readonly location: string | undefined;

  constructor(message: string, { status, location }: Pick<RedirectError, 'status' | 'location'>) {
    super(message);
    this.status = status;
    this.location = location;
  }
}

interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The documented fields that are there: a gateway in between sends a body of its own. */
function readBody(body: unknown): ErrorBody {
  if (typeof body !== 'object' || body === null) return { params: {} };
  const text = (name: 'code' | 'message') =>
    name in body && typeof Reflect.get(body, name) === 'string' ? { [name]: Reflect.get(body, name) } : {};
  const params: unknown = Reflect.get(body, 'params');
  const entries = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  return {
    ...text('code'),
    ...text('message'),
    params: Object.fromEntries(entries.filter(([, message]) => typeof message === 'string')),
  };
}
