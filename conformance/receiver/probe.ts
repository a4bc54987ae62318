/** Reads on the receiver's side how often an event took effect. */
import { request } from 'undici';
import { ConformanceError, causeOf } from '../engine/errors.ts';
import { shownAddress } from '../engine/shown-address.ts';

/**
 * How often the event with this id took effect; undefined if that is unknown, and then nothing is judged by it. An event
 * that the receiver ignores on purpose counts as handled once.
 */
export type Probe = (
  eventId: string,
  signal: AbortSignal,
) => number | undefined | Promise<number | undefined>;

const trouble = (message: string, cause?: unknown) =>
  new ConformanceError('CONTROL_FAILED', message, { cause });

/**
 * A probe over HTTP: `GET <url>?id=<event id>` returns `{"count": n}`, or 404 if the event is unknown.
 *
 * @throws ConformanceError with code `CONTROL_FAILED` from the probe, for any other response
 */
export function httpProbe(url: string): Probe {
  return async (eventId, signal) => {
    const address = new URL(url);
    address.searchParams.set('id', eventId);
    let status: number;
    let text: string;
    try {
      const response = await request(address, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
      });
      status = response.statusCode;
      text = await response.body.text();
    } catch (cause) {
      signal.throwIfAborted();
      throw trouble(
        `The probe ${shownAddress(url)} does not answer: ${causeOf(cause)}: check --probe`,
        cause,
      );
    }
    if (status === 404) return undefined;
    const count = countIn(text);
    if (status === 200 && count !== undefined) return count;
    throw trouble(
      `The probe ${shownAddress(url)} answered ${status}: it must answer 200 with {"count": n}, or 404 where it does not know the event`,
    );
  };
}

function countIn(text: string): number | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const count = typeof value === 'object' && value !== null && 'count' in value ? value.count : undefined;
    return Number.isInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
  } catch {
    return undefined;
  }
}
