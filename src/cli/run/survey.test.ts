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

it('takes what an earlier run has found out, and shows it in its reports', async () => {
  using folder = temporaryFolder();
  const args = ['run', '--base-url', server.target.baseUrl, '--checks', 'persons.read', '--quiet'];
  expect(await folder.run([...args, '--out', 'first'], keys)).toMatchObject({ stderr: '' });
  const first = readFileSync(join(folder.path, 'first/results.json'), 'utf8');
  expect(await folder.run([...args, '--survey', 'first/results.json'], keys)).toMatchObject({ stderr: '' });
  const file = (name: string) => readFileSync(join(folder.path, 'conformance-report', name), 'utf8');
  const { survey } = parseResults(file('results.json'));
  expect(parseSurvey(first).requests).toBeGreaterThan(2);
  expect(survey).toEqual({ ...parseSurvey(first), requests: 2 });
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
