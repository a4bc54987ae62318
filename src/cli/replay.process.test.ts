import { describe, expect, it } from 'vitest';
import { failingResults } from '../../reports/testing/sample-results.ts';
import { temporaryFolder } from '../testing/conformance-process.ts';

const fault = 'saved-not-announced';
const requirement = 'PAYROLL-021';

describe('a fault', () => {
  it('is a finding of run, reproduces in replay, and is gone on a sound server', async () => {
    using folder = temporaryFolder();
    const run = await folder.run([
      'run',
      '--fault',
      fault,
      '--profile',
      'smoke',
      '--checks',
      'payroll.model',
    ]);
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 1, stderr: '' });
    expect(run.stdout).toContain(`✗ ${requirement}`);

    const results = 'conformance-report/results.json';
    const again = await folder.run(['replay', results, requirement]);
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 1, stderr: '' });
    expect(again.stdout).toMatch(
      /^payroll\.model\/PAYROLL-021 documented\n.*\n1\. .*expected.*Reproduced on/s,
    );

    const steps = await folder.run(['replay', results, requirement, '--replay-steps']);
    expect({ code: steps.code, stderr: steps.stderr }).toEqual({ code: 0, stderr: '' });
    expect(steps.stdout).toMatch(
      /^#!\/bin\/sh\n# PAYROLL-021, .*\n# 1\. save payroll A .*\n# expected state before this step: .*\n# expected: .*\n# actual: .*\n$/s,
    );
    expect(steps.stdout).toContain('Bearer $CONFORMANCE_PLATFORM_TOKEN"');

    const unknown = await folder.run(['replay', results, 'PAYROLL-999']);
    expect({ code: unknown.code, stdout: unknown.stdout }).toEqual({ code: 2, stdout: '' });

    const server = folder.start(['serve', '--port', '0']);
    const [, url = ''] = await server.printed(/Reference server, sandbox: (\S+)\s.*Ctrl-C/s);
    const sound = await folder.run(['replay', results, requirement, '--base-url', url]);
    server.child.kill('SIGINT');
    expect({ code: sound.code, stderr: sound.stderr }).toEqual({ code: 0, stderr: '' });
    expect(sound.stdout).toContain('Not reproduced');
    await server.ended;

    const dead = await folder.run(['replay', results, requirement, '--base-url', 'http://127.0.0.1:9']);
    expect(dead.code).toBe(3);
  });
});

it('rejects results in the former format', async () => {
  using folder = temporaryFolder();
  const results = structuredClone(failingResults);
  for (const { replay } of results.findings) Object.assign(replay, { commandsPath: 'AAA:B' });
  folder.write('results.json', JSON.stringify(results));
  const { code, stdout, stderr } = await folder.run(['replay', 'results.json', 'PAYROLL-024']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/\(commandsPath\) .*: use the version that wrote it/);
});
