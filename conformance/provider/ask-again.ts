/**
 * The one place that is patient with a response. "Not now" is not "never": a request is sent again until the response
 * decides something, or has said the same for so long that it is the target's own answer.
 */
import { ConformanceError } from '../engine/errors.ts';
import type { Environment } from '../engine/events.ts';
import { gatewayStatuses, strangerIn } from '../http/answered-by.ts';
import { retryAfterMillis } from '../http/rate-limit.ts';
import { type IncomingResponse, type Layer, type OutgoingRequest, safeMethods } from '../http/transport.ts';
import type { OutageWatch } from './outage-watch.ts';

export interface Asking {
  readonly operation: string;
  /** On production, requests that move real money are never repeated. */
  readonly environment: Environment;
  /** How long a response may say "later" if it does not say how long. */
  readonly patienceMillis: number;
  readonly pause: (millis: number) => Promise<void>;
  /** Absent if the target was never seen to work. */
  readonly watch: OutageWatch | undefined;
  /** Whether a write is sent again after an unexpected error, which may have carried it out. */
  readonly repeatsErrors: boolean;
  /** Whether the 409 of a write may only mean that something else has to happen first. */
  readonly mayPass: () => boolean;
  /** Called if the response keeps saying "later", and other requests work. @throws CaseEnded if the response proves nothing */
  readonly lasted: (response: IncomingResponse) => Promise<void>;
  /** Called if the target may have carried a write out more than once. */
  readonly doubt: (why: ConformanceError) => void;
  readonly signal: AbortSignal;
}

/** The longest time that a target may ask a request to wait. */
const mostMillis = 30_000;

const shortestPauseMillis = 250;

const fewestRepeats = 2;

/** Pauses after an unexpected error, which happens to single requests. */
const pausesAfterError: readonly number[] = [0, 50, 100, 200];

/**
 * What a response says that decides nothing. `later`: the target, or a gateway, asks to wait. `unexpected`: an error of
 * which the document says to retry later. `elsewhere`: a redirect or a page, which no server of the interface sends.
 */
type NotNow = 'later' | 'unexpected' | 'elsewhere';

function notNow(response: IncomingResponse, mayPass: () => boolean): NotNow | undefined {
  const { status, headers } = response;
  const isRefused = status >= 400;
  if (gatewayStatuses.has(status) || (isRefused && headers['retry-after'] !== undefined)) return 'later';
  if (status === 409 && mayPass()) return 'later';
  if (status === 500) return 'unexpected';
  return strangerIn(response) === undefined ? undefined : 'elsewhere';
}

/** Whether a write with this response may have been carried out; a rejected one was not. */
const mayHaveHappened = ({ status }: IncomingResponse) => status >= 500 && status !== 503;

/** How long to wait before the request is sent again; undefined if it was sent often enough. */
function pauseBefore(
  times: number,
  kind: NotNow,
  { headers }: IncomingResponse,
  leftMillis: number,
): number | undefined {
  switch (kind) {
    case 'unexpected':
      return pausesAfterError[times];
    case 'elsewhere':
      return times === 0 ? 0 : undefined;
    case 'later': {
      // A busy machine must not be the reason why nothing was sent again.
      if (leftMillis <= 0 && times >= fewestRepeats) return undefined;
      const asked = retryAfterMillis(headers['retry-after']);
      return Math.max(0, Math.min(leftMillis, Math.max(shortestPauseMillis, asked)));
    }
    default: {
      const unknown: never = kind;
      return unknown;
    }
  }
}

/** Sends a request until the response is known to be the target's decision about it. */
export const untilDecided =
  (asking: Asking): Layer =>
  (next) =>
  async (request: OutgoingRequest) => {
    const { operation, environment, watch, signal } = asking;
    const isRead = safeMethods.has(request.method);
    const started = performance.now();
    let longestMillis: number | undefined;
    let isDoubtful = false;
    for (let times = 0; ; times += 1) {
      const response = await next(request);
      // A read conflicts with nothing: its 409 only says that something else has to happen first.
      const kind = notNow(response, () => isRead || asking.mayPass());
      if (kind === undefined && isDoubtful)
        asking.doubt(
          new ConformanceError(
            'TARGET_BUSY',
            `${request.method} ${request.path} returned ${response.status} when it was sent again: it may have been carried out twice.`,
          ),
        );
      // On production, nothing may be carried out twice.
      if (kind === undefined || (environment === 'production' && !isRead)) return response;
      if (kind === 'unexpected' && !isRead && !asking.repeatsErrors) return response;
      // It already was the answer for as long as the target may ask to wait.
      if (watch?.isOwn(operation, response)) return response;
      isDoubtful ||= !isRead && mayHaveHappened(response);
      if (kind !== 'unexpected' && (await watch?.settle(signal)) === 'recovered') continue;
      longestMillis ??= longestFor(response, asking.patienceMillis);
      const wait = pauseBefore(times, kind, response, started + longestMillis - performance.now());
      if (wait === undefined) {
        await asking.lasted(response);
        watch?.noteOwn(operation, response);
        return response;
      }
      await asking.pause(wait);
    }
  };

/** A target that says how long to wait has that time, and a little more. */
function longestFor({ headers }: IncomingResponse, patienceMillis: number): number {
  const asked = retryAfterMillis(headers['retry-after']);
  return asked > mostMillis ? patienceMillis : Math.max(patienceMillis, 2 * asked);
}
