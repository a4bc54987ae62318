/** Requests about beneficiaries that checks share. */
import type { components } from '../../../openapi/generated/types.ts';
import { Refused } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { idOf, itemsOf, within } from '../../provider/answers.ts';
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

/** The beneficiary with the same bank account or name, as far as the first page shows it. */
async function alike(
  scenario: Scenario,
  caller: Caller,
  { name, paymentDetails }: BeneficiaryInput,
): Promise<string | undefined> {
  if (!scenario.offers('listBeneficiaries')) return undefined;
  const { accountNumber } = paymentDetails?.bank ?? {};
  const items = itemsOf(await scenario.send('listBeneficiaries', caller));
  const hasAccount = (each: unknown) =>
    accountNumber !== undefined && [...within(each)].includes(accountNumber);
  const found = items.find(hasAccount) ?? items.find((each) => each.name === name);
  return typeof found?.id === 'string' ? found.id : undefined;
}

/**
 * Creates a beneficiary. A target may have each bank account only once in a business: where another case has added the usual
 * one, that one is used.
 */
export async function createBeneficiary(
  scenario: Scenario,
  caller: Caller,
  given?: BeneficiaryInput,
): Promise<string> {
  const body = await withOwnFile(scenario, caller, given ?? beneficiaryInput(scenario.data));
  try {
    return idOf(await scenario.succeed('createBeneficiary', caller, { body }), 'createBeneficiary');
  } catch (error) {
    const isTaken = error instanceof Refused && error.obstacle.status === 409 && given === undefined;
    const existing = isTaken ? await alike(scenario, caller, body) : undefined;
    if (existing === undefined) throw error;
    return existing;
  }
}
