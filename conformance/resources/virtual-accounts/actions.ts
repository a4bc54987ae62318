/** Requests about virtual accounts that checks share. */
import type { Caller } from '../../http/message.ts';
import { type Answer, idOf } from '../../provider/answers.ts';
import { allItems } from '../../provider/cursor.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { virtualAccountInput } from '../../provider/valid-requests.ts';

export interface VirtualAccountRequest {
  readonly type: string;
  readonly number: string;
  /** User that owns it; absent: the business. */
  readonly userId?: string | undefined;
}

/** Requests a virtual account and returns its id. */
export async function createVirtualAccount(
  scenario: Scenario,
  caller: Caller,
  { type, number, userId }: VirtualAccountRequest,
): Promise<string> {
  const account = virtualAccountInput(scenario.data, { type, number });
  const body = { ...account, ...(userId !== undefined && { userId }) };
  return idOf(await scenario.succeed('createVirtualAccount', caller, { body }), 'createVirtualAccount');
}

export async function listVirtualAccounts(scenario: Scenario, caller: Caller): Promise<readonly Answer[]> {
  return allItems(scenario, 'listVirtualAccounts', caller);
}
