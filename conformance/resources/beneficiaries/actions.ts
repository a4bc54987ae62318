/** What checks do with beneficiaries. */
import type { components } from '../../../openapi/generated/types.ts';
import type { Caller } from '../../http/message.ts';
import { textOf } from '../../provider/answers.ts';
import type { Scenario } from '../../provider/scenario.ts';
import type { TestData } from '../../target/test-data.ts';

type Schemas = components['schemas'];
export type Beneficiary = Schemas['Beneficiary'];
export type BeneficiaryInput = Schemas['BeneficiaryInput'];

/**
 * A beneficiary with every field that the document shows in the request but idFileFront: a target may want the file to
 * have been uploaded. It is paid in the currency of the wallet, so that no quote is needed, and nothing holds its
 * payouts up.
 */
export function beneficiaryInput({ country, currency, address, bank }: TestData): Required<BeneficiaryInput> {
  return {
    name: 'Mateo Rojas',
    email: 'mateo.rojas@example.com',
    countryCode: country,
    currency,
    kyc: {
      firstName: 'Mateo',
      lastName: 'Rojas',
      dateOfBirth: '1988-11-02',
      countryCode: country,
      idType: 'PASSPORT',
      idNumber: 'X20417755',
    },
    paymentDetails: {
      preferredMethod: 'bank',
      bank: {
        accountName: 'Mateo Rojas',
        accountNumber: bank.accountNumber,
        bankName: bank.name,
        bankCode: bank.code,
        address: {
          line1: address.line1,
          line2: 'Floor 3',
          city: address.city,
          postalCode: address.postalCode,
          countryCode: country,
        },
      },
    },
  };
}

export async function createBeneficiary(
  scenario: Scenario,
  caller: Caller,
  body: BeneficiaryInput = beneficiaryInput(scenario.data),
): Promise<string> {
  return textOf(await scenario.succeed('createBeneficiary', caller, { body }), 'id');
}
