/** Entries of HAR 1.2 for what a run sends and receives. Fields with an underscore are our own. */
import type { Redactor } from '../engine/redactor.ts';
import type { IncomingResponse, OutgoingRequest } from './transport.ts';

/** What a run knows of a message beside its text. */
export interface EntryNotes {
  readonly check: string;
  readonly step: string;
  readonly operation?: string;
  /** The request breaks the description on purpose. */
  readonly isInvalid?: boolean;
}

const notes = ({ check, step, operation, isInvalid }: EntryNotes) => ({
  _check: check,
  _step: step,
  ...(operation !== undefined && { _operation: operation }),
  ...(isInvalid && { _invalidOnPurpose: true }),
});

const list = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const isText = (body: string | Uint8Array): body is string => typeof body === 'string';

function requestOf(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
) {
  const type = headers['content-type'] ?? '';
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: list(headers),
    queryString: URL.canParse(url)
      ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
      : [],
    ...(body !== undefined && {
      postData: { mimeType: type, text: isText(body) ? body : Buffer.from(body).toString('latin1') },
    }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  };
}

function responseOf(status: number, headers: Readonly<Record<string, string>>, text: string) {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: list(headers),
    content: { size: Buffer.byteLength(text), mimeType: headers['content-type'] ?? '', text },
    redirectURL: headers.location ?? '',
    headersSize: -1,
    bodySize: Buffer.byteLength(text),
  };
}

const timed = (startedAt: number, millis: number) => ({
  startedDateTime: new Date(startedAt).toISOString(),
  time: millis,
  cache: {},
  timings: { send: 0, wait: millis, receive: 0 },
});

/**
 * A request and its response; status 0 if none came.
 *
 * @param startedAt milliseconds since 1970
 */
export function exchangeEntry(
  baseUrl: string,
  request: OutgoingRequest,
  outcome: IncomingResponse | Error,
  startedAt: number,
  known: EntryNotes,
): object {
  const { method, path, headers, body } = request;
  const sent = requestOf(method, (request.baseUrl ?? baseUrl) + path, headers, body);
  if (outcome instanceof Error)
    return {
      ...timed(startedAt, Date.now() - startedAt),
      request: sent,
      response: { ...responseOf(0, {}, ''), _error: outcome.message },
      ...notes(known),
    };
  return {
    ...timed(startedAt, outcome.durationMillis),
    request: sent,
    response: responseOf(outcome.status, outcome.headers, outcome.text),
    ...notes(known),
  };
}

/** A webhook that arrived, and the answer; status 0 if it was left without one. */
export function deliveryEntry(
  url: string,
  delivery: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly answered: number;
    /** Unix seconds. */
    readonly receivedAt: number;
  },
  known: EntryNotes,
): object {
  const { method, headers, body, answered, receivedAt } = delivery;
  return {
    ...timed(receivedAt * 1_000, 0),
    request: requestOf(method, url, headers, body),
    response: responseOf(answered, {}, ''),
    ...notes(known),
  };
}

/** The entry as JSON without secrets. */
export function entryText(entry: object, redactor: Redactor): string {
  const text = redactor.redact(JSON.stringify(entry));
  if (isJson(text)) return text;
  // A secret that reached over the end of a text: each text is searched on its own.
  return JSON.stringify(entry, (_, value: unknown) =>
    typeof value === 'string' ? redactor.redact(value) : value,
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
