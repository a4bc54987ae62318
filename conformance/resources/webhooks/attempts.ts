/** What has arrived at the endpoints of a case, and when. */
import { isSentTwice, stampOf, tooSoonForRetry } from '../../judgements/delivery-ids.ts';
import {
  type Counting,
  countings,
  type Interval,
  lateSeconds,
  retries,
  windowOf,
} from '../../judgements/retry-schedule.ts';
import { envelopeOf } from '../../provider/inspect.ts';
import type { WebhookDelivery } from '../../webhooks/receiver.ts';

/** Whose endpoint it is. */
export type EndpointPlace = 'business' | 'platform' | 'other business';

/** The log of the attempts to deliver one event to one endpoint. */
export interface DeliveryRoute {
  /** Name of the event: A, B. */
  readonly event: string;
  readonly at: EndpointPlace;
}

interface Arrival {
  readonly delivery: Omit<WebhookDelivery, 'answered'>;
  /** Times of the business between which it arrived. */
  readonly arrived: Interval;
  /** Real time since the clock was last read, by which a clock that runs is ahead of that. */
  readonly ranSeconds: number;
  /** How often the clock had stood by then. */
  readonly stops: number;
}

export interface DeliveryAttempt extends Arrival {
  /** What the receiver did, in the words of the script. */
  readonly answer: string;
  /** Times between which it was made, as far as its own timestamp shows; or failed, if that is later. */
  readonly made: Interval;
}

/** Clocks of the server and of this machine may differ a little. */
const slackSeconds = 5;

/**
 * Whether a timestamp is the real time of a delivery: a server whose clocks can be moved may send its webhooks with it (interpretation 310).
 *
 * @param receivedAt Unix seconds
 */
export const isRealTime = (timestamp: unknown, receivedAt: number): boolean =>
  Math.abs(Number(timestamp) - receivedAt) <= slackSeconds;

const isAcknowledgement = (answer: string) => /^(slowly )?2/.test(answer);
const isAnswer = (answer: string) => answer !== 'closes' && answer !== 'hangs';

interface Received
  extends DeliveryRoute,
    Pick<DeliveryAttempt, 'delivery' | 'answer' | 'ranSeconds' | 'stops'> {
  readonly from: number;
  to?: number;
  /** For one that got no response: by when its sender had given up. */
  failedBy?: number;
}

/** By when something arrived, if the clock has shown this since: one that runs by itself may already have been further. */
const endOf = ({ from, ranSeconds }: Pick<Received, 'from' | 'ranSeconds'>, now: number): number =>
  Math.max(now, from + Math.floor(ranSeconds));

/**
 * Attempts as they arrive, between the times that a clock has shown which stands unless it is moved. A live clock is our
 * own, and what it shows of an attempt may be some seconds late.
 */
export class Attempts {
  readonly isLive: boolean;
  #now: number;
  /** Our own time when the clock was last read. */
  #readAt = Date.now() / 1_000;
  /** Our own times, in Unix seconds, at which the clock stood. */
  readonly #stops: number[] = [];
  #seen = 0;
  readonly #received: Received[] = [];

  /** @param now absent when the clock is live. */
  constructor(now?: number) {
    this.isLive = now === undefined;
    this.#now = now ?? 0;
  }

  get now(): number {
    return this.isLive ? Date.now() / 1_000 : this.#now;
  }

  /** What has arrived since the clock was last read arrived by now. */
  passed(now: number): void {
    if (this.isLive) return;
    this.#now = now;
    this.#readAt = Date.now() / 1_000;
    this.#stops.push(this.#readAt);
    for (const received of this.#received) received.to ??= endOf(received, now);
  }

  /** Whoever waited for a response has given up by now. */
  gaveUp(now: number): void {
    for (const received of this.#received) received.failedBy ??= now;
  }

  add(route: DeliveryRoute, delivery: DeliveryAttempt['delivery'], answer: string): void {
    const { now } = this;
    this.#received.push({
      ...route,
      delivery,
      answer,
      stops: this.#stops.length,
      ranSeconds: this.isLive ? 0 : Math.max(0, delivery.receivedAt - this.#readAt),
      ...(this.isLive ? { from: now - lateSeconds, to: now } : { from: now }),
    });
  }

  count({ event, at }: DeliveryRoute): number {
    return this.#received.filter((received) => received.event === event && received.at === at).length;
  }

  /**
   * What has arrived so far, all of it by a time which is to be told later.
   *
   * @param now what the clock showed after the look before: what was there then had arrived by then.
   */
  soFar(now: number): (route: DeliveryRoute, now: number) => readonly DeliveryAttempt[] {
    if (!this.isLive) {
      this.#now = Math.max(this.#now, now);
      this.#stops.push(Date.now() / 1_000);
      for (const received of this.#received.slice(0, this.#seen)) received.to ??= endOf(received, now);
    }
    this.#seen = this.#received.length;
    const received = this.#received.map((each) => ({ ...each }));
    return (route, by) => attemptsOn(received, route, by, this.isLive);
  }

  /** The attempts on a route so far. */
  on(route: DeliveryRoute): readonly DeliveryAttempt[] {
    return attemptsOn(this.#received, route, this.now, this.isLive);
  }

  /**
   * Whether the clock stood at some time between two deliveries. If not, it may have been moved while the second of two copies
   * was on its way, which then bears a later time.
   *
   * @param earlier Unix seconds of our own time, as `later`
   */
  stoodBetween(earlier: number, later: number): boolean {
    return this.isLive || this.#stops.some((at) => at >= earlier && at <= later);
  }

  /** Every route on which something has arrived. */
  get routes(): readonly DeliveryRoute[] {
    const routes = new Map(this.#received.map(({ event, at }) => [`${event} ${at}`, { event, at }]));
    return [...routes.values()];
  }
}

/** Whether something is sent twice, where the times of arrival are known: a timestamp may be that of the first sending. */
function isDoubled(
  acknowledged: DeliveryAttempt,
  { delivery, arrived, stops }: DeliveryAttempt,
  { isFirst, isLive }: { readonly isFirst: boolean; readonly isLive: boolean },
): boolean {
  if (isLive) return arrived.to - acknowledged.arrived.to < tooSoonForRetry;
  // A clock that is moved just when an event is sent may be ahead when its copy is sent.
  const isWithinOneMove = isFirst && arrived.from < arrived.to && stops === acknowledged.stops;
  const elapsed = arrived.from - acknowledged.arrived.to;
  return isWithinOneMove || (elapsed < tooSoonForRetry && isSentTwice(acknowledged.delivery, delivery));
}

/** In seconds of a live clock; what comes later may be a retry that is too early. */
const atOnce = 0.3;

/** Whether an attempt is the last one once more: the same message in the same moment, with the same timestamp. */
const isCopy = ({ delivery, arrived }: Arrival, last: Arrival, isLive: boolean): boolean =>
  arrived.to - last.arrived.to <= (isLive ? atOnce : 0) &&
  stampOf(delivery) === stampOf(last.delivery) &&
  envelopeOf(delivery).id === envelopeOf(last.delivery).id;

/** Whether every attempt came twice at once. A sender that repeats only a refused attempt retries too early. */
function areDoubled(made: readonly Arrival[], isLive: boolean): boolean {
  const isRepetition = made.map((each, index) => {
    const last = made[index - 1];
    return last !== undefined && isCopy(each, last, isLive);
  });
  // On a live clock, the copy of the latest may be on its way.
  const settled = isLive ? made.length - 1 : made.length;
  return isRepetition.every((is, index) => is || index >= settled || isRepetition[index + 1] === true);
}

/**
 * The attempts on a route. What comes again in the same moment with the same timestamp is the same attempt if the connection
 * broke, because the HTTP client of the target sent it, and if each attempt is sent twice. A retry says a time of its own,
 * also where the clock was not read in between.
 */
function attemptsOn(
  received: readonly Received[],
  { event, at }: DeliveryRoute,
  now: number,
  isLive: boolean,
): readonly DeliveryAttempt[] {
  const attempts: DeliveryAttempt[] = [];
  const own = received
    .filter((each) => each.event === event && each.at === at)
    .map(({ from, to, ...rest }) => ({
      ...rest,
      arrived: { from, to: to ?? endOf({ from, ...rest }, now) },
    }));
  const isDoubling = areDoubled(own, isLive);
  // Each of two copies may have its own retries.
  let isSecondRefused = false;
  for (const { arrived, ranSeconds, stops, delivery, answer, failedBy = 0 } of own) {
    const { to } = arrived;
    const sentAt = isLive ? { from: to, to } : madeAt(arrived, delivery, attempts);
    const made = answer === 'hangs' ? { ...sentAt, to: Math.max(sentAt.to, failedBy) } : sentAt;
    const attempt = { delivery, answer, arrived, ranSeconds, stops, made };
    const last = attempts.at(-1);
    const acknowledged = attempts.find((each) => isAcknowledgement(each.answer));
    const isFirst = acknowledged === attempts[0];
    if (acknowledged && (isSecondRefused || isDoubled(acknowledged, attempt, { isFirst, isLive }))) {
      isSecondRefused ||= !isAcknowledgement(answer);
      continue;
    }
    const isSame =
      last !== undefined && isCopy(attempt, last, isLive) && (isDoubling || !isAnswer(last.answer));
    if (!isSame) {
      attempts.push(attempt);
      continue;
    }
    attempts.splice(-1, 1, attempt);
    // A sender of copies may go by the one that got no response.
    isSecondRefused ||= isDoubling || isAnswer(last.answer);
  }
  return attempts;
}

/** How a delivery stands after its attempts. */
export function phaseAfter(
  attempts: readonly DeliveryAttempt[],
): 'announced' | 'pending' | 'delivered' | 'failed' {
  if (attempts.length === 0) return 'announced';
  if (attempts.some(({ answer }) => isAcknowledgement(answer))) return 'delivered';
  return attempts.length > retries.length ? 'failed' : 'pending';
}

/**
 * When an attempt was made. Between two readings of the clock its own timestamp decides, unless they are so far apart
 * that a wrong one would mislead, or it is that of the first attempt, which a retry may repeat.
 */
function madeAt(
  { from, to }: Interval,
  delivery: DeliveryAttempt['delivery'],
  [first, ...others]: readonly DeliveryAttempt[],
): Interval {
  const stamp = Number(stampOf(delivery));
  if (first !== undefined && stamp === Number(stampOf(first.delivery))) return { from, to };
  const delay = first === undefined ? 0 : (retries[others.length]?.delay ?? 0);
  const isNear = to - from <= 10 + delay / 3;
  return isNear && stamp >= from && stamp <= to ? { from: stamp, to: stamp } : { from, to };
}

/** When the next attempt may come, by each counting. */
export function nextWindow(attempts: readonly DeliveryAttempt[], counting: Counting): Interval | undefined {
  const [first] = attempts;
  const last = attempts.at(-1);
  if (first === undefined || last === undefined || phaseAfter(attempts) !== 'pending') return undefined;
  return windowOf(attempts.length - 1, counting, first.made, last.made);
}

/** Whether an attempt came in its window; the first one has none. */
export function isInTime(attempts: readonly DeliveryAttempt[], index: number, counting: Counting): boolean {
  const window = nextWindow(attempts.slice(0, index), counting);
  const attempt = attempts[index];
  if (window === undefined || attempt === undefined) return true;
  const { from, to } = attempt.arrived;
  // Deliveries that arrive while the clock moves were not there at the earlier read.
  const isLate = from === to ? from > window.to : from >= window.to;
  return to >= window.from && !isLate;
}

/** The countings that nothing has spoken against so far. */
export function possibleCountings(attempts: Attempts): readonly Counting[] {
  const left = countings.filter((counting) =>
    attempts.routes.every((route) => {
      const made = attempts.on(route);
      return made.every((_, index) => isInTime(made, index, counting));
    }),
  );
  return left.length > 0 ? left : countings;
}
