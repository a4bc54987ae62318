/** What checks do with beneficiaries and payouts. */
import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { succeeded, textOf } from '../../provider/answers.ts';
import type { ApiResponse, Scenario } from '../../provider/scenario.ts';
import { drain, type Tenant } from '../../provider/tenant.ts';
import { currency, deposit } from '../../provider/wallet.ts';

type Schemas = components['schemas'];
export type BeneficiaryInput = Schemas['BeneficiaryInput'];
export type Beneficiary = Schemas['Beneficiary'];
export type Payout = Schemas['Payout'];
export type Money = Schemas['Money'];

/**
 * A beneficiary with every field that the document shows in the request but idFileFront: a target may want the file to
 * have been uploaded. It is paid in the currency of the wallet, so that no quote is needed, and nothing holds its
 * payouts up.
 */
export function beneficiaryInput(): Required<BeneficiaryInput> {
  return {
    name: 'Mateo Rojas',
    email: 'mateo.rojas@example.com',
    countryCode: 'US',
    currency,
    kyc: {
      firstName: 'Mateo',
      lastName: 'Rojas',
      dateOfBirth: '1988-11-02',
      countryCode: 'US',
      idType: 'PASSPORT',
      idNumber: 'X20417755',
    },
    paymentDetails: {
      preferredMethod: 'bank',
      bank: {
        accountName: 'Mateo Rojas',
        accountNumber: '000123456789',
        bankName: 'Harbour Trust',
        bankCode: '021000021',
        address: {
          line1: '9 Pier Street',
          line2: 'Floor 3',
          city: 'Boston',
          postalCode: '02110',
          countryCode: 'US',
        },
      },
    },
  };
}

/** @throws CaseEnded when it is refused: which fields are required is not shown, and idFileFront may be. */
export async function createBeneficiary(
  scenario: Scenario,
  caller: Caller,
  body: BeneficiaryInput = beneficiaryInput(),
): Promise<string> {
  const answer = await scenario.send('createBeneficiary', caller, { body });
  if (!succeeded(answer)) throw new CaseEnded('A beneficiary, which this case relies on, was refused.');
  return textOf(answer, 'id');
}

/** Puts money into the wallet that payouts are made from, where there is a way to. */
export async function fund(scenario: Scenario, tenant: Tenant, amount = 1_000_000_000): Promise<void> {
  if (!scenario.has('sandbox')) return;
  await deposit(scenario, tenant.caller, amount);
  if (tenant.businessId !== undefined) await drain(scenario, tenant);
}

export interface PayoutRequest {
  readonly beneficiaryId: string;
  readonly reference?: string;
  readonly quoteId?: string;
  /** In the currency of the beneficiary. */
  readonly amount?: number;
}

/** Sends the creation of a payout, which a target may refuse. */
export function sendPayout(
  scenario: Scenario,
  caller: Caller,
  { amount = 1_000, ...request }: PayoutRequest,
): Promise<ApiResponse> {
  const body: Schemas['PayoutInput'] = { ...request, amount: { amount, currency } };
  return scenario.send('createPayout', caller, { body });
}

/** @throws CaseEnded when there is no payout after it. */
export async function createPayout(
  scenario: Scenario,
  caller: Caller,
  request: PayoutRequest,
): Promise<string> {
  const answer = await sendPayout(scenario, caller, request);
  if (!succeeded(answer)) {
    throw new CaseEnded(`createPayout, which this case relies on, was answered with ${answer.status}.`);
  }
  return textOf(answer, 'id');
}

/** Creates a payout to a new beneficiary, from a wallet that holds enough. */
export async function payOut(scenario: Scenario, tenant: Tenant, reference: string): Promise<string> {
  await fund(scenario, tenant, 10_000);
  const beneficiaryId = await createBeneficiary(scenario, tenant.caller);
  return createPayout(scenario, tenant.caller, { beneficiaryId, reference });
}

/** The transactions of the business that meet a condition; the list is in our own words. */
export async function findTransactions(
  scenario: Scenario,
  caller: Caller,
  matches: (transaction: Schemas['Transaction']) => boolean,
): Promise<readonly string[]> {
  const { json } = await scenario.succeed('listTransactions', caller);
  const data = (json as Schemas['TransactionList'] | undefined)?.data;
  if (!Array.isArray(data)) throw new CaseEnded('listTransactions did not answer data.');
  return data.flatMap((transaction) =>
    typeof transaction.id === 'string' && matches(transaction) ? [transaction.id] : [],
  );
}
