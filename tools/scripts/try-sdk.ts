/**
 * Installs the packed SDK in an empty folder: checks its dependencies, whether it compiles in every kind of project,
 * and whether its trials pass in every runtime. Needs the build.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReferenceServer } from '../../src/reference-server.ts';
import { type BuiltTrials, buildTrials } from '../sdk-trial/build-trials.ts';
import { runtimes } from '../sdk-trial/runtimes.ts';
import { expectThat, install, run, StepFailed, say, step } from './steps.ts';

const repository = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'try-sdk-'));
const project = join(folder, 'project');

function bytesIn(path: string, counts: (name: string) => boolean): number {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(counts);
  const stats = files.map((name) => statSync(join(path, name)));
  return stats.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
}

/** Checks the size and number of the packages that `npm install` puts into an empty project. */
function weigh(): void {
  const modules = join(project, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const installed = Object.values<{ hasInstallScript?: boolean }>(packages);
  const own = bytesIn(join(modules, '@workforce-conformance/sdk'), (name) => !name.endsWith('.d.ts'));
  const all = bytesIn(modules, () => true);
  const scripts = installed.filter(({ hasInstallScript }) => hasInstallScript);
  const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  expectThat(installed.length === 1, `the SDK brings ${installed.length} package`);
  expectThat(scripts.length === 0, 'none of them has an install script');
  expectThat(all < 3_000_000, `together they have ${kB(all)}, less than 3 MB`);
  expectThat(own <= 600_000, `the SDK has ${kB(own)} beside its types, 600 kB at the most`);
}

/** One project of ES modules and one of CommonJS, but for bundlers, which take ES modules. */
const projects = {
  node16: ['module', 'commonjs'],
  nodenext: ['module', 'commonjs'],
  bundler: ['module'],
} as const;

function compile(moduleResolution: keyof typeof projects): void {
  const cwd = join(project, moduleResolution);
  for (const type of projects[moduleResolution]) {
    mkdirSync(join(cwd, type), { recursive: true });
    writeFileSync(join(cwd, type, 'package.json'), JSON.stringify({ private: true, type }));
    copyFileSync(join(repository, 'tools/sdk-trial/consumer.ts'), join(cwd, type, 'consumer.ts'));
  }
  const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
  const lib = ['es2022', 'dom', 'dom.iterable'];
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    lib,
    strict: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  run('tsc', ['-p', '.'], cwd);
}

async function tryRuntimes(trials: BuiltTrials): Promise<void> {
  await using server = await createReferenceServer();
  // Before the installations, which block this process for longer than a connection stays open.
  const businesses = await Promise.all(runtimes.map(() => server.createBusiness()));
  for (const [index, { name, npmPackage, run: start }] of runtimes.entries()) {
    const home = join(folder, npmPackage ?? 'none');
    try {
      if (npmPackage !== undefined && !existsSync(join(home, 'node_modules'))) install(home, npmPackage);
    } catch (error) {
      const [reason] = /npm error (?!code).*/.exec(String(error)) ?? [error];
      say(`skipped ${name}: ${npmPackage} cannot be installed: ${reason}`);
      continue;
    }
    const { tenantKey = '' } = businesses[index] ?? {};
    const surroundings = { baseUrl: server.url, token: server.keys.platformToken, tenantKey };
    const remedy = `run the trial that is named in tools/sdk-trial by itself; ${project} has what was built.`;
    const count = await step(`the trials in ${name}`, remedy, () => start(trials, surroundings, home));
    say(`${name}: ${count} trials pass`);
  }
}

const remedies = {
  install:
    'see what npm says: a registry that does not respond, or a dependency that sdk/package.json should not have.',
  weigh: 'see what became heavier: `npm pack --dry-run -w sdk` lists the files.',
  compile: 'see `npx attw --pack sdk`, and sdk/tsconfig.build.json.',
  build: 'see what esbuild says of tools/sdk-trial.',
} as const;

async function trySdk(): Promise<void> {
  await step('installing the SDK in an empty project', remedies.install, () => {
    mkdirSync(folder, { recursive: true });
    const packing = ['pack', '--json', '--ignore-scripts', '-w', 'sdk', '--pack-destination', folder];
    const [packed] = JSON.parse(run('npm', packing, repository));
    install(project, join(folder, packed.filename));
  });
  await step('what the SDK brings', remedies.weigh, weigh);
  for (const resolution of ['node16', 'nodenext', 'bundler'] as const)
    await step(`compiling with moduleResolution ${resolution}`, remedies.compile, () => compile(resolution));
  say('projects compile under node16, nodenext and bundler, from CommonJS too');
  await tryRuntimes(await step('building the trials', remedies.build, () => buildTrials(project)));
}

try {
  await trySdk();
  rmSync(folder, { recursive: true });
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(`\n${error.message}\nThe project is in ${project}.`);
  process.exitCode = 1;
}
