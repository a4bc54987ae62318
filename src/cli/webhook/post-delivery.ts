/** One attempt of a delivery over HTTP, as a provider makes it: redirects are not followed. */
import { request } from 'undici';
import { causeOf } from '../../../conformance/engine/errors.ts';

/** What became of an attempt. */
export type Outcome =
  | {
      readonly type: 'answered';
      readonly status: number;
      /** The beginning of the body. */
      readonly text: string;
      readonly durationMillis: number;
    }
  | { readonly type: 'unanswered'; readonly reason: string; readonly durationMillis: number };

export interface Attempt {
  readonly url: string;
  /** The exact bytes. */
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly timeoutMillis: number;
  /** Ends the attempt. */
  readonly signal?: AbortSignal;
}

/** Enough for a message that says why a delivery was refused. */
const shownBytes = 4 * 1_024;

/** What a receiver says, as far as it is shown: how much there is of it is the receiver's affair. */
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
    // The status has been given; a body that breaks off does not take it back.
  }
  return Buffer.concat(chunks).subarray(0, shownBytes).toString('utf8');
}

/** Never throws: a receiver that is not there is one of the outcomes. */
export async function postDelivery({
  url,
  body,
  headers,
  timeoutMillis,
  signal: ended,
}: Attempt): Promise<Outcome> {
  const begun = performance.now();
  const timeout = AbortSignal.timeout(timeoutMillis);
  const signal = ended === undefined ? timeout : AbortSignal.any([timeout, ended]);
  try {
    const { statusCode: status, body: answer } = await request(url, {
      ...{ method: 'POST', headers, body, signal },
      // A connection of its own: one that the receiver closes in between would look like a failure.
      reset: true,
    });
    const text = await beginning(answer);
    return { type: 'answered', status, text, durationMillis: performance.now() - begun };
  } catch (cause) {
    const reason = timeout.aborted ? `no answer within ${timeoutMillis / 1_000} s` : causeOf(cause);
    return { type: 'unanswered', reason, durationMillis: performance.now() - begun };
  }
}

/** Section "Delivery": any 2xx acknowledges; everything else, 3xx too, brings the event again. */
export const acknowledges = (outcome: Outcome): boolean =>
  outcome.type === 'answered' && outcome.status >= 200 && outcome.status < 300;
