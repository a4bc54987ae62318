/** Judges what is announced about the verification of users and about their documents. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { ComponentName } from '../../actions/kyc.ts';
import type { Reading } from '../../provider/reading.ts';
import { show } from '../../provider/scenario.ts';
import type { Envelope } from '../../webhooks/inspect.ts';
import { announcements } from '../ground.ts';
import { type DocumentBelief, possibleFrom, type Stage, stageAt, stages } from './document.ts';
import {
  type ComponentBelief,
  componentNames,
  isUndecided,
  type KycState,
  type UserBelief,
  type Word,
  words,
} from './model.ts';

const isOfKyc = ({ eventType }: Envelope) =>
  eventType === 'user.kyc.updated' || eventType === 'user.kyc.expiry';

/** Every event is about this business, one of its users, and a component that there is. */
export function judgeSubjects(
  reading: Reading,
  tenantKey: string | undefined,
  ids: readonly string[],
  events: readonly Envelope[],
): void {
  // Elsewhere others may cause events as well.
  if (tenantKey === undefined) return;
  for (const { eventType, data } of events.filter(isOfKyc)) {
    const isOurs = data?.tenantKey === tenantKey;
    reading.require(
      'HOOK-007',
      isOurs,
      `${eventType} with the tenantKey ${tenantKey}`,
      show(data?.tenantKey),
    );
    const isOfUpdate = eventType === 'user.kyc.updated';
    const known = ids.some((id) => id === data?.userId);
    const rule = isOfUpdate ? 'EVENT-018' : 'EVENT-020';
    reading.require(rule, known, `${eventType} with the userId of a user`, show(data?.userId));
    if (!isOfUpdate) continue;
    const named = componentNames.some((name) => name === data?.type);
    reading.require('KYC-001', named, `${eventType} of identity or address`, show(data?.type));
  }
}

/** What is broken when something is announced more often than the last step can have caused. */
function excess(state: KycState, { status, announced }: ComponentBelief, word: Word): RequirementId {
  const { most, seen } = announced[word];
  if (most > seen || status === word || (isUndecided(status) && word === 'processing')) return 'HOOK-013';
  if (state.cause === 'refusal') return 'KYC-022';
  if (state.cause === 'review') return 'KYC-019';
  return status === 'none' || isUndecided(status) ? 'KYC-014' : 'KYC-020';
}

export function judgeAnnouncements(
  reading: Reading,
  state: KycState,
  user: UserBelief,
  name: ComponentName,
  id: string,
  events: readonly Envelope[],
  conclusive: boolean,
): void {
  const component = user[name];
  const sent = announcements(events, ({ eventType, data }) =>
    eventType === 'user.kyc.updated' && data?.userId === id && data.type === name
      ? String(data.status)
      : undefined,
  );
  for (const word of words) {
    const count = sent.get(word)?.size ?? 0;
    const announced = component.announced[word];
    const { least, most, rule } = announced;
    const what = `user.kyc.updated with ${word} for ${name} of user ${user.name}`;
    const actual = count === 0 ? 'no such event' : `${count} by now, under different ids`;
    if (conclusive && least > announced.seen) {
      const isSent = count >= least;
      reading.require(rule, isSent, least === 1 ? what : `${least} times ${what}`, actual);
      if (isSent) reading.require('EVENT-019', isSent, what, actual);
    }
    const limit = most === 0 ? `no ${what}` : `${most} times ${what} at most`;
    reading.require(excess(state, component, word), count <= most, limit, actual);
    announced.seen = count;
    if (!conclusive) continue;
    // All that was due has been sent, so that only what the next steps cause can still come.
    announced.least = count;
    announced.most = count;
  }
}

const announcedBy = {
  'about-to-expire': 'EXPIRY-001',
  'in-grace-period': 'EXPIRY-002',
} as const satisfies Partial<Record<Stage, RequirementId>>;

/** What is broken when a stage is announced before a document can have entered it. */
function tooEarly(stage: Stage, { expiry }: DocumentBelief, now: number): RequirementId {
  if (stage === 'about-to-expire' || stageAt(expiry, now) === undefined) return 'LIMIT-002';
  return stage === 'expired' ? 'LIMIT-003' : 'EXPIRY-002';
}

/** @param identity its status as a read has shown it after the events. */
export function judgeStages(
  reading: Reading,
  { common: { now } }: KycState,
  user: UserBelief,
  id: string,
  identity: string | undefined,
  events: readonly Envelope[],
  conclusive: boolean,
): void {
  const own = events.filter(({ eventType, data }) => eventType === 'user.kyc.expiry' && data?.userId === id);
  for (const { data } of own) {
    const known = user.documents.some(({ expiry }) => expiry === data?.expiryDate);
    const dates = user.documents.map(({ expiry }) => expiry).join(', ');
    const wanted = `the expiryDate of a document of user ${user.name}: ${dates}`;
    reading.mustHold('EVENT-020', known, wanted, show(data?.expiryDate));
  }
  for (const document of user.documents) {
    const { expiry, entered } = document;
    const sent = announcements(own, ({ data }) =>
      data?.expiryDate === expiry ? String(data.stage) : undefined,
    );
    for (const stage of stages) {
      const count = sent.get(stage)?.size ?? 0;
      const what = `user.kyc.expiry with ${stage} for the document of user ${user.name}, ${expiry}`;
      if (now < possibleFrom(stage, expiry)) {
        reading.mustHold(tooEarly(stage, document, now), count === 0, `no ${what}, yet`, 'such an event');
        continue;
      }
      reading.require('EXPIRY-005', count <= 1, `${what} once`, `${count} events with ids of their own`);
      if (conclusive && entered.includes(stage)) {
        const seen = sent.size === 0 ? 'no such event' : `only ${[...sent.keys()].join(', ')}`;
        // What follows from a stage that was never announced would only be its echo.
        if (stage === 'expired') reading.mustHold('EXPIRY-003', count > 0, what, seen);
        else reading.require(announcedBy[stage], count > 0, what, seen);
      }
    }
    if (document.inForceSince === undefined || document.spent || !sent.has('expired')) continue;
    const wanted = `identity of user ${user.name} rejected when its document is announced as expired`;
    reading.mustHold('EXPIRY-004', identity === 'rejected', wanted, `identity ${identity}`);
  }
}

/**
 * An identity that is rejected because its document has expired was so when that was announced.
 *
 * @param asItCame what a read has shown before the event was answered, if one came.
 */
export function judgeArrival(
  reading: Reading,
  { name, expired }: UserBelief,
  asItCame: string | undefined,
  identity: string | undefined,
): void {
  if (asItCame === undefined || !expired || identity !== 'rejected') return;
  const wanted = `identity of user ${name} rejected before its document is announced as expired`;
  reading.require('EXPIRY-004', asItCame !== 'approved', wanted, `identity ${asItCame} when the event came`);
}
