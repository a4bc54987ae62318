/** Verification of users (section "Endpoints, KYC" and its states), as pure functions of state, command and time. */

import type { BusinessState, Outcome } from '../../state/business-state.ts';
import type { KycComponentName, KycComponentState, KycRecord } from '../../state/records/people.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidBody, invalidState, notFound } from '../../state/refusal.ts';
import { type Asks, nextOf, type RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import type { NamesUser } from '../users/rules.ts';
import { componentNames, type KycCause, type KycDecisions, kycDecisions, type Verdict } from './decisions.ts';
import { passStages, skipPassedStages, stageTimes } from './expiry.ts';
import { type Change, enter, filed, inTurn, outcomeOf, recordOf } from './verification.ts';

export type SubmitKyc = Asks<'userId', Schemas['KycSubmission']>;
export type RenewKyc = Asks<'userId', Schemas['KycRenewal']>;
export type ReviewKyc = Asks<'userId', Schemas['KycReview']>;

export interface ConcludeKyc extends NamesUser {
  readonly type: KycComponentName;
  readonly result: Verdict;
  readonly reason?: string;
}

/** @throws Refusal `resource_not_found` when a file id names no uploaded file of the business. */
function requireFiles({ files }: BusinessState, { idDetails, addressProofFileId }: Schemas['KycSubmission']) {
  const { frontFileId, backFileId, selfieFileId } = idDetails ?? {};
  for (const fileId of [frontFileId, backFileId, selfieFileId, addressProofFileId])
    if (fileId !== undefined && !files.some(({ id }) => id === fileId)) throw notFound();
}

function pendingAtOf(record: KycRecord, name: KycComponentName): number | undefined {
  const component = record[name];
  return component?.status === 'processing' ? component.pendingAt : undefined;
}

/**
 * @param decide single answers of the document; the faults of the self-test replace some.
 */
export function createKycRules(decide: KycDecisions = kycDecisions) {
  function decided(
    record: KycRecord,
    component: KycComponentName,
    { verdict, reason, by }: { verdict: Verdict; reason?: string | undefined; by: KycCause },
    { now }: RuleContext,
  ): Change {
    const next: KycComponentState =
      verdict === 'approved'
        ? { status: verdict }
        : { status: verdict, ...(reason !== undefined && { reason }) };
    const change = enter(decide, record, component, next, by);
    if (component === 'address' || verdict === 'rejected') return change;
    return { ...change, record: skipPassedStages(decide, change.record, now) };
  }

  /** Starts the verification of some components, each decided at once if the submission says so. */
  function start(
    before: KycRecord,
    components: readonly KycComponentName[],
    input: Schemas['KycSubmission'],
    by: KycCause,
    context: RuleContext,
  ): Change {
    const pendingAt = decide.pendingAt(context);
    const processing: KycComponentState = {
      status: 'processing',
      ...(pendingAt !== undefined && { pendingAt }),
    };
    return inTurn(before, components, (record, component) => {
      const verdict = decide.sentinel(component, input, context);
      const onFile = filed(record, component, input);
      return verdict === undefined
        ? enter(decide, onFile, component, processing, by)
        : decided(onFile, component, { verdict, by }, context);
    });
  }

  function pendingIfDue(record: KycRecord, name: KycComponentName, now: number): Change {
    const pendingAt = pendingAtOf(record, name);
    if (pendingAt === undefined || pendingAt > now) return { record, events: [] };
    return enter(decide, record, name, decide.unreviewed(name), 'time');
  }

  return {
    /**
     * Submits the components that were not submitted before; the others stay as they are.
     *
     * @throws Refusal when there is none, or when a file is unknown.
     */
    submit(state: BusinessState, { userId, input }: SubmitKyc, context: RuleContext): Outcome {
      const record = recordOf(state, userId);
      const components = decide.submitted(record, input);
      if (components.length === 0) throw invalidState('The verification was submitted before');
      requireFiles(state, input);
      return outcomeOf(state, start(record, components, input, 'submission', context));
    },

    /**
     * Submits a rejected identity again and, with it, an address that is rejected or was not submitted before.
     *
     * @throws Refusal unless the identity is rejected, or when a file is unknown.
     */
    resubmit(state: BusinessState, { userId, input }: SubmitKyc, context: RuleContext): Outcome {
      const record = recordOf(state, userId);
      if (!decide.mayResubmit(record))
        throw invalidState('Identity can only be resubmitted when status is Rejected');
      requireFiles(state, input);
      const components = decide.resubmitted(record, input);
      return outcomeOf(state, start(record, components, input, 'resubmission', context));
    },

    /** Replaces the identity document, which starts the verification of the identity anew. */
    renew(state: BusinessState, { userId, input }: RenewKyc, context: RuleContext): Outcome {
      const record = recordOf(state, userId);
      const { idDetails } = input;
      if (idDetails === undefined) throw invalidBody({ idDetails: 'is missing' });
      if (!decide.mayRenew(record))
        throw invalidState(
          'Only the document of an approved identity, or one that has expired, can be renewed',
        );
      requireFiles(state, { idDetails });
      return outcomeOf(state, start(record, ['identity'], { idDetails }, 'renewal', context));
    },

    /** The sandbox review: decides one component in any state and sends the event. */
    review(state: BusinessState, { userId, input }: ReviewKyc, context: RuleContext): Outcome {
      const record = recordOf(state, userId);
      const { action, type } = input;
      if (action === undefined) throw invalidBody({ action: 'is missing' });
      if (type === undefined) throw invalidBody({ type: 'is missing' });
      const verdict = action === 'approve' ? 'approved' : 'rejected';
      const components = decide.reviewed(record, { component: type, verdict });
      return outcomeOf(
        state,
        inTurn(record, components, (each, component) =>
          decided(each, component, { verdict, by: 'review' }, context),
        ),
      );
    },

    /**
     * The result of a verification arrives, which in the sandbox never happens.
     *
     * @throws Refusal in the sandbox, and unless the component is processing.
     */
    conclude(
      state: BusinessState,
      { userId, type, result: verdict, reason }: ConcludeKyc,
      context: RuleContext,
    ): Outcome {
      const record = recordOf(state, userId);
      if (context.environment === 'sandbox')
        throw invalidState('In the sandbox no result arrives: use the review of the sandbox');
      if (record[type]?.status !== 'processing')
        throw invalidState('Only a component that is processing has a result to come');
      return outcomeOf(state, decided(record, type, { verdict, reason, by: 'result' }, context));
    },

    /** Unreviewed components become pending, and documents expire. */
    progress(before: BusinessState, { now }: RuleContext): Outcome {
      const events: DomainEvent[] = [];
      let state = before;
      for (const record of before.kycRecords) {
        const waited = inTurn(record, componentNames, (waiting, name) => pendingIfDue(waiting, name, now));
        const change = passStages(decide, waited.record, now);
        if (change.record === record) continue;
        state = outcomeOf(state, change).state;
        events.push(...waited.events, ...change.events);
      }
      return { state, events };
    },

    nextProgressAt({ kycRecords }: BusinessState, { now }: RuleContext): number | undefined {
      const times = kycRecords.flatMap((record) => [
        ...componentNames.flatMap((name) => pendingAtOf(record, name) ?? []),
        ...stageTimes(decide, record),
      ]);
      return nextOf(times, now);
    },
  };
}

export const kycRules = createKycRules();
