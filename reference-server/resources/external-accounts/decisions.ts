/** The single questions that the rules of external accounts ask, each with the document's answer. */
import type { BusinessState } from '../../state/business-state.ts';
import type { Microdeposits } from '../../state/records/money.ts';
import { derivedId } from '../../state/values.ts';

/** Always the same micro-deposits, so that a tester knows them. */
const byEnding: readonly (readonly [ending: string, microdeposits: Microdeposits])[] = [
  ['9920', { type: 'descriptor_code', descriptorCode: 'SM7A4C' }],
  ['9921', { type: 'amounts', amounts: [32, 45] }],
];

export const externalAccountDecisions = {
  /** Interpretation 95: the end of the account number decides. Undefined if the account is active at once. */
  microdeposits: (accountNumber: string): Microdeposits | undefined =>
    byEnding.find(([ending]) => accountNumber.endsWith(ending))?.[1],

  /** "The follow-up event for the same account carries a different id." */
  followUpId: (id: string, _state: BusinessState): string => derivedId(`${id}/verified`),

  /** Interpretation 96: a restriction is announced if at least one account becomes restricted. */
  announcesRestriction: ({ externalAccounts }: BusinessState): boolean =>
    externalAccounts.some(({ awaiting }) => awaiting === undefined),
};

export type ExternalAccountDecisions = typeof externalAccountDecisions;
