/** Requests about files that checks share. */
import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller, FormFile } from '../../http/message.ts';
import type { Scenario } from '../../provider/scenario.ts';

type Schemas = components['schemas'];

/** Uploads a file and returns its id. */
export async function uploadFile(scenario: Scenario, caller: Caller, file: FormFile): Promise<string> {
  const { json } = await scenario.succeed('uploadFile', caller, { form: { file } });
  const id = (json as Schemas['UploadedFile'] | undefined)?.id;
  if (typeof id !== 'string') throw new CaseEnded('uploadFile did not return id.');
  return id;
}
