/** One server start and one run of a tool against it. */
import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPeerServer } from './fixture.ts';
import { limitSeconds, type Tool } from './tool.ts';
import { type Attempt, newFailures, soundAgain, type Trial } from './trial.ts';
import type { Workspace } from './workspace.ts';

/** Processor time of ended child processes and all that they have waited for; 0 where the system does not tell. */
function processorSecondsOfChildren(): number {
  try {
    // After the name, which may hold spaces; then fields 16 and 17 in ticks of a hundredth of a second.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}

interface Ended {
  readonly output: string;
  readonly isCut: boolean;
}

function runToEnd(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  // A tool that ends while it still writes into a pipe loses the rest of its output; into a file it does not.
  const said = join(cwd, 'output.txt');
  const output = openSync(said, 'a');
  // In a group of its own, so that all processes of a tool end with it.
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  let isCut = false;
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  const interrupt = () => {
    stop();
    process.exit(130);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const timer = setTimeout(() => {
    isCut = true;
    stop();
  }, limitSeconds * 1000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      resolve({ output: readFileSync(said, 'utf8'), isCut });
    });
  });
}

export interface TrialPlan extends Attempt {
  readonly fault?: string;
}

/** @param onSound the tool's reports on the sound server, if they are known */
export async function runTrial(
  tool: Tool,
  plan: TrialPlan,
  workspace: Workspace,
  onSound: readonly string[] | undefined,
): Promise<Trial> {
  const { configuration, seed, fault } = plan;
  const folder = join(workspace.folder, `trial-${tool.id}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const state = join(folder, 'state.db');
  copyFileSync(workspace.state, state);
  const expected = onSound && join(folder, 'expected.json');
  if (expected !== undefined) writeFileSync(expected, JSON.stringify(onSound));
  await using server = await startPeerServer(state, fault === soundAgain ? '' : fault);
  const { url, keys } = server.ready;
  const run = {
    ...{ configuration, seed, url, token: keys.platformToken, folder, workspace },
    ...(expected !== undefined && { expected }),
  };
  const { file, args, env } = tool.command(run);
  const [begun, before] = [performance.now(), processorSecondsOfChildren()];
  const { output, isCut } = await runToEnd(file, args, folder, { ...process.env, ...env });
  const seconds = (performance.now() - begun) / 1000;
  const processorSeconds = processorSecondsOfChildren() - before;
  const found = newFailures(tool.failures(run, output), onSound ?? []);
  return {
    ...plan,
    outcome: isCut ? 'cut' : 'finished',
    // The new failures on a faulty server are only read by a person, so five are enough.
    failures: fault === undefined ? found : found.slice(0, 5),
    // The process replies with this type.
    requests: (await server.ask('requests')) as number,
    seconds: Math.round(seconds * 10) / 10,
    processorSeconds: Math.round(processorSeconds * 10) / 10,
  };
}
