/** What checks do with beneficiaries. */
import type { components } from '../../../openapi/generated/types.ts';
import type { Caller } from '../../http/message.ts';
import { idOf } from '../../provider/answers.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type BeneficiaryInput, beneficiaryInput } from '../../provider/valid-requests.ts';

type Schemas = components['schemas'];
export type Beneficiary = Schemas['Beneficiary'];

export async function createBeneficiary(
  scenario: Scenario,
  caller: Caller,
  body: BeneficiaryInput = beneficiaryInput(scenario.data),
): Promise<string> {
  return idOf(await scenario.succeed('createBeneficiary', caller, { body }), 'createBeneficiary');
}
