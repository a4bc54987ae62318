/** Requests about beneficiaries that checks share. */
import type { components } from '../../../openapi/generated/types.ts';
import type { Caller } from '../../http/message.ts';
import { idOf } from '../../provider/answers.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type BeneficiaryInput, beneficiaryInput, picture } from '../../provider/valid-requests.ts';

type Schemas = components['schemas'];
export type Beneficiary = Schemas['Beneficiary'];

/** Uploads a file for each business that needs one, because a file belongs to the business that it was uploaded for. */
async function withOwnFile(
  scenario: Scenario,
  caller: Caller,
  { kyc, ...body }: BeneficiaryInput,
): Promise<BeneficiaryInput> {
  const isOpen = kyc?.idFileFront !== undefined && kyc.idFileFront === scenario.data.idFileFront;
  if (!isOpen || !scenario.offers('uploadFile')) return { ...body, ...(kyc && { kyc }) };
  const file = picture('front.png');
  const idFileFront = idOf(await scenario.succeed('uploadFile', caller, { form: { file } }), 'uploadFile');
  return { ...body, kyc: { ...kyc, idFileFront } };
}

export async function createBeneficiary(
  scenario: Scenario,
  caller: Caller,
  given: BeneficiaryInput = beneficiaryInput(scenario.data),
): Promise<string> {
  const body = await withOwnFile(scenario, caller, given);
  return idOf(await scenario.succeed('createBeneficiary', caller, { body }), 'createBeneficiary');
}
