/** Requests about external accounts that checks share. */
import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { type Answer, idOf } from '../../provider/answers.ts';
import { allItems } from '../../provider/cursor.ts';
import type { ApiResponse } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { externalAccountInput } from '../../provider/valid-requests.ts';
import { type AccountKind, accountEndings } from '../../target/sentinels.ts';

const statuses = ['active', 'needs_confirmation', 'restricted'] as const;
export type ExternalAccountStatus = (typeof statuses)[number];

/** The documented status; undefined if the target has words of its own. */
export function statusOf(account: Answer | undefined): ExternalAccountStatus | undefined {
  return statuses.find((known) => known === account?.status);
}

export async function linkAccount(
  scenario: Scenario,
  caller: Caller,
  kind: AccountKind,
  /** Makes the accounts of a business different. */
  serial: number,
): Promise<string> {
  const body = externalAccountInput(scenario.data, `0001234${serial}${accountEndings[kind]}`);
  return idOf(await scenario.succeed('linkExternalAccount', caller, { body }), 'linkExternalAccount');
}

export async function listAccounts(scenario: Scenario, caller: Caller): Promise<readonly Answer[]> {
  return allItems(scenario, 'listExternalAccounts', caller);
}

/** Names the lines of an adapter that decide whether an account can be verified. */
export const verificationRejected = (kind: AccountKind, { status }: ApiResponse): CaseEnded =>
  new CaseEnded(
    `The verification of an account (${kind}) was rejected with ${status}: in the adapter, link the account with the kind that ` +
      'accountKindOf(body.accountNumber) returns (operations.linkExternalAccount), and send the values that the server ' +
      'accepts for it (operations.verifyExternalAccount).',
  );

/** The micro-deposit values that confirm an account; only a reference server is sure to accept them. */
export function verificationFor(kind: AccountKind): components['schemas']['ExternalAccountVerification'] {
  return kind === 'by amounts' ? { amounts: [32, 45] } : { descriptorCode: 'SM7A4C' };
}
