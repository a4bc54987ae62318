/** What a request came to that was not answered with success (section "Errors"). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** Machine-readable, such as `invalid_request_body`; undefined where the answer is not the documented error body. */
  readonly code: string | undefined;
  /** For validation errors, a message for each field. */
  readonly params: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown) {
    const { code, message, params } = readBody(body);
    super(message ?? `The service answered ${status}`);
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Whatever is there of the documented body: a gateway in between answers in its own words. */
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
