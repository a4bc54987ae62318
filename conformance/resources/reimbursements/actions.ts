/** Requests about reimbursements that checks share. */
import type { components } from '../../../openapi/generated/types.ts';
import type { Caller } from '../../http/message.ts';
import { idOf, succeeded } from '../../provider/answers.ts';
import type { ApiResponse } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { reimbursementInput } from '../../provider/valid-requests.ts';

type Schemas = components['schemas'];
export type Reimbursement = Schemas['Reimbursement'];
export type ReimbursementInput = Schemas['ReimbursementInput'];

/** Sends the creation of a reimbursement: the operation is documented, but the names of its body are ours. */
export function sendReimbursement(
  scenario: Scenario,
  caller: Caller,
  details: Pick<ReimbursementInput, 'personId' | 'amount' | 'sourceCurrency'>,
): Promise<ApiResponse> {
  const body = { ...reimbursementInput(scenario.data), ...details };
  return scenario.send('createReimbursement', caller, { body });
}

/** @throws Refused if it is rejected. */
export async function createReimbursement(
  scenario: Scenario,
  caller: Caller,
  details: Pick<ReimbursementInput, 'personId' | 'amount' | 'sourceCurrency'>,
): Promise<string> {
  const answer = await sendReimbursement(scenario, caller, details);
  if (!succeeded(answer)) throw scenario.refusal('createReimbursement', answer);
  return idOf(answer, 'createReimbursement');
}

export function reviewReimbursement(
  scenario: Scenario,
  caller: Caller,
  reimbursementId: string,
  review: Schemas['ReimbursementReview'],
): Promise<ApiResponse> {
  return scenario.send('reviewReimbursement', caller, { path: { reimbursementId }, body: review });
}
