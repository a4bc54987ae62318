import { respondTo, type WebhookHandlerOptions } from './handler.ts';
import { secretBytesOf } from './secret.ts';
import { verify } from './verify.ts';

/** The part of an Express request that is needed. */
interface ExpressRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
}

interface ExpressResponse {
  status(code: number): { send(text: string): unknown };
}

const mostBytes = 2 * 1_024 * 1_024;

/** Reads to the end, as a response to a request that is not read may be lost. @returns undefined for more than `mostBytes` */
async function readAll(request: ExpressRequest): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= mostBytes) chunks.push(chunk);
  }
  if (length > mostBytes) return undefined;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * A handler for Express 4 and 5. It reads up to 2 MiB itself, so register it before `express.json()`; behind `express.raw()`
 * it takes the bytes that are there. Errors of `onEvent` go to `next`.
 *
 * @throws TypeError when the secret is empty or not base64
 *
 * @example
 * app.post('/hooks', createExpressHandler({ secret, onEvent }));
 */
export function createExpressHandler(
  options: WebhookHandlerOptions,
): (request: ExpressRequest, response: ExpressResponse, next: (error: unknown) => void) => Promise<void> {
  // A missing secret shows when the service starts, not at the first delivery.
  secretBytesOf(options.secret);
  return async (request, response, next) => {
    try {
      const rawBody = request.body === undefined ? await readAll(request) : request.body;
      if (rawBody === undefined) {
        response.status(413).send('');
        return;
      }
      // If a body parser consumed the bytes, verify reports it.
      const { status, text } = await respondTo(
        (given) => verify(rawBody as Uint8Array, request.headers, options.secret, given),
        options,
      );
      response.status(status).send(text);
    } catch (error) {
      next(error);
    }
  };
}
