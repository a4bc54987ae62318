/** Requests about virtual accounts that checks share. */
import type { components } from '../../../openapi/generated/types.ts';
import type { Caller } from '../../http/message.ts';
import { type Answer, idOf } from '../../provider/answers.ts';
import { allItems } from '../../provider/cursor.ts';
import type { Scenario } from '../../provider/scenario.ts';

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
  const { currency, country, fill } = scenario.data;
  const usual: components['schemas']['VirtualAccountInput'] =
    type === 'BVN' ? { currency: 'NGN', countryCode: 'NG' } : { currency, countryCode: country };
  const body = {
    ...fill('createVirtualAccount', usual),
    customIdentification: { type, number },
    ...(userId !== undefined && { userId }),
  };
  return idOf(await scenario.succeed('createVirtualAccount', caller, { body }), 'createVirtualAccount');
}

export async function listVirtualAccounts(scenario: Scenario, caller: Caller): Promise<readonly Answer[]> {
  return allItems(scenario, 'listVirtualAccounts', caller);
}
