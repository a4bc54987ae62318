import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

it('--plan shows what each profile sends, and a run on a server of others says it at its start', async () => {
  const { target, close } = await openEmbeddedTarget({ control: false });
  using folder = temporaryFolder();
  const { platformToken = '', orgToken = '' } = target.credentials;
  const variables = { CONFORMANCE_PLATFORM_TOKEN: platformToken, CONFORMANCE_ORG_TOKEN: orgToken };
  const run = ['run', '--base-url', target.baseUrl, '--target', 'live', '--rate', '1000'];
  try {
    const planned = await folder.run([...run, '--plan'], variables);
    expect(planned.code).toBe(0);
    expect(planned.stdout).toMatch(/minutes at 1000 requests per second/);
    expect(planned.stdout).toMatch(/^standard +2,\d{3} /m);
    expect(existsSync(join(folder.path, 'conformance-report'))).toBe(false);
    const done = await folder.run([...run, '--checks', 'persons.email-filter'], variables);
    expect(done.stdout + done.stderr).toMatch(
      /The run sends about \d+ requests and opens about \d+ businesses/,
    );
    const { CONFORMANCE_ORG_TOKEN } = variables;
    const alone = await folder.run([...run, '--checks', 'persons.email-filter'], { CONFORMANCE_ORG_TOKEN });
    expect(alone.stdout + alone.stderr).toContain('requests and opens no business (');
  } finally {
    await close();
  }
});
