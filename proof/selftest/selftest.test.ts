import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Folder, temporaryFolder } from '../../src/testing/conformance-process.ts';
import { parseRecord } from './record.ts';

const recordIn = ({ path }: Folder) =>
  parseRecord(readFileSync(join(path, 'selftest-report', 'selftest.json'), 'utf8'));

const tax = 'tax-fields-without-country';
const users = 'page-zero-of-users-served';

describe.concurrent('conformance selftest', () => {
  it('through an adapter finds or warns of what the trial of the adapter could excuse', async () => {
    using folder = temporaryFolder();
    const suspects = [
      'delivery-without-timestamp-header',
      'signature-does-not-cover-the-body',
      'initiated-transaction-cannot-fail',
    ];
    const args = ['selftest', '--through-adapter', '--faults', ...suspects, '--seeds', '0', '--fail-fast'];
    const { code, stderr } = await folder.start(args).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { faults, run } = recordIn(folder);
    expect(run.throughAdapter).toBe(true);
    expect(Object.fromEntries(faults.map(({ fault, status }) => [fault, status]))).toEqual({
      'delivery-without-timestamp-header': 'caught',
      'signature-does-not-cover-the-body': 'caught',
      'initiated-transaction-cannot-fail': 'warned',
    });
  });

  it('proves that faults are caught and distinguished, and that the sound server has no finding', async () => {
    using folder = temporaryFolder();
    const args = ['selftest', '--faults', tax, users, '--pairs', '1', '--seeds', '1', '--fail-fast'];
    const { code, stdout, stderr } = await folder.start(args).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/\n\d\/4 ✓ tax-fields-without-country {2}caught by TAX-011 {2}\d+ requests, .*\n/);
    expect(stdout).toMatch(/\n2 of 2 faults caught\n.* 100 %.*both found in 1 of 1\n.*1 seed\n/s);
    expect(stdout).toMatch(/\nselftest: 4 passed, 0 failed\n$/);
    const record = recordIn(folder);
    expect(record).toMatchObject({
      run: { complete: true, profiles: { faults: 'standard', sound: 'standard' } },
      totals: { passed: 4, failed: 0, attribution: 1 },
      faults: [
        { fault: users, status: 'caught', by: { requirement: 'USER-006' } },
        { fault: tax, status: 'caught', breaks: expect.arrayContaining(['TAX-011']) },
      ],
      sound: [{ seed: 1, status: 'passed', verdict: 'conformant' }],
    });
    for (const { first, requests, durationMillis } of record.faults) {
      expect(first?.requests).toBeGreaterThan(0);
      expect(first?.requests).toBeLessThan(requests);
      expect(first?.millis).toBeLessThan(durationMillis);
    }
    expect(
      record.pairs.map(({ faults }) => faults.map(({ fault, status }) => [fault, status]).toSorted()),
    ).toEqual([
      [
        [users, 'caught'],
        [tax, 'caught'],
      ],
    ]);
    const page = readFileSync(join(folder.path, 'selftest-report', 'index.html'), 'utf8');
    expect(page).toContain('<h1>2 of 2 faults caught</h1>');
  });

  it('keeps what was done when it is interrupted', async () => {
    using folder = temporaryFolder();
    const args = ['selftest', '--faults', users, '--pairs', '0', '--seeds', '1000', '--jobs', '1'];
    const { child, ended, printed } = folder.start(args);
    await printed(/1\/1001 /);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 4, stderr: 'Stopping. Ctrl-C again ends at once.\n' });
    expect(stdout).toContain('Interrupted: 1000 of 1001 trials did not run.');
    const { run, faults, sound } = recordIn(folder);
    expect(run.complete).toBe(false);
    expect([faults.map(({ status }) => status), sound]).toEqual([['caught'], []]);
  });
});
