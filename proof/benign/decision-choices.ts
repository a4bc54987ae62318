/** Verifications that are decided, announced and expire otherwise than those of the reference server. */

import type { FaultOverrides } from '../../reference-server/fault.ts';
import { invoiceRules } from '../../reference-server/resources/invoices/rules.ts';
import { kybRules } from '../../reference-server/resources/kyb/rules.ts';
import { componentNames, kycDecisions } from '../../reference-server/resources/kyc/decisions.ts';
import { kycRules } from '../../reference-server/resources/kyc/rules.ts';
import { recordOf } from '../../reference-server/resources/kyc/verification.ts';
import { type BusinessState, type Outcome, withRecord } from '../../reference-server/state/business-state.ts';
import { secondsPerDay } from '../../reference-server/state/dates.ts';
import type { KybRecord } from '../../reference-server/state/records/businesses.ts';
import type { KycDocument, KycRecord } from '../../reference-server/state/records/people.ts';
import { invalidBody, Refusal } from '../../reference-server/state/refusal.ts';
import { announcing, decide, other } from '../faults/kyc-tools.ts';
import { replacing } from '../faults/tools.ts';
import type { BenignGroup } from './variant.ts';

const hour = 3_600;
const { stageBeginsAt } = kycDecisions;

/** Stages that begin at another hour, because days begin there. */
const shifted = (seconds: number) =>
  decide({ stageBeginsAt: (stage, date) => stageBeginsAt(stage, date) + seconds });

/** A record with the document that is to replace its own once it is approved. */
type Renewing = KycRecord & { readonly replacement?: KycDocument };

/** A renewal changes nothing before it is decided, and a rejected one leaves the old document. */
const keepingTheOld: FaultOverrides = replacing('kyc', {
  renew(before, command, context) {
    const record = recordOf(before, command.userId);
    const renewed = kycRules.renew(before, command, context);
    const { document, identity } = recordOf(renewed.state, command.userId);
    if (document === undefined || identity?.status === 'approved') return renewed;
    const waiting: Renewing = { ...record, replacement: document };
    return { state: withRecord(renewed.state, 'kycRecords', waiting), events: [] };
  },
  review(before, command, context) {
    const { replacement, ...record }: Renewing = recordOf(before, command.userId);
    const { action, type } = command.input;
    if (replacement === undefined || type !== 'identity') return kycRules.review(before, command, context);
    const document = action === 'approve' ? replacement : record.document;
    const decided = withRecord(before, 'kycRecords', { ...record, ...(document && { document }) });
    return kycRules.review(decided, command, context);
  },
});

/** A record with the time at which an identity with an expired document was approved. */
type Late = KycRecord & { readonly approvedAt?: number };

const isOver = ({ document }: KycRecord, now: number) => {
  const { expirationDate } = document?.details ?? {};
  return expirationDate !== undefined && stageBeginsAt('expired', expirationDate) <= now;
};

const rejectingAgain: FaultOverrides = replacing('kyc', {
  review(before, command, context) {
    const { state, events } = kycRules.review(before, command, context);
    const record = recordOf(state, command.userId);
    const { action, type } = command.input;
    if (type !== 'identity' || action !== 'approve' || !isOver(record, context.now)) return { state, events };
    const late: Late = { ...record, approvedAt: context.now };
    return { state: withRecord(state, 'kycRecords', late), events };
  },
  progress(before, context) {
    let { state, events } = kycRules.progress(before, context);
    for (const record of state.kycRecords) {
      const { approvedAt, ...rest }: Late = record;
      if (approvedAt === undefined || approvedAt >= context.now) continue;
      state = withRecord(state, 'kycRecords', rest);
      if (rest.identity?.status !== 'approved') continue;
      const input = { action: 'reject', type: 'identity' } as const;
      const rejected = kycRules.review(state, { userId: record.id, input }, context);
      state = rejected.state;
      events = [...events, ...rejected.events];
    }
    return { state, events };
  },
});

const rejectingAgainAtOnce: FaultOverrides = replacing('kyc', {
  review(before, command, context) {
    const { action, type } = command.input;
    const approved = kycRules.review(before, command, context);
    const falls =
      type === 'identity' && action === 'approve' && isOver(recordOf(before, command.userId), context.now);
    if (!falls) return approved;
    const input = { action: 'reject', type: 'identity' } as const;
    const { state, events } = kycRules.review(approved.state, { ...command, input }, context);
    return { state, events: [...approved.events, ...events] };
  },
});

type Submit = typeof kycRules.submit;

/** Rejects a submission for a reason that the document leaves open. */
const refusing = (objection: (input: Parameters<Submit>[1]['input'], now: number) => string | undefined) => {
  const strictly =
    <Command extends Parameters<Submit>[1]>(
      rule: (state: BusinessState, command: Command, context: Parameters<Submit>[2]) => Outcome,
    ) =>
    (state: BusinessState, command: Command, context: Parameters<Submit>[2]) => {
      const field = objection(command.input, context.now);
      if (field !== undefined) throw invalidBody({ [field]: 'is missing or will not do' });
      return rule(state, command, context);
    };
  const { submit, resubmit } = kycRules;
  return replacing('kyc', { submit: strictly(submit), resubmit: strictly(resubmit) });
};

/** The verification of a business with the time at which its completion is to be announced. */
type Completing = KybRecord & { readonly completesAt?: number };

const completingLater: FaultOverrides = {
  rules: {
    kyb: {
      submit(before, submission, context) {
        const { state, events } = kybRules.submit(before, submission, context);
        const [record] = state.kybRecords;
        if (record?.status !== 'completed') return { state, events };
        const approved: Completing = { ...record, status: 'approved', completesAt: context.now + 60 };
        return {
          state: { ...state, kybRecords: [approved] },
          events: events.filter(({ eventType }) => eventType !== 'business.kyb.completed'),
        };
      },
    },
    invoices: {
      progress(before, context) {
        const { state, events } = invoiceRules.progress(before, context);
        const [record]: readonly Completing[] = state.kybRecords;
        if (record?.completesAt === undefined || record.completesAt > context.now) return { state, events };
        const { completesAt: _, ...approved } = record;
        const ready = { ...state, kybRecords: [approved] };
        if (approved.status !== 'approved') return { state: ready, events };
        const completed = kybRules.decide(ready, { outcome: 'completed' });
        return { state: completed.state, events: [...events, ...completed.events] };
      },
      nextProgressAt(state, context) {
        const [record]: readonly Completing[] = state.kybRecords;
        const times = [record?.completesAt, invoiceRules.nextProgressAt(state, context)];
        const ahead = times.flatMap((time) => time ?? []);
        return ahead.length === 0 ? undefined : Math.min(...ahead);
      },
    },
  },
};

export const decisionVariants: BenignGroup = {
  checks: /^(kyc|kyb|combined)\.|^(bodies|operations)\.(re)?submit-kyc/,
  variants: {
    'documents that expire by the days of the easternmost time zone': {
      interpretations: [135],
      overrides: shifted(-14 * hour),
    },
    'documents that expire by the days of the westernmost time zone': {
      interpretations: [135],
      overrides: shifted(12 * hour),
    },
    'a grace period whose last day does not count': {
      interpretations: [135],
      overrides: decide({
        stageBeginsAt: (stage, date) =>
          stageBeginsAt(stage, date) - (stage === 'expired' ? secondsPerDay : 0),
      }),
    },
    'a resubmission of what was never submitted, which is not found': {
      interpretations: [138],
      overrides: replacing('kyc', {
        resubmit(state, command, context) {
          if (recordOf(state, command.userId).identity === undefined)
            throw new Refusal(404, 'nothing_submitted', 'Nothing was submitted');
          return kycRules.resubmit(state, command, context);
        },
      }),
    },
    'a renewal that changes nothing before it is decided': {
      interpretations: [156, 174],
      overrides: keepingTheOld,
    },
    'a resubmission that leaves the address as it is': {
      interpretations: [171],
      overrides: decide({
        // A sentinel works in PATCH, too.
        resubmitted: (record, submission) =>
          record.address === undefined || /^auto-/i.test(submission.address?.line2 ?? '')
            ? kycDecisions.resubmitted(record, submission)
            : ['identity'],
      }),
    },
    'an address that is rejected with the expired identity': {
      interpretations: [175],
      overrides: decide({
        rejectedAtExpiry: ({ address }) => (address?.status === 'approved' ? componentNames : ['identity']),
      }),
    },
    'an expired document that is rejected again after its approval': {
      interpretations: [176],
      overrides: rejectingAgain,
    },
    'an expired document that is rejected again at once after its approval': {
      interpretations: [176],
      overrides: rejectingAgainAtOnce,
    },
    'a decision that announces the other component as well': {
      interpretations: [177],
      overrides: announcing((move) => {
        const component = other(move.component);
        const status = move.before[component]?.status;
        return move.by === 'review' && status ? [move, { ...move, component, status }] : move;
      }),
    },
    'a sentinel that is announced as processing first': {
      interpretations: [178],
      overrides: announcing((move) =>
        ['submission', 'resubmission'].includes(move.by) &&
        move.component === 'identity' &&
        move.status === 'approved'
          ? [{ ...move, status: 'processing' }, move]
          : move,
      ),
    },
    'an address that needs a proof': {
      interpretations: [137],
      overrides: refusing(({ address, addressProofFileId }) =>
        address !== undefined && addressProofFileId === undefined ? 'addressProofFileId' : undefined,
      ),
    },
    'documents that have to be valid for a month': {
      interpretations: [179],
      overrides: refusing(({ idDetails }, now) => {
        const { expirationDate } = idDetails ?? {};
        return expirationDate !== undefined && stageBeginsAt('about-to-expire', expirationDate) <= now
          ? 'idDetails.expirationDate'
          : undefined;
      }),
    },
    'names of at least two Latin letters': {
      interpretations: [179],
      overrides: refusing(({ firstName }) =>
        firstName !== undefined && !/^[A-Za-z' ]{2,}$/.test(firstName) ? 'firstName' : undefined,
      ),
    },
    'a verification of a business that is completed some time after its approval': {
      interpretations: [123],
      overrides: completingLater,
    },
  },
};
