/** A `fetch` that records its traffic without changing it for the caller. */
import { isUtf8 } from 'node:buffer';
import { textOf } from '../http/reception.ts';
import {
  type Headers as Named,
  type ObservedDelivery,
  type ObservedExchange,
  saysAll,
} from './observation.ts';
import { mostJudgedBytes } from './passing-body.ts';
import { realTime, type TrafficRecord } from './record.ts';

type Input = Parameters<typeof fetch>[0];
type Init = Parameters<typeof fetch>[1];
type Stream = ReadableStream<Uint8Array>;

const known = (body: string | undefined) => (body === undefined ? {} : { body });

/**
 * @param signal aborts the wait for the body, which is then unknown
 * @returns undefined if the body is too long, or broke off
 */
async function bytesOf(stream: Stream | null, signal: AbortSignal): Promise<Buffer | undefined> {
  if (stream === null) return Buffer.alloc(0);
  const reader = stream.getReader();
  // Cancelling one branch of a tee also waits for the other, so it is not awaited.
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done && size <= mostJudgedBytes; next = await reader.read()) {
      size += next.value.byteLength;
      chunks.push(next.value);
    }
    if (size > mostJudgedBytes) stop();
    return signal.aborted || size > mostJudgedBytes ? undefined : Buffer.concat(chunks);
  } catch {
    return undefined;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** @returns undefined if the text is unknown, or cannot be judged */
async function textIn(stream: Stream | null, signal: AbortSignal): Promise<string | undefined> {
  const bytes = await bytesOf(stream, signal);
  try {
    return bytes && textOf([bytes], undefined);
  } catch {
    return undefined;
  }
}

/** Not by class: tests may run in realms with their own classes. */
const isRequest = (input: Input): input is Request => typeof input === 'object' && 'clone' in input;

/** Whether a body can be read twice; streams and forms are left to the sender. */
const isPlain = (body: unknown) =>
  typeof body === 'string' ||
  [URLSearchParams, ArrayBuffer, Blob].some((kind) => body instanceof kind) ||
  ArrayBuffer.isView(body);

/**
 * The request in a form that can be read without affecting the caller.
 *
 * @returns undefined if that is impossible
 */
function copyOf(input: Input, { method, headers, body }: NonNullable<Init> = {}): Request | undefined {
  try {
    return new Request(isRequest(input) ? input.clone() : input, {
      ...(method !== undefined && { method }),
      ...(headers !== undefined && { headers }),
      ...(isPlain(body) && { body: body ?? null }),
    });
  } catch {
    return undefined;
  }
}

const isForm = ({ headers }: Request) => headers.get('content-type')?.startsWith('multipart/') ?? false;

async function sentBody(copy: Request, init: Init, signal: AbortSignal): Promise<string | undefined> {
  const isUnknown = (init?.body != null && !isPlain(init.body)) || isForm(copy);
  return isUnknown ? undefined : textIn(copy.body, signal);
}

const isEventStream = (headers: Headers) => /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');

/** A copy of the body of a response. Call this before the body is read. */
function answeredBody(response: Response, method: string, signal: AbortSignal): Promise<string | undefined> {
  const isUnknown = !saysAll(method, response.status) || isEventStream(response.headers);
  if (isUnknown) return Promise.resolve(undefined);
  try {
    return textIn(response.clone().body, signal);
  } catch {
    return Promise.resolve(undefined);
  }
}

const headersOf = (headers: Headers): Named => Object.fromEntries(headers);

/** Whether a value has what a response needs: tests may return anything that their client accepts. */
const isResponse = (response: Partial<Response> | undefined) =>
  typeof response?.clone === 'function' && typeof response.headers?.get === 'function';

/** @param baseUrl only requests to this address are recorded */
export function recordFetch(inner: typeof fetch, baseUrl: string, record: TrafficRecord): typeof fetch {
  return async (input, init) => {
    const copy = copyOf(input, init);
    if (!copy?.url.startsWith(`${baseUrl}/`)) return inner(input, init);
    const { method, url } = copy;
    const { signal } = record;
    const startedAt = realTime();
    const sent = sentBody(copy, init, signal);
    const response = await inner(input, init);
    // A response from another address is not a response to this request.
    if (!isResponse(response) || response.redirected) return response;
    const answered = answeredBody(response, method, signal);
    const exchange = async (): Promise<ObservedExchange> => ({
      request: {
        method,
        path: url.slice(baseUrl.length).replace(/#.*$/, ''),
        headers: headersOf(copy.headers),
        ...known(await sent),
      },
      response: { status: response.status, headers: headersOf(response.headers), ...known(await answered) },
      ...{ startedAt, endedAt: realTime() },
    });
    record.exchange(exchange());
    return response;
  };
}

/** A webhook that a test received, if it is no `Request`. */
export interface ReceivedWebhook {
  /** @defaultValue `POST` */
  readonly method?: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As received, before anything parsed it. */
  readonly body: string | Uint8Array | ArrayBuffer;
}

const isFetchHeaders = (headers: ReceivedWebhook['headers']): headers is Headers =>
  typeof headers.get === 'function';

function namedIn(headers: ReceivedWebhook['headers']): Named {
  if (isFetchHeaders(headers)) return headersOf(headers);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );
}

const isFetchRequest = (received: Request | ReceivedWebhook): received is Request => 'clone' in received;

/**
 * Records a webhook. Copies a Request, so that its handler can still read it.
 *
 * @param answered status of the receiver's response
 * @throws TypeError if the body of a request was already read
 */
export function recordDelivery(
  received: Request | ReceivedWebhook,
  answered: number,
  record: TrafficRecord,
): void {
  const startedAt = realTime();
  const { method = 'POST' } = received;
  const headers = namedIn(received.headers);
  const bytesIn = isFetchRequest(received)
    ? bytesOf(received.clone().body, record.signal)
    : Promise.resolve(Buffer.from(received.body as string));
  const read = async (): Promise<ObservedDelivery | undefined> => {
    const bytes = await bytesIn;
    // The signature covers exact bytes.
    const isKnown = bytes !== undefined && isUtf8(bytes) && headers['content-encoding'] === undefined;
    return isKnown ? { startedAt, method, headers, body: bytes.toString(), answered } : undefined;
  };
  record.delivery(read());
}
