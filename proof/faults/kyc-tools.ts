/** Helpers for faults in the verification of users. */

import type { FaultOverrides } from '../../reference-server/fault.ts';
import {
  type KycCause,
  type KycDecisions,
  type KycMove,
  kycDecisions,
} from '../../reference-server/resources/kyc/decisions.ts';
import { createKycRules, kycRules } from '../../reference-server/resources/kyc/rules.ts';
import type { KycComponentName } from '../../reference-server/state/records/people.ts';
import { replacing } from './tools.ts';

type Submit = typeof kycRules.submit;
type Submission = Parameters<Submit>[1]['input'];

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

/** Announces other moves than those that are made. */
export const announcing = (change: (move: KycMove) => KycMove | readonly KycMove[]): FaultOverrides =>
  decide({ announced: (move) => [change(move)].flat().flatMap(kycDecisions.announced) });

/** Does not announce some moves. */
export const silentWhen = (isSilent: (move: KycMove) => boolean): FaultOverrides =>
  announcing((move) => (isSilent(move) ? [] : move));

/** Announces nothing that has a certain cause. */
export const quietly =
  (cause: KycCause): KycDecisions['announced'] =>
  (move) =>
    move.by === cause ? [] : kycDecisions.announced(move);

/** Whether the number of the document asks for an approval, in any case of letters. */
export const asksForApproval = ({ idDetails }: Submission): boolean =>
  idDetails?.number?.toLowerCase() === 'auto-approve';

/** The component that a review is not about. */
export const other = (type: unknown): KycComponentName => (type === 'identity' ? 'address' : 'identity');
