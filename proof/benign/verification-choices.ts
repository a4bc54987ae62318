/** Reviews, renewals and the expiry of documents, where the document leaves their details open. */

import { kycDecisions } from '../../reference-server/resources/kyc/decisions.ts';
import { createKycRules } from '../../reference-server/resources/kyc/rules.ts';
import { type BusinessState, withRecord } from '../../reference-server/state/business-state.ts';
import { secondsPerDay } from '../../reference-server/state/dates.ts';
import type { KycRecord } from '../../reference-server/state/records/people.ts';
import { nextOf } from '../../reference-server/state/rule.ts';
import { announcing, decide, silentWhen } from '../faults/kyc-tools.ts';
import type { BenignGroup, BenignVariant } from './variant.ts';

const sound = createKycRules();

const recordIn = ({ kycRecords }: BusinessState, userId: string) =>
  kycRecords.find(({ id }) => id === userId);

/** Stages that begin some seconds later, or earlier when the number is negative. */
const stagesLater = (
  seconds: (stage: string) => number,
  interpretations: readonly number[],
): BenignVariant => ({
  interpretations,
  overrides: decide({
    stageBeginsAt: (stage, date) => kycDecisions.stageBeginsAt(stage, date) + seconds(stage),
  }),
});

const endOf = ({ document }: KycRecord) =>
  document?.details.expirationDate === undefined || document.stage === 'expired'
    ? undefined
    : kycDecisions.stageBeginsAt('expired', document.details.expirationDate);

/** A day in which the identity has lost its approval and its document is still to be announced as expired. */
function rejectingEarly(): Partial<typeof sound> {
  const lost = new Set<string>();
  const rules = createKycRules({
    ...kycDecisions,
    mayRenew: (record) => kycDecisions.mayRenew(record) || lost.has(record.id),
  });
  const isDue = (record: KycRecord, now: number) => {
    const end = endOf(record);
    return record.identity?.status === 'approved' && end !== undefined && end - secondsPerDay <= now;
  };
  return {
    ...rules,
    progress(before, context) {
      let { state, events } = rules.progress(before, context);
      for (const record of state.kycRecords) {
        const { id: userId, identity, document } = record;
        const end = endOf(record);
        if (isDue(record, context.now)) {
          const input = { action: 'reject', type: 'identity' } as const;
          const rejected = rules.review(state, { userId, input }, context);
          lost.add(userId);
          state = rejected.state;
          events = [...events, ...rejected.events];
        } else if (identity?.status !== 'rejected') lost.delete(userId);
        else if (lost.has(userId) && document && end !== undefined && end <= context.now) {
          const { type = '', expirationDate = '' } = document.details;
          const data = { userId, stage: 'expired', documentType: type, expiryDate: expirationDate } as const;
          const expired = { ...record, document: { ...document, stage: 'expired' as const } };
          state = withRecord(state, 'kycRecords', expired);
          events = [...events, { eventType: 'user.kyc.expiry', data }];
        }
      }
      return { state, events };
    },
    nextProgressAt(state, context) {
      const next = rules.nextProgressAt(state, context);
      const ends = state.kycRecords.flatMap((record) => endOf(record) ?? []);
      const times = [
        ...ends,
        ...ends.map((end) => end - secondsPerDay),
        ...(next === undefined ? [] : [next]),
      ];
      return nextOf(times, context.now);
    },
  };
}

/** A replacement document whose verification is invisible until it has ended: until then the old document counts. */
function replacingAtTheEnd(): Partial<typeof sound> {
  const waiting = new Map<string, Parameters<typeof sound.renew>[1]>();
  return {
    renew(state, command, context) {
      const renewed = sound.renew(state, command, context);
      const { userId } = command;
      const isApproved = recordIn(state, userId)?.identity?.status === 'approved';
      if (!isApproved || recordIn(renewed.state, userId)?.identity?.status !== 'processing') return renewed;
      waiting.set(userId, command);
      return { state, events: [] };
    },
    review(state, command, context) {
      const { userId, input } = command;
      const renewal = input.type === 'identity' ? waiting.get(userId) : undefined;
      if (renewal === undefined) return sound.review(state, command, context);
      waiting.delete(userId);
      const renewed = sound.renew(state, renewal, context);
      return sound.review(renewed.state, command, context);
    },
  };
}

export const verificationChoiceVariants: BenignGroup = {
  checks: /^(kyc|existing)\./,
  // The tours in which documents expire are not among the first.
  modelCases: 60,
  variants: {
    'a decision that repeats the status and is not announced': {
      interpretations: [25, 77],
      overrides: silentWhen(
        ({ before, component, status, by }) => by === 'review' && before[component]?.status === status,
      ),
    },
    'a verification that is announced again when it becomes pending': {
      interpretations: [77],
      overrides: announcing((move) => (move.status === 'pending' ? { ...move, status: 'processing' } : move)),
    },
    'stages of a document that begin in the easternmost time zone': stagesLater(() => -14 * 3_600, [27, 82]),
    'stages of a document that begin in the westernmost time zone': stagesLater(() => 12 * 3_600, [27, 82]),
    // The reference server counts the 30th day before the date and leaves out the last days of the other two.
    'stages of a document whose first days are counted the other way': stagesLater(
      (stage) => (stage === 'about-to-expire' ? secondsPerDay : -secondsPerDay),
      [27],
    ),
    'a document that enters the stages before its own as well': {
      interpretations: [28, 83],
      overrides: decide({ announcedBefore: ({ stage }) => stage }),
    },
    'an identity that is rejected a day before its document is announced as expired': {
      interpretations: [29],
      overrides: { rules: { kyc: rejectingEarly() } },
    },
    'an identity that stays approved until its replacement is reviewed': {
      interpretations: [84],
      overrides: { rules: { kyc: replacingAtTheEnd() } },
    },
    'a renewal that waits for the first stage': {
      interpretations: [84],
      overrides: decide({
        mayRenew: (record) => kycDecisions.mayRenew(record) && record.document?.stage !== 'valid',
      }),
    },
  },
};
