/** What checks do with beneficiaries and payouts. */
import { randomUUID } from 'node:crypto';
import type { components } from '../../openapi/generated/types.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { ApiResponse, Scenario } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';
import { deposit } from './payroll.ts';

type Schemas = components['schemas'];
export type BeneficiaryInput = Schemas['BeneficiaryInput'];
export type Beneficiary = Schemas['Beneficiary'];
export type Payout = Schemas['Payout'];
export type Money = Schemas['Money'];

/**
 * A beneficiary with every field that the document shows in the request but idFileFront: a target may want the file to
 * have been uploaded.
 */
export function beneficiaryInput(): Required<BeneficiaryInput> {
  return {
    name: 'Adaeze Okafor',
    email: 'adaeze.okafor@example.com',
    countryCode: 'NG',
    currency: 'NGN',
    kyc: {
      firstName: 'Adaeze',
      lastName: 'Okafor',
      dateOfBirth: '1991-08-24',
      countryCode: 'NG',
      idType: 'PASSPORT',
      idNumber: 'A04417823',
    },
    paymentDetails: {
      preferredMethod: 'bank',
      bank: {
        accountName: 'Adaeze Okafor',
        accountNumber: '0123456789',
        bankName: 'Lagoon Bank',
        bankCode: '058',
        address: {
          line1: '14 Marina Road',
          line2: 'Floor 3',
          city: 'Lagos',
          postalCode: '101241',
          countryCode: 'NG',
        },
      },
    },
  };
}

export async function createBeneficiary(
  scenario: Scenario,
  caller: Caller,
  body: BeneficiaryInput = beneficiaryInput(),
): Promise<string> {
  const { json } = await scenario.succeed('createBeneficiary', caller, { body });
  const id = (json as Partial<Schemas['BeneficiaryCreated']> | undefined)?.id;
  if (typeof id !== 'string') throw new CaseEnded('createBeneficiary did not answer id.');
  return id;
}

/** Puts money into the wallet that payouts are made from, where there is a way to. */
export async function fund(scenario: Scenario, caller: Caller, amount = 1_000_000_000): Promise<void> {
  if (scenario.has('sandbox')) await deposit(scenario, caller, amount);
}

export interface PayoutRequest {
  readonly beneficiaryId: string;
  readonly reference: string;
  /** In the currency of the beneficiary. */
  readonly amount?: Money;
}

/** Sends the creation of a payout, which a target may refuse. */
export function sendPayout(
  scenario: Scenario,
  caller: Caller,
  { beneficiaryId, reference, amount = { amount: 50_000, currency: 'NGN' } }: PayoutRequest,
): Promise<ApiResponse> {
  const body: Schemas['PayoutInput'] = { beneficiaryId, quoteId: randomUUID(), amount, reference };
  return scenario.send('createPayout', caller, { body });
}

export async function createPayout(
  scenario: Scenario,
  caller: Caller,
  request: PayoutRequest,
): Promise<string> {
  const { status, json } = await sendPayout(scenario, caller, request);
  const id = (json as Partial<Payout> | undefined)?.id;
  if (status >= 300 || typeof id !== 'string') {
    throw new CaseEnded(`createPayout, which this case relies on, was answered with ${status} and no id.`);
  }
  return id;
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
