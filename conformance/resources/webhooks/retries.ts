/** What holds of one attempt, and of one that does not come. */

import { CaseEnded } from '../../engine/outcome.ts';
import {
  type Counting,
  countings,
  day,
  type Interval,
  inWords,
  lateSeconds,
  retries,
} from '../../judgements/retry-schedule.ts';
import { envelopeOf } from '../../provider/inspect.ts';
import type { Alternative } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import { providerHeaders } from '../../webhooks/provider-headers.ts';
import {
  type Attempts,
  type DeliveryAttempt,
  isInTime,
  isRealTime,
  nextWindow,
  phaseAfter,
} from './attempts.ts';
import type { DeliveryState } from './model.ts';

/** Timestamps may be a little off the clock that the suite reads. */
const slackSeconds = 5;

const isAround = (
  value: unknown,
  { arrived: { from, to }, ranSeconds }: Pick<DeliveryAttempt, 'arrived' | 'ranSeconds'>,
): boolean => Number(value) >= from - slackSeconds && Number(value) <= to + slackSeconds + ranSeconds;

function inWordsOf({ from, to }: Interval): string {
  return from === to ? `the time of the attempt, ${from}` : `a time from ${from} to ${to}`;
}

function judgeTimestamps(
  alternative: Alternative,
  name: string,
  first: DeliveryAttempt,
  attempt: DeliveryAttempt,
): void {
  const { delivery, arrived } = attempt;
  const stamp = providerHeaders(delivery.headers).timestamp;
  const { timestamp } = envelopeOf(delivery);
  // The time of this attempt or of the first one: both are times of sending.
  const isTime = (value: unknown) =>
    [attempt, first].some((each) => isAround(value, each) || isRealTime(value, each.delivery.receivedAt));
  const times = [...new Set([inWordsOf(arrived), `${inWordsOf(first.arrived)} (the first)`])].join(', or ');
  alternative.require('HOOK-009', isTime(stamp), `hook-timestamp of ${name}: ${times}`, show(stamp));
  alternative.require('HOOK-006', isTime(timestamp), `timestamp of ${name}: ${times}`, show(timestamp));
}

/** The id that is there to recognise repetitions: the header is only said to name the message, of which each attempt may be one. */
const idOf = ({ delivery }: DeliveryAttempt) => envelopeOf(delivery).id;

function judgeIdentity(alternative: Alternative, name: string, attempts: readonly DeliveryAttempt[]): void {
  const [first] = attempts;
  const attempt = attempts.at(-1);
  if (first === undefined || attempt === undefined) return;
  const [id, firstId] = [idOf(attempt), idOf(first)];
  // A second id before a retry may come is no retry: the event was sent twice.
  const earlier = attempts.slice(0, -1);
  const isTwice =
    id !== firstId &&
    countings.every(
      (each) => attempt.arrived.to < (nextWindow(earlier, each)?.from ?? Number.POSITIVE_INFINITY),
    );
  const expected = `${name} under one id`;
  alternative.require('HOOK-013', !isTwice, expected, `the ids ${show(firstId)} and ${show(id)}`, 'first');
  const same = `the id ${show(firstId)} as in the first attempt of ${name}`;
  alternative.require('HOOK-005', id === firstId, same, show(id), 'first');
}

/** The interpretation that the state goes by; until a retry tells them apart, either. */
function countingOf(alternative: Alternative, state: DeliveryState): Counting {
  const [likeliest, ...others] = countings;
  state.counting ??= alternative.choose([likeliest, ...others]);
  return state.counting;
}

/** When the last of some attempts came, seen from the one before. */
function comingOf(attempts: readonly DeliveryAttempt[]): string {
  const [before, last] = attempts.slice(-2);
  if (before === undefined || last === undefined) return '';
  const { from, to } = before.made;
  const { arrived, delivery } = last;
  const after = `after the response ${before.answer}`;
  const stamp = Number(providerHeaders(delivery.headers).timestamp);
  if (from === to && stamp >= arrived.from && stamp <= arrived.to) return `${inWords(stamp - from)} ${after}`;
  const earliest = Math.max(0, arrived.from - to);
  return `between ${inWords(earliest)} and ${inWords(arrived.to - from)} ${after}`;
}

/**
 * Judges the last of some attempts.
 *
 * @param isLive whether the clock of the target is not known, nor what its timestamps should be.
 */
export function judgeRetry(
  alternative: Alternative,
  state: DeliveryState,
  name: string,
  attempts: readonly DeliveryAttempt[],
  isLive: boolean,
): void {
  const [first] = attempts;
  const attempt = attempts.at(-1);
  const before = attempts.at(-2);
  if (first === undefined || attempt === undefined) return;
  if (!isLive) judgeTimestamps(alternative, name, first, attempt);
  if (before === undefined) return;
  judgeIdentity(alternative, name, attempts);
  const stood = phaseAfter(attempts.slice(0, -1));
  const another = `one more ${comingOf(attempts)}`;
  if (stood === 'delivered') {
    alternative.require(
      'HOOK-011',
      false,
      `no further attempt of ${name} after the response ${before.answer}`,
      another,
      'first',
    );
  }
  const index = attempts.length - 1;
  const retry = retries[index - 1];
  if (retry === undefined) {
    alternative.require('RETRY-008', false, `no eighth retry of ${name}`, another, 'first');
    return;
  }
  const counting = countingOf(alternative, state);
  const holds = isInTime(attempts, index, counting);
  const expected = `a retry of ${name} after ${inWords(retry.delay)}`;
  alternative.require(retry.requirement, holds, expected, `one ${comingOf(attempts)}`, 'first');
  alternative.require('HOOK-012', true, '', '');
  if (!state.retried.includes(before.answer)) state.retried.push(before.answer);
}

/** What is late comes within this time. */
const lostAfter = 2 * day;

/** Judges what has not come. */
export function judgeAbsence(
  alternative: Alternative,
  state: DeliveryState,
  name: string,
  attempts: readonly DeliveryAttempt[],
  { now, isLive }: Pick<Attempts, 'now' | 'isLive'>,
): void {
  const last = attempts.at(-1);
  if (last === undefined) return;
  const passed = now - last.arrived.to;
  const phase = phaseAfter(attempts);
  // There was enough time for a retry, and none came; otherwise judgeRetry has reported it.
  if (phase === 'delivered' && passed > 10) alternative.require('HOOK-011', true, '', '');
  if (phase === 'failed' && passed > lostAfter) alternative.require('RETRY-008', true, '', '');
  const isOver = (counting: Counting) => {
    const window = nextWindow(attempts, counting);
    return window !== undefined && now >= Math.ceil(window.to) + (isLive ? lateSeconds : 0);
  };
  const retry = retries[attempts.length - 1];
  if (phase !== 'pending' || retry === undefined || !countings.some(isOver)) return;
  if (!isOver(countingOf(alternative, state))) return;
  const expected = `a retry of ${name} after ${inWords(retry.delay)}`;
  const actual = `none within ${inWords(passed)} of the response ${last.answer}`;
  const wasRetried = isLive || state.retried.includes(last.answer);
  if (attempts.length === 1 && passed > lostAfter)
    alternative.require('HOOK-012', false, expected, actual, 'first');
  // If no retry followed such a response, either the response or the schedule is the cause.
  if (!wasRetried) throw new CaseEnded(`${name} was not retried after the response ${last.answer}.`);
  alternative.require(retry.requirement, false, expected, actual, 'first');
}
