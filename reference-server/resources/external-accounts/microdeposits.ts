/**
 * Which accounts need to be verified, and by what: the document does not say. Here the end of the account number
 * decides, and the values that verify are always the same, so that a tester knows them.
 */

import type { Microdeposits } from '../../state/records/money.ts';
import { invalidBody } from '../../state/refusal.ts';
import type { Schemas } from '../../state/schemas.ts';

const byEnding: readonly (readonly [ending: string, microdeposits: Microdeposits])[] = [
  ['9920', { type: 'descriptor_code', descriptorCode: 'SM7A4C' }],
  ['9921', { type: 'amounts', amounts: [32, 45] }],
];

/** What has to be confirmed of an account; undefined when it is active at once. */
export const microdepositsTo = (accountNumber: string): Microdeposits | undefined =>
  byEnding.find(([ending]) => accountNumber.endsWith(ending))?.[1];

const inOrder = (amounts: readonly number[]) => JSON.stringify(amounts.toSorted((one, other) => one - other));

/** @throws Refusal `invalid_request_body` unless what was given is what arrived; the order of amounts is free. */
export function confirm(expected: Microdeposits, given: Schemas['ExternalAccountVerification']): void {
  if (expected.type === 'descriptor_code') {
    const { descriptorCode } = given;
    if (descriptorCode === undefined) throw invalidBody({ descriptorCode: 'is missing' });
    if (descriptorCode !== expected.descriptorCode)
      throw invalidBody({ descriptorCode: 'is not the code of the micro-deposit' });
    return;
  }
  const { amounts } = given;
  if (amounts === undefined) throw invalidBody({ amounts: 'is missing' });
  if (inOrder(amounts) !== inOrder(expected.amounts))
    throw invalidBody({ amounts: 'are not the amounts of the micro-deposits' });
}
