import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { faultById } from '../../proof/faults/index.ts';
import { startReferenceServer } from '../../reference-server/server.ts';
import { compileCache, type Folder, temporaryFolder } from '../testing/conformance-process.ts';
import { commandToRepeat, pasteInShell } from '../testing/pasted-command.ts';

const root = new URL('../../', import.meta.url);
const main = fileURLToPath(new URL('bin/main.ts', root));

const Step = z.object({
  id: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});
const { inputs, runs } = z
  .object({
    inputs: z.record(z.string(), z.object({ default: z.string() })),
    runs: z.object({ steps: z.array(Step) }),
  })
  .parse(parse(readFileSync(new URL('action.yml', root), 'utf8')));
const step = runs.steps.find(({ id }) => id === 'run');

/** The variables of the step, as GitHub makes them from the given inputs and the defaults. */
function variablesOf(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => {
        const byDefault = inputs[input]?.default;
        if (byDefault === undefined) throw new Error(`The action has no input ${input}`);
        return given[input] ?? byDefault;
      }),
    ]),
  );
}

/**
 * Runs the script of the action as a runner of GitHub does.
 *
 * @param workspace @defaultValue one of its own
 */
async function act(given: Readonly<Record<string, string>>, workspace?: Folder) {
  using own = workspace === undefined ? temporaryFolder() : undefined;
  const folder = workspace ?? own;
  if (folder === undefined) throw new Error('No folder');
  const [output, summary, script] = ['output', 'summary', 'script.sh'].map((name) => join(folder.path, name));
  if (output === undefined || summary === undefined || script === undefined) throw new Error('No path');
  folder.write('output', '');
  folder.write('summary', '');
  writeFileSync(script, step?.run ?? '');
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: folder.path,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      ...variablesOf({ command: `${process.execPath} ${main}`, 'retry-wait': '0', ...given }),
      ...{ CI: 'true', GITHUB_ACTIONS: 'true' },
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const lines = readFileSync(output, 'utf8').trim().split('\n');
  return {
    code,
    printed,
    outputs: Object.fromEntries(lines.map((line) => line.split('='))),
    summary: readFileSync(summary, 'utf8'),
  };
}

describe.concurrent('the GitHub action', () => {
  it('runs, passes the verdict on, and posts the summary', async () => {
    const checks = 'authentication.no-token authentication.token-type';
    const { code, outputs, summary, printed } = await act({ checks, seed: '7', profile: 'smoke' });
    expect({ code, outputs }).toEqual({
      code: 0,
      outputs: { verdict: 'partial', 'exit-code': '0', report: './conformance-report' },
    });
    expect(summary).toMatch(/^## Nothing failed/);
    expect(printed).toMatch(/2 checks, profile smoke, seed 7/);
  });

  it('prints a command that shows a finding again', async () => {
    using workspace = temporaryFolder();
    const fault = faultById('no-token-answers-403');
    const server = await startReferenceServer({ environment: 'sandbox', control: true, fault });
    const given = { 'base-url': server.url, checks: 'authentication.no-token', profile: 'smoke' };
    const { code, summary } = await act(given, workspace);
    expect(code).toBe(1);
    const again = await pasteInShell(commandToRepeat(summary), workspace.path);
    await server.close();
    expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining('Reproduced on') });
  });

  it('takes an absolute folder, formats and a concurrency', async () => {
    using folder = temporaryFolder();
    const out = join(folder.path, 'report');
    const given = {
      checks: 'authentication.token-type',
      profile: 'smoke',
      out,
      format: 'sarif',
      concurrency: '1',
    };
    const { code, outputs } = await act(given);
    expect({ code, report: outputs.report }).toEqual({ code: 0, report: out });
    const files = ['conformance.sarif', 'results.json', 'results.ndjson', 'run.json', 'summary.md'];
    expect(readdirSync(out).toSorted()).toEqual(files);
  });

  it('retries an unreachable server, and can treat it as a warning', async () => {
    const { code, outputs, printed } = await act({
      'base-url': 'http://127.0.0.1:9',
      retries: '1',
      'when-unreachable': 'warn',
    });
    expect({ code, outputs }).toMatchObject({ code: 0, outputs: { verdict: 'error', 'exit-code': '3' } });
    expect(printed.match(/^::notice.*retry 1 of 1/gm)).toHaveLength(1);
    expect(printed.match(/^error: No response/gm)).toHaveLength(2);
    expect(printed).toMatch(/^::warning/m);
  });

  it('reports only the second of two runs in the same workspace', async () => {
    using workspace = temporaryFolder();
    const first = await act({ checks: 'authentication.no-token', profile: 'smoke' }, workspace);
    expect(first.outputs).toMatchObject({ verdict: 'partial', 'exit-code': '0' });
    const second = await act({ 'base-url': 'http://127.0.0.1:9', retries: '0' }, workspace);
    expect(second).toMatchObject({ code: 3, outputs: { verdict: 'error', 'exit-code': '3' } });
    expect(second.summary).toMatch(/^## The run could not judge the target/);
  });

  it('does not retry a misconfigured job', async () => {
    const { code, outputs, printed } = await act({ seed: '$(touch x)' });
    expect({ code, outputs }).toMatchObject({ code: 2, outputs: { verdict: 'error', 'exit-code': '2' } });
    expect(printed).not.toContain('::notice');
  });
});
