/** What checks do with beneficiaries. */
import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { succeeded, textOf } from '../../provider/answers.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { currency } from '../../provider/wallet.ts';

type Schemas = components['schemas'];
export type Beneficiary = Schemas['Beneficiary'];
export type BeneficiaryInput = Schemas['BeneficiaryInput'];

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
