/** Each command that the reports of `conformance run` print shows its finding again. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergeOverrides } from '../../proof/faults/combine.ts';
import { faultById } from '../../proof/faults/index.ts';
import { type FaultOverrides, overridesOf } from '../../reference-server/fault.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.ts';
import { parseResults } from '../../reports/json.ts';
import { temporaryFolder } from '../testing/conformance-process.ts';
import { invoke } from '../testing/invoke.ts';
import { paste } from '../testing/pasted-command.ts';

const faults = [
  'persons-without-meta',
  'users-as-a-bare-list',
  'kyc-read-without-identity',
  'cursors-as-numbers',
  'contracts-as-bare-list',
  'kyc-unknown-file-answers-400',
  'tenant-key-ignored-when-listing-persons',
];

const checks = [
  ...['authentication.tenant-selection', 'operations.lists', 'operations.unknown-ids', 'bodies.*-broken'],
  ...['existing.*', 'persons.*', 'users.*', 'contracts.*', 'cursors.*', 'payouts.csv', 'payouts.dates'],
  ...['kyc.answers', 'kyc.unknown-files', 'events.users'],
];

let server: ReferenceServer;
const folder = temporaryFolder();

beforeAll(async () => {
  const overrides = faults.map((id) => overridesOf(faultById(id))).reduce<FaultOverrides>(mergeOverrides, {});
  server = await startReferenceServer({ control: true, seedData: false, fault: { id: 'many', overrides } });
});

afterAll(async () => {
  await server.close();
  folder[Symbol.dispose]();
});

/** A command as annotations, and texts of XML and HTML, escape it. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inHtml = (text: string) => escaped(text).replaceAll("'", '&#39;').replaceAll('"', '&quot;');

it('against a server at a given address, in a folder whose name needs quotes', async () => {
  mkdirSync(join(folder.path, 'settings'));
  folder.write('settings/mine.yaml', 'patience:\n  seconds: 0.3\n');
  const out = "nightly's report";
  const formats = 'json,html,junit,markdown,sarif,github';
  const ended = await invoke(
    [
      ...['run', '--base-url', server.url, '--config', 'settings/mine.yaml', '--profile', 'smoke'],
      ...[
        '--seed',
        '3',
        '--rate',
        '5000',
        '--quiet',
        '--out',
        out,
        '--format',
        formats,
        '--checks',
        ...checks,
      ],
    ],
    folder.path,
  );
  expect(ended.code).toBe(1);
  const text = (file: string) => readFileSync(join(folder.path, out, file), 'utf8');
  const { findings } = parseResults(text('results.json'));
  expect(findings.length).toBeGreaterThanOrEqual(40);

  const [run] = JSON.parse(text('conformance.sarif')).runs;
  const printed: readonly string[] = run.results.map(
    ({ message }: { message: { text: string } }) => /^To repeat: (.*)$/m.exec(message.text)?.[1],
  );
  expect(printed).toHaveLength(findings.length);
  const [first = ''] = printed;
  expect(first).toMatch(
    /^conformance replay 'nightly'\\''s report\/results\.json' \S+ --base-url http:\S+ --config settings\/mine\.yaml --rate 5000$/,
  );
  expect(text('summary.md')).toContain(first);
  expect(text('junit.xml')).toContain(escaped(first));
  expect(text('index.html')).toContain(inHtml(first));
  expect(ended.stdout).toContain(`to repeat: ${first}`);

  for (const { id } of findings) {
    const command = printed.find((each) => each.includes(` ${id} `)) ?? '';
    const again = await paste(command, folder.path);
    expect({ id, code: again.code, stderr: again.stderr }).toEqual({ id, code: 1, stderr: '' });
    expect(again.stdout.startsWith(`${id} `)).toBe(true);
    expect(again.stdout).toContain(`\nReproduced on ${server.url}.\n`);
  }
});

it.each([
  ['without controls', ['--no-control'], / --no-control$/],
  ['without results.json', ['--format', 'markdown'], /conformance-report\/results\.ndjson/],
])('at the embedded server %s, as a process', async (_, options, says) => {
  using own = temporaryFolder();
  const given = ['--fault', 'contracts-as-bare-list', '--profile', 'smoke', '--checks', 'contracts.create'];
  const { code } = await own.start(['run', ...given, '--quiet', ...options]).ended;
  expect(code).toBe(1);
  const summary = readFileSync(join(own.path, 'conformance-report/summary.md'), 'utf8');
  const command = /^To repeat: `(.*)`$/m.exec(summary)?.[1] ?? '';
  expect(command).toMatch(says);
  const pasted = () =>
    execFileSync('sh', ['-c', command], {
      cwd: own.path,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
  expect(pasted).toThrow(
    expect.objectContaining({ status: 1, stdout: expect.stringContaining('Reproduced') }),
  );
});
