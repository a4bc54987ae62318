import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/conformance-process.ts';

interface Refusal {
  readonly args: readonly string[];
  readonly code: number;
  readonly stderr: RegExp;
  readonly config?: readonly [name: string, text: string];
}

const refusals: Readonly<Record<string, Refusal>> = {
  'an unknown option': {
    args: ['run', '--sede', '1'],
    code: 2,
    stderr: /'--sede'\n\(Did you mean --seed\?\)/,
  },
  'an unknown command': { args: ['rnu'], code: 2, stderr: /'rnu'\n\(Did you mean run\?\)/ },
  'no command': { args: [], code: 2, stderr: /^Usage: conformance \[options\] \[command\]\n.*Examples:/s },
  'help on an unknown command': {
    args: ['help', 'rnu'],
    code: 2,
    stderr: /^error: unknown command 'rnu'\. Did you mean run\?\n/,
  },
  'silence and talk at once': {
    args: ['run', '--quiet', '--verbose'],
    code: 2,
    stderr: /'--quiet' cannot be used with option '--verbose'/,
  },
  'a wrong value': { args: ['run', '--seed', 'x'], code: 2, stderr: /'--seed <n>' argument 'x'/ },
  'an unknown configuration key': {
    args: ['run'],
    code: 2,
    stderr: /^error: conformance\.config\.yaml: unknown key profil\. Did you mean profile\?\n$/,
    config: ['conformance.config.yaml', 'profil: smoke\n'],
  },
  'a file that looks like a configuration': {
    args: ['run'],
    code: 2,
    stderr:
      /^error: conformance-config\.toml is not read: rename it to conformance\.config\.\{ts,.*\}, or use --config\n/,
    config: ['conformance-config.toml', ''],
  },
  'a configuration in TypeScript with a secret in it': {
    args: ['run'],
    code: 2,
    stderr: /^error: conformance\.config\.ts: credentials\.orgToken must name an environment variable.*\n$/,
    config: ['conformance.config.ts', "export default { credentials: { orgToken: 'sk_live' as string } };"],
  },
  'a configuration that is not JSON': {
    args: ['run'],
    code: 2,
    stderr: /^error: conformance\.config\.json: cannot be read: .*\n$/,
    config: ['conformance.config.json', '{ "seed": sk_live }'],
  },
  'an unknown id': {
    args: ['explain', 'PAYROLL-0240'],
    code: 2,
    stderr:
      /^error: There is no requirement, check, fault, transition, operation, capability, control or interpretation "PAYROLL-0240"\. Did you mean .*PAYROLL-024.*\n$/,
  },
  'a pattern that matches no check': {
    args: ['run', '--checks', 'payroll.modle'],
    code: 2,
    stderr: /^error: No check matches "payroll\.modle"\. Did you mean payroll\.model\?.*\n$/,
  },
  'an --out that is a file': {
    args: ['run', '--out', 'taken'],
    code: 2,
    stderr: /^error: taken is a file.*\n$/,
  },
  'a server elsewhere of an unknown kind': {
    args: ['run', '--base-url', 'https://sandbox.example.com'],
    code: 2,
    stderr: /^error: .*--environment sandbox\n$/,
  },
  'a dead server without credentials': {
    args: ['run', '--base-url', 'http://127.0.0.1:9'],
    code: 3,
    stderr: /^error: No response from http:\/\/127\.0\.0\.1:9: connect ECONNREFUSED[^\n]*\n$/,
  },
  'an unknown kind of fixture': {
    args: ['run'],
    code: 2,
    stderr: /^error: conformance\.config\.yaml: unknown key fixtures\.invoice\. Did you mean invoices\?\n$/,
    config: ['conformance.config.yaml', 'fixtures: { invoice: [a] }\n'],
  },
  'a fixture that is no text': {
    args: ['doctor'],
    code: 2,
    stderr: /^error: conformance\.config\.yaml: fixtures\.invoices\.0 must be an id: .*\n$/,
    config: ['conformance.config.yaml', 'fixtures: { invoices: [7] }\n'],
  },
  'patience that is negative': {
    args: ['run', '--patience', '-3'],
    code: 2,
    stderr: /'--patience <seconds>' argument '-3' is invalid\. It must be a number of seconds/,
  },
  'leave to write where nothing is to be written': {
    args: ['run', '--read-only', '--allow-writes'],
    code: 2,
    stderr: /'--read-only' cannot be used with option '--allow-writes'/,
  },
  'a pattern that matches no fault': {
    args: ['selftest', '--faults', 'page-zero-of-users'],
    code: 2,
    stderr: /^error: No fault matches "page-zero-of-users"\. Did you mean page-zero-of-users-served\?.*\n$/,
  },
  'a self-test without a process': {
    args: ['selftest', '--jobs', '0'],
    code: 2,
    stderr: /'--jobs <n>' argument '0' is invalid\. It must be a whole number from 1 to 64/,
  },
  'results that are not there': {
    args: ['replay', 'results.json'],
    code: 2,
    stderr: /^error: There is no file results\.json: give a file that conformance run wrote\n$/,
  },
};

describe.concurrent('the command line', () => {
  it.each(Object.entries(refusals))('refuses %s with one clear message', async (_, refusal) => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'taken'), '');
    if (refusal.config !== undefined) folder.write(...refusal.config);
    const { code, stdout, stderr } = await folder.run(refusal.args);
    expect({ code, stdout }).toEqual({ code: refusal.code, stdout: '' });
    expect(stderr).toMatch(refusal.stderr);
    expect(stderr).not.toMatch(/sk_live|\n {4}at /);
  });

  it('the help of a command has examples, variables and exit codes', async () => {
    using folder = temporaryFolder();
    const { code, stdout } = await folder.run(['run', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:.*CONFORMANCE_PLATFORM_TOKEN.*Exit codes:\n {2}0 {2}conformant/s);
  });

  it.each([
    ['payroll/await-funds', /^approved → awaiting-funds$[\s\S]*^ {2}PAYROLL-024 /m],
    [
      'approve-payroll',
      /^Connected by +remove approvePayroll from absentOperations[\s\S]*^ {2}PAYROLL-022 /m,
    ],
    [
      'createPayout',
      /^Request +POST \/v1\/payouts$[\s\S]*^Response$[\s\S]* {2}id +string$[\s\S]*^ {2}PAYOUT-010 /m,
    ],
    [
      'savePayroll',
      /^Level +documented$[\s\S]*^Body$[\s\S]*^ {2}entries\.salary\.amount +number +documented$[\s\S]*^ {2}PAYROLL-020 /m,
    ],
    [
      'readPayroll',
      /^Examples +completed, awaiting-funds, rejected, deleted \(.* mock, header Prefer: example=deleted\)$/m,
    ],
    ['listPayouts', /^Query$[\s\S]*^ {2}startDate\? +string +documented$[\s\S]*^ {2}limit\? +number$/m],
    ['uploadFile', /^Form\n {2}file\? +string$/m],
    ['drain', /^Takes +businessId$/m],
    [
      'interpretation/5',
      /^Other interpretation +A server may lose[\s\S]*^Requirements$[\s\S]*^ {2}HOOK-014 /m,
    ],
    ['349', /^interpretation\/349\n"Manage persons"/m],
    [
      'moveRemittance',
      /^Function +async \(send, remittanceId: string, status: '.*' \| 'failed', about\) => void$/m,
    ],
    [
      'issueToken',
      /^Function +async \(send, given: \{ type: 'org' \| 'user'; .*\}, about\) => \{ id: string; token: string \}$/m,
    ],
  ])('explains %s', async (id, said) => {
    using folder = temporaryFolder();
    const { code, stdout } = await folder.run(['explain', id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(said);
  });

  it.each([
    ['controls', /^advanceClock +businessId, seconds +now /m],
    ['operations', /^createPayout +assumed +POST \/v1\/payouts /m],
    ['interpretations', /^349 +assumed +\S+ \+\d+ +"Manage persons"/m],
  ])('lists %s', async (kind, line) => {
    using folder = temporaryFolder();
    expect((await folder.run(['list', kind])).stdout).toMatch(line);
  });

  it('explains a requirement', async () => {
    using folder = temporaryFolder();
    const { code, stdout } = await folder.run(['explain', 'payroll-024']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^PAYROLL-024\n[^\n]+\n\nLevel.*Checked by\n {2}payroll\.model.*payroll\/await-funds/s,
    );
  });

  it('reports a port in use in one line', async () => {
    using folder = temporaryFolder();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an AddressInfo as its address.
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await folder.run(['serve', '--port', String(port)]);
    other.close();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^error: .*port ${port}: the port is in use: [^\n]*\n$`));
  });
});
