/** Runs the steps of a GitHub workflow that are commands, as a runner of GitHub does: one after the other, each in bash. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const Workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      env: z.record(z.string(), z.string()),
      steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })),
    }),
  ),
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('A server that listens has a port');
  return address.port;
}

/**
 * @param folder of the repository, in a project that has the package
 * @param file the workflow
 * @param secrets by the names that the workflow has for them
 * @param node folder of the Node.js that runs it
 * @returns the output
 * @throws Error with the output when a step fails
 */
export async function tryWorkflow(
  folder: string,
  file: string,
  secrets: Readonly<Record<string, string>>,
  node: string,
): Promise<string> {
  const { jobs } = Workflow.parse(parse(readFileSync(join(folder, file), 'utf8')));
  const [job] = Object.values(jobs);
  if (job === undefined) throw new Error(`${file} has no job`);
  const env = Object.fromEntries(
    Object.entries(job.env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ secrets\.(\w+) \}\}/g, (_, secret: string) => secrets[secret] ?? ''),
    ]),
  );
  // The project is installed already, and the port in the file may be in use.
  const commands = job.steps.flatMap(({ run }) => (run === undefined || run === 'npm ci' ? [] : [run]));
  const files = commands.map((command, index) => {
    const step = join(folder, `step-${index + 1}.sh`);
    writeFileSync(step, command);
    return step;
  });
  const each = files.map((step) => `bash --noprofile --norc -eo pipefail '${step}'`).join(' && ');
  const bins = [folder, join(folder, '..')].map((place) => join(place, 'node_modules/.bin'));
  const child = spawn('bash', ['-c', each], {
    cwd: folder,
    env: {
      ...{ HOME: process.env.HOME, PATH: [node, ...bins, process.env.PATH].join(delimiter) },
      ...{ ...env, PORT: String(await freePort()), GITHUB_ACTIONS: 'true' },
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const [code] = await once(child, 'exit');
  // A runner ends processes that a step has left running.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  if (code !== 0) throw new Error(`The workflow ended with ${code}:\n${printed}`);
  return printed;
}
