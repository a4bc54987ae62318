/** The file upload flow, which the interface document names. */

import { isSuccess } from '../../http/is-success.ts';
import { type Check, example } from '../../provider/check.ts';
import { describe } from '../../provider/response.ts';
import { openTenant } from '../../provider/tenant.ts';
import { picture } from '../../provider/valid-requests.ts';

export const fileChecks: readonly Check[] = [
  example({
    id: 'files.upload',
    title: 'Every uploaded file gets its own id',
    covers: ['FILE-001'],
    needs: ['upload-file'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const ids: string[] = [];
      for (const name of ['passport.png', 'passport.png', 'Reisepass Zoë 李.png']) {
        scenario.step(`upload ${name}`);
        const { status, json, text } = await scenario.ask('uploadFile', caller, {
          form: { file: picture(name) },
        });
        const id = (json as { id?: unknown } | undefined)?.id;
        const held = scenario.require(
          'FILE-001',
          isSuccess(status) && typeof id === 'string' && id !== '',
          'a success status and the id of the file',
          describe({ status, text, json }),
        );
        if (held) ids.push(String(id));
      }
      const expected = 'a different id for each file';
      scenario.require('FILE-001', new Set(ids).size === ids.length, expected, `the ids ${ids.join(', ')}`);
    },
  }),
];
