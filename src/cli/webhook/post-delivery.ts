/** One delivery attempt over HTTP, as a provider makes it: does not follow redirects. */
import { request } from 'undici';
import { causeOf } from '../../../conformance/engine/errors.ts';

/** The outcome of an attempt. */
export type PostOutcome =
  | {
      readonly type: 'answered';
      readonly status: number;
      /** The beginning of the body. */
      readonly text: string;
      readonly durationMillis: number;
    }
  | { readonly type: 'unanswered'; readonly reason: string; readonly durationMillis: number };

export interface PostAttempt {
  readonly url: string;
  /** The exact bytes. */
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly timeoutMillis: number;
  /** Ends the attempt. */
  readonly signal?: AbortSignal;
}

/** Enough for an error message of the receiver. */
const shownBytes = 4 * 1_024;

/** The beginning of the response; the rest is not read, however long it is. */
async function beginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= shownBytes) break;
    }
  } catch {
    // The status counts, even if the body breaks off.
  }
  return Buffer.concat(chunks).subarray(0, shownBytes).toString('utf8');
}

/** Never throws: an unreachable receiver is an outcome too. */
export async function postDelivery({
  url,
  body,
  headers,
  timeoutMillis,
  signal: ended,
}: PostAttempt): Promise<PostOutcome> {
  const begun = performance.now();
  const timeout = AbortSignal.timeout(timeoutMillis);
  const signal = ended === undefined ? timeout : AbortSignal.any([timeout, ended]);
  try {
    const { statusCode: status, body: answer } = await request(url, {
      ...{ method: 'POST', headers, body, signal },
      // A new connection for each attempt: a kept one that the receiver closes would look like a failure.
      reset: true,
    });
    const text = await beginning(answer);
    return { type: 'answered', status, text, durationMillis: performance.now() - begun };
  } catch (cause) {
    const reason = timeout.aborted ? `no response within ${timeoutMillis / 1_000} s` : causeOf(cause);
    return { type: 'unanswered', reason, durationMillis: performance.now() - begun };
  }
}

/** Section "Delivery": any 2xx acknowledges; any other status, 3xx too, leads to a retry. */
export const acknowledges = (outcome: PostOutcome): boolean =>
  outcome.type === 'answered' && outcome.status >= 200 && outcome.status < 300;
