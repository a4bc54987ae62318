/** Prism as a validating proxy in front of a server, and the traffic that goes through it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { allChecks } from '../../../conformance/all-checks.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { tool } from '../../../src/tool.ts';
import type { Fixture } from '../peers/fixture.ts';
import { onceEach } from '../peers/once-each.ts';
import { concurrency } from '../suite-run.ts';

const [document = '', upstream = '', fixtureFile = '', traffic, seed] = process.argv.slice(2);

// Written by the bench.
const { keys } = JSON.parse(readFileSync(fixtureFile, 'utf8')) as Fixture;
const { platformToken, orgToken } = keys;

const listening = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('Prism has ended')));
    child.stdout?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      // The bench reads what Prism prints about each request and response.
      process.stdout.write(text);
      const address = /Prism is listening on (\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
  });

const prism = spawn('prism', ['proxy', document, upstream, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const baseUrl = await listening(prism);
if (traffic === 'once-each') {
  // Written by the bench as well.
  await onceEach(JSON.parse(readFileSync(document, 'utf8')), baseUrl, platformToken);
} else {
  const run = runConformance({
    target: {
      baseUrl,
      kind: 'live',
      environment: 'sandbox',
      access: 'read-write',
      credentials: { platformToken, orgToken },
      controls: {},
      absentOperations: [],
    },
    // The models ask for controls or wait.
    checks: allChecks.filter(({ kind }) => kind !== 'model'),
    seed: Number(seed),
    profile: 'smoke',
    concurrency,
    tool,
  });
  for await (const _ of run);
}
prism.kill();
process.exit();
