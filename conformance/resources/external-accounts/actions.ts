/** What checks do with external accounts. */
import type { components } from '../../../openapi/generated/types.ts';
import type { Caller } from '../../http/message.ts';
import { type Answer, idOf, itemsOf } from '../../provider/answers.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type AccountKind, accountEndings } from '../../target/test-accounts.ts';

const statuses = ['active', 'needs_confirmation', 'restricted'] as const;
export type ExternalAccountStatus = (typeof statuses)[number];

/** The status as the document names it; undefined when the target has words of its own. */
export function statusOf(account: Answer | undefined): ExternalAccountStatus | undefined {
  return statuses.find((known) => known === account?.status);
}

export async function linkAccount(
  scenario: Scenario,
  caller: Caller,
  kind: AccountKind,
  /** Tells the accounts of a business apart. */
  serial: number,
): Promise<string> {
  const { bank, currency, fill } = scenario.data;
  const usual: components['schemas']['ExternalAccountInput'] = {
    accountName: 'Harmattan Textiles Limited',
    accountNumber: `0001234${serial}${accountEndings[kind]}`,
    routingNumber: bank.code,
    bankName: bank.name,
    currency,
  };
  const body = fill('linkExternalAccount', usual);
  return idOf(await scenario.succeed('linkExternalAccount', caller, { body }), 'linkExternalAccount');
}

export async function listAccounts(scenario: Scenario, caller: Caller): Promise<readonly Answer[]> {
  return itemsOf(await scenario.succeed('listExternalAccounts', caller));
}

/** Tells what came with the micro-deposits; only a reference server is sure to take it. */
export function verificationFor(kind: AccountKind): components['schemas']['ExternalAccountVerification'] {
  return kind === 'by amounts' ? { amounts: [32, 45] } : { descriptorCode: 'SM7A4C' };
}
