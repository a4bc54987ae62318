import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseResults } from '../../../reports/json.ts';
import { readEvents } from '../../../reports/ndjson.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { commandToRepeat, paste } from '../../testing/pasted-command.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const some = [
  'run',
  '--checks',
  'authentication.no-token',
  'custom-fields.*',
  '--profile',
  'smoke',
  '--quiet',
];
const aFault = ['--fault', 'custom-field-renamed-in-the-answer-only'];
const broken = 'FIELD-002';
const written = (...path: string[]) => readFileSync(join(folder.path, ...path), 'utf8');

/** Each starts the command line several times, on a machine that is busy with other tests. */
const unhurried = 120_000;

it(
  'leaves a record that can be read when it is killed',
  async () => {
    const { child, ended, printed } = folder.start([
      'run',
      '--checks',
      'authentication.*',
      'kyc.*',
      '--out',
      'killed',
    ]);
    await printed(/authentication\.no-token/);
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
    const { status, results } = readEvents(written('killed', 'results.ndjson'));
    expect([status, results.verdict]).toEqual(['cut-off', 'incomplete']);
    expect(results.checks.map(({ id }) => id)).toContain('authentication.no-token');
  },
  unhurried,
);

describe('a run on several machines', () => {
  it(
    'is joined to the report and the exit code of one',
    async () => {
      const shard = ['--seed', '7', '--min-coverage', '90', '--shard'];
      const codes = [];
      for (const index of ['1', '2']) {
        const args = [...some, ...aFault, ...shard, `${index}/2`, '--out', `shard-${index}`];
        codes.push((await folder.run(args)).code);
      }
      // A shard is judged only by its own findings.
      expect(codes.toSorted()).toEqual([0, 1]);
      const merged = await folder.run([
        'report',
        'merge',
        'shard-1',
        'shard-2/results.ndjson',
        '--out',
        'all',
      ]);
      expect(merged).toMatchObject({ code: 1, stderr: '' });
      expect(merged.stdout).toContain(broken);
      expect(readdirSync(join(folder.path, 'all')).toSorted()).toEqual([
        'index.html',
        'junit.xml',
        'results.json',
        'results.ndjson',
        'run.json',
        'summary.md',
      ]);
      const { status, results } = readEvents(written('all', 'results.ndjson'));
      expect(status).toBe('complete');
      const again = await paste(commandToRepeat(written('all', 'summary.md')), folder.path);
      expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining('Reproduced on') });
      const { run, ...others } = JSON.parse(JSON.stringify(results));
      expect(JSON.parse(written('all', 'results.json'))).toEqual({
        ...others,
        // The settings to repeat are read from the merged record.
        run: { ...run, invocation: { ...run.invocation, record: 'all/results.json' } },
        exit: { code: 1, reason: expect.stringMatching(/documented requirements failed/) },
      });
    },
    unhurried,
  );

  it(
    'is refused while a shard is missing, or without what its checks evaluated',
    async () => {
      const missing = await folder.run(['report', 'merge', 'shard-2']);
      expect(missing).toEqual({
        code: 2,
        stdout: '',
        stderr: 'error: Failed to merge: shard 1/2 is missing: give the results.ndjson of --shard 1/2 too\n',
      });
      const json = await folder.run(['report', 'merge', 'shard-1/results.json', 'shard-2']);
      expect(json.code).toBe(2);
      expect(json.stderr).toContain('give the results.ndjson beside it');
    },
    unhurried,
  );
});

it(
  'shows known failures everywhere and exits 0, until they pass',
  async () => {
    folder.write('known.yaml', `- requirement: ${broken}\n  reason: The vendor repairs it in March.\n`);
    const known = [...some, '--seed', '7', '--known-failures', 'known.yaml'];
    const failing = await folder.run([...known, ...aFault, '--out', 'known']);
    expect(failing).toMatchObject({ code: 0, stderr: '' });
    expect(failing.stdout).toContain('Nothing failed beyond the known failures');
    expect(failing.stdout).toMatch(/! FIELD-002 .* \(known: The vendor repairs it in March\.\)/);
    for (const file of ['junit.xml', 'summary.md', 'index.html']) {
      expect(written('known', file)).toMatch(/known( failure)?: The vendor repairs it in March\./);
    }
    const passing = await folder.run([...known, '--out', 'sound']);
    expect(passing.code).toBe(1);
    expect(passing.stderr).toBe(
      `error: ${broken} is listed as a known failure but now passes: remove it from the list (The vendor repairs it in March.)\n`,
    );
    const { verdict, exit } = parseResults(written('sound', 'results.json'));
    expect({ verdict, exit }).toEqual({
      verdict: 'partial',
      exit: { code: 1, reason: expect.stringContaining('remove it from the list') },
    });
    for (const file of ['junit.xml', 'summary.md', 'index.html'])
      expect(written('sound', file)).toContain('remove it from the list');
  },
  unhurried,
);

it(
  'compares two runs, and exits 1 when something broke',
  async () => {
    const worse = await folder.run(['compare', 'sound', 'all/results.ndjson']);
    expect(worse.code).toBe(1);
    expect(worse.stdout).toContain('1 requirement broke; 1 new finding');
    const better = await folder.run(['compare', 'all', 'sound', '--format', 'json']);
    expect(better.code).toBe(0);
    const { regressions, fixed } = JSON.parse(better.stdout);
    // A busy machine may have made the second run slower.
    expect(regressions.filter((kind: string) => kind !== 'slower')).toEqual([]);
    expect(fixed).toMatchObject([{ requirement: broken }]);
    const shard = await folder.run(['compare', 'sound', 'shard-1']);
    expect(shard.code).toBe(2);
    expect(shard.stderr).toContain('the second is shard 1/2 of a run: join the shards');
  },
  unhurried,
);

it(
  'leaves out what rests on an interpretation when it is to keep to the letter',
  async () => {
    const args = ['run', '--checks', 'users.invitation', '--profile', 'smoke', '--quiet'];
    const wrong = ['--fault', 'second-invitation-refused', '--seed', '7'];
    expect((await folder.run([...args, ...wrong, '--out', 'understood'])).code).toBe(1);
    const strict = [...args, ...wrong, '--strict-to-the-letter', '--out', 'letter'];
    expect((await folder.run(strict)).code).toBe(0);
    const { findings, requirements, run } = parseResults(written('letter', 'results.json'));
    expect([findings, run.strictToTheLetter]).toEqual([[], true]);
    expect(requirements.find(({ id }) => id === 'USER-012')).toMatchObject({
      status: 'not-exercised',
      reason: expect.stringContaining('depends on interpretation 308'),
    });
  },
  unhurried,
);
