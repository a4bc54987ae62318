import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseResults, parseSurvey } from '../../../reports/json.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

type Server = Awaited<ReturnType<typeof openEmbeddedTarget>>;

let server: Server;
let keys: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await openEmbeddedTarget({ control: true });
  const { platformToken = '', orgToken = '' } = server.target.credentials;
  keys = { CONFORMANCE_PLATFORM_TOKEN: platformToken, CONFORMANCE_ORG_TOKEN: orgToken };
});
afterAll(() => server.close());

it('takes what doctor has found out, and shows it in its reports', async () => {
  using folder = temporaryFolder();
  const at = ['--base-url', server.target.baseUrl];
  const doctor = await folder.run(['doctor', ...at, '--try', '--json'], keys);
  expect(doctor).toMatchObject({ code: 0, stderr: '' });
  for (const key of Object.values(keys)) expect(doctor.stdout).not.toContain(key);
  folder.write('survey.json', doctor.stdout);
  const args = ['run', ...at, '--survey', 'survey.json', '--checks', 'persons.read', '--quiet'];
  expect(await folder.run(args, keys)).toMatchObject({ stderr: '' });
  const file = (name: string) => readFileSync(join(folder.path, 'conformance-report', name), 'utf8');
  const { survey } = parseResults(file('results.json'));
  expect(survey).toEqual({ ...parseSurvey(doctor.stdout), requests: 2 });
  expect(file('index.html')).toContain('What this run assumed about your server');
  expect(file('summary.md')).toContain('What this run assumed about your server');
});

it('refuses a survey of another server, and a file without one', async () => {
  using folder = temporaryFolder();
  folder.write('none.json', '{}');
  const run = (file: string) => folder.run(['run', '--survey', file, '--checks', 'persons.read'], keys);
  const none = await run('none.json');
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toMatch(/^error: none\.json: Failed to read a survey: the file contains none: give /);
  const doctor = await folder.run(['doctor', '--base-url', server.target.baseUrl, '--json'], keys);
  folder.write('other.json', doctor.stdout);
  const other = await run('other.json');
  expect(other).toMatchObject({ code: 2, stdout: '' });
  expect(other.stderr).toMatch(/^error: The survey is of \S+, and the target is \S+: make it again, or /);
});
