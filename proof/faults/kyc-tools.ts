/** Helpers for faults in the verification of users. */

import type { FaultOverrides } from '../../reference-server/fault.ts';
import { type KycDecisions, kycDecisions } from '../../reference-server/resources/kyc/decisions.ts';
import { createKycRules, kycRules } from '../../reference-server/resources/kyc/rules.ts';
import { recordOf } from '../../reference-server/resources/kyc/verification.ts';
import type { KycComponentName } from '../../reference-server/state/records/people.ts';
import { replacing, silenced } from './tools.ts';

type KycRules = typeof kycRules;
type Submit = KycRules['submit'];
type Submission = Parameters<Submit>[1]['input'];
type Review = KycRules['review'];

/** Replaces single decisions of these rules. */
export const decide = (decisions: Partial<KycDecisions>): FaultOverrides =>
  replacing('kyc', createKycRules({ ...kycDecisions, ...decisions }));

/** Carries submissions out as if something else had been submitted. */
export const submitting = (
  rules: 'submit' | 'resubmit' | readonly ('submit' | 'resubmit')[],
  change: (input: Submission) => Submission,
): FaultOverrides => {
  const changed = (name: 'submit' | 'resubmit'): Submit => {
    return (state, command, context) =>
      kycRules[name](state, { ...command, input: change(command.input) }, context);
  };
  return replacing('kyc', Object.fromEntries([rules].flat().map((name) => [name, changed(name)])));
};

/** Does not announce what some rules change. */
export const quietly = (...names: ('submit' | 'resubmit' | 'renew' | 'review')[]): FaultOverrides => {
  const { submit, resubmit, renew, review } = kycRules;
  const quiet: Partial<KycRules> = {
    submit: silenced(submit),
    resubmit: silenced(resubmit),
    renew: silenced(renew),
    review: silenced(review),
  };
  return replacing('kyc', Object.fromEntries(names.map((name) => [name, quiet[name]])));
};

/** Whether the number of the document asks for an approval, in any case of letters. */
export const asksForApproval = ({ idDetails }: Submission): boolean =>
  idDetails?.number?.toLowerCase() === 'auto-approve';

/** The component that a review is not about. */
export const other = (type: unknown): KycComponentName => (type === 'identity' ? 'address' : 'identity');

/** A review that knows the status of the component before it. */
export const reviewing = (
  review: (
    status: string | undefined,
    sound: () => ReturnType<Review>,
    command: Parameters<Review>,
  ) => ReturnType<Review>,
): FaultOverrides =>
  replacing('kyc', {
    review(...command) {
      const [state, { userId, input }] = command;
      const status = input.type && recordOf(state, userId)[input.type]?.status;
      return review(status, () => kycRules.review(...command), command);
    },
  });

/** Decides the other component as well, in some cases. */
export const decidingBoth = (when: (action: unknown, hasOther: boolean) => boolean) =>
  replacing('kyc', {
    review(state, command, context) {
      const one = kycRules.review(state, command, context);
      const { action, type } = command.input;
      const hasOther = recordOf(state, command.userId)[other(type)] !== undefined;
      if (!when(action, hasOther)) return one;
      const input = { ...command.input, type: other(type) };
      const both = kycRules.review(one.state, { ...command, input }, context);
      return { state: both.state, events: [...one.events, ...both.events] };
    },
  });
