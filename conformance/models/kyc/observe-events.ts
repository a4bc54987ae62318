/** Judges what is announced about the verification of users and about their documents. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { ComponentName } from '../../actions/kyc.ts';
import type { Reading } from '../../engine/reading.ts';
import { show } from '../../engine/scenario.ts';
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

/** What is broken when something is announced that was not so. */
function untrue({ cause }: KycState, { status }: ComponentBelief, word: Word): RequirementId {
  if (cause === 'refusal') return 'KYC-022';
  return word !== 'processing' && (status === 'none' || isUndecided(status)) ? 'KYC-014' : 'KYC-020';
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
    const { least, most, rule } = component.announced[word];
    const what = `user.kyc.updated with ${word} for ${name} of user ${user.name}`;
    if (conclusive && least > 0) {
      const seen = count === 0 ? 'no such event' : `${count} in all, where ${least} are due`;
      reading.mustHold(rule, count >= least, what, seen);
      reading.mustHold('EVENT-019', count >= least, what, seen);
    }
    if (most === 0)
      reading.mustHold(untrue(state, component, word), count === 0, `no ${what}`, 'such an event');
    else
      reading.mustHold(
        'HOOK-013',
        count <= most,
        `${what} under ${most} ids at most`,
        `${count} different ids`,
      );
  }
}

const announcedBy: Record<Stage, RequirementId> = {
  'about-to-expire': 'EXPIRY-001',
  'in-grace-period': 'EXPIRY-002',
  expired: 'EXPIRY-003',
};

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
      reading.mustHold('EXPIRY-005', count <= 1, `${what} once`, `${count} events with ids of their own`);
      if (conclusive && entered.includes(stage)) {
        const seen = sent.size === 0 ? 'no such event' : `only ${[...sent.keys()].join(', ')}`;
        reading.mustHold(announcedBy[stage], count > 0, what, seen);
      }
    }
    if (document.inForceSince === undefined || document.spent || !sent.has('expired')) continue;
    const wanted = `identity of user ${user.name} rejected when its document is announced as expired`;
    reading.mustHold('EXPIRY-004', identity === 'rejected', wanted, `identity ${identity}`);
  }
}
