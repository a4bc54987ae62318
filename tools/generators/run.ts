/**
 * `npm run task -- generators [--only TEXT] [--quick]`: has each generator that the machine has the programs for write a client from
 * `conformance spec`, compiles the client, and calls the reference server with it. Exits 1 when one fails.
 * With `--quick`, each generator writes for one language only.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import { portableForm } from '../../openapi/portable.ts';
import { startCalled } from './called-server.ts';
import type { Generator } from './generator.ts';
import { generators } from './generators.ts';
import { goPackage } from './go.ts';
import { execute, outputOf } from './process.ts';
import { pythonPackages } from './python.ts';
import { tryGenerator } from './try-generator.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, quick: { type: 'boolean', default: false } },
});
const named = generators.filter(({ name }) => name.includes(values.only));
/** The name of a generator of several languages is followed by the language. */
const toolOf = ({ name }: Generator) => name.split(',')[0];
const chosen = values.quick
  ? named.filter((one) => named.find((other) => toolOf(other) === toolOf(one)) === one)
  : named;

const isOnPath = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
const whySkipped = ({ needs }: Generator) => needs.filter((program) => !isOnPath(program)).join(', ');

const work = mkdtempSync(join(tmpdir(), 'generators-'));
const needed = new Set(chosen.filter((one) => whySkipped(one) === '').flatMap(({ needs }) => needs));
const environment = {
  ...process.env,
  PATH: [join(work, 'python/bin'), join(work, 'go'), process.env.PATH].join(delimiter),
  GOBIN: join(work, 'go'),
  // The programs run for seconds, so optimizing for longer runs only costs time.
  JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
};

async function install(): Promise<void> {
  const run = (...step: readonly [string, ...string[]]) => execute(step, { cwd: work, env: environment });
  const python = async () => {
    await run('python3', '-m', 'venv', 'python');
    await run('pip', 'install', '--quiet', '--disable-pip-version-check', ...pythonPackages);
  };
  await Promise.all([needed.has('python3') && python(), needed.has('go') && run('go', 'install', goPackage)]);
}

async function report(generator: Generator, trial: () => Promise<void>): Promise<void> {
  const started = performance.now();
  const missing = whySkipped(generator);
  if (missing !== '') return console.log(`${generator.name}: skipped, this machine has no ${missing}`);
  try {
    await trial();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${generator.name}: its client compiles and works (${seconds} s)`);
  } catch (error) {
    console.error(`${generator.name}: failed\n${outputOf(error)}`);
    process.exitCode = 1;
  }
}

const server = await startCalled();
try {
  await install();
  const openapi = JSON.stringify(portableForm(bundled, { keepsWebhooks: true }));
  const rest = [...chosen];
  const worker = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const generator = next;
      await report(generator, () => tryGenerator(generator, { openapi, call: server.call, environment }));
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
} catch (error) {
  console.error(`The generators could not be installed\n${outputOf(error)}`);
  process.exitCode = 1;
} finally {
  await server.close();
  rmSync(work, { recursive: true, force: true });
}
