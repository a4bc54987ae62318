/** Requests about payouts that checks share. */
import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { idOf, succeeded } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import type { ApiResponse } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { drain } from '../../provider/tenant.ts';
import { deposit, depositAmply } from '../../provider/wallet.ts';
import { amountWithin, moneyOf } from '../../target/test-data.ts';
import { createBeneficiary } from '../beneficiaries/actions.ts';

type Schemas = components['schemas'];
export type Payout = Schemas['Payout'];
export type Money = Schemas['Money'];

/** Adds money to the wallet that payouts are made from, if the target has a way. */
export async function fund(scenario: Scenario, tenant: Tenant, amount?: number): Promise<void> {
  if (!scenario.has('sandbox')) return;
  if (amount === undefined) await depositAmply(scenario, tenant.caller);
  else await deposit(scenario, tenant.caller, amount);
  if (tenant.businessId !== undefined) await drain(scenario, tenant);
}

export interface PayoutRequest {
  readonly beneficiaryId: string;
  readonly reference?: string;
  readonly quoteId?: string;
  /** In the currency of the beneficiary. */
  readonly amount?: number;
}

/** Sends the creation of a payout, which a target may reject. */
export function sendPayout(
  scenario: Scenario,
  caller: Caller,
  { amount = 1_000, ...request }: PayoutRequest,
): Promise<ApiResponse> {
  const body: Schemas['PayoutInput'] = { ...request, amount: moneyOf(scenario.data, amount) };
  return scenario.send('createPayout', caller, { body });
}

/** @throws Refused if the target creates no payout. */
export async function createPayout(
  scenario: Scenario,
  caller: Caller,
  request: PayoutRequest,
): Promise<string> {
  const answer = await sendPayout(scenario, caller, request);
  if (!succeeded(answer)) throw scenario.refusal('createPayout', answer);
  return idOf(answer, 'createPayout');
}

/** Creates a payout to a new beneficiary, from a wallet that holds enough. */
export async function payOut(scenario: Scenario, tenant: Tenant, reference: string): Promise<string> {
  await fund(scenario, tenant, 10 * amountWithin(scenario.data, 1_000));
  const beneficiaryId = await createBeneficiary(scenario, tenant.caller);
  return createPayout(scenario, tenant.caller, { beneficiaryId, reference });
}

/** The transactions of the business that meet a condition; the document does not show the list, so its names are ours. */
export async function findTransactions(
  scenario: Scenario,
  caller: Caller,
  matches: (transaction: Schemas['Transaction']) => boolean,
): Promise<readonly string[]> {
  const { json } = await scenario.succeed('listTransactions', caller);
  const data = (json as Schemas['TransactionList'] | undefined)?.data;
  if (!Array.isArray(data)) throw new CaseEnded('listTransactions did not return data.');
  return data.flatMap((transaction) =>
    typeof transaction.id === 'string' && matches(transaction) ? [transaction.id] : [],
  );
}
