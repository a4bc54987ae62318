/** Whether a target has something against whom the suite verifies, which is no rule of the document. */
import type { ApiResponse } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openTenant, timeOf } from '../../provider/tenant.ts';
import { openUser } from '../persons/actions.ts';
import { type KycFiles, submission, uploadKycFiles, yearsLater } from './actions.ts';

const isRefused = ({ status }: Pick<ApiResponse, 'status'>) => status >= 400 && status <= 499;

/** With all files, without any, and without each of those that not every document has. */
function someOf(files: KycFiles): readonly Partial<KycFiles>[] {
  const { backFileId, selfieFileId, ...others } = files;
  return [files, { ...others, selfieFileId }, { ...others, backFileId }, others, {}];
}

/**
 * Looks, after a refusal, whether the same values of somebody new are taken in any form: a sandbox may know only its own test
 * identities, and then a refusal says nothing about the rules of the document.
 *
 * @throws Refused when they are refused in each
 */
export async function requireKnownIdentity(scenario: Scenario, answer: ApiResponse): Promise<void> {
  if (!isRefused(answer)) return;
  // The case has its own business, so that it causes every event.
  const tenant = await openTenant(scenario);
  const files = await uploadKycFiles(scenario, tenant.caller);
  const expirationDate = yearsLater(timeOf(scenario, tenant));
  for (const some of files === undefined ? [{}] : someOf(files)) {
    const path = { userId: await openUser(scenario, tenant) };
    scenario.setup('find out whether these values are accepted for another user');
    const body = submission(scenario.data, some, { expirationDate });
    if (!isRefused(await scenario.send('submitKyc', tenant.caller, { path, body }))) return;
  }
  throw scenario.refusal('submitKyc', answer);
}
