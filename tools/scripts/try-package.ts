/**
 * Installs the packed package in an empty folder and uses it as its users do: types under both module resolutions, the
 * examples, a bundle, and the commands, on each Node.js that is supported. Needs the build.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { expectThat, install, run as runIn, StepFailed, say, step } from './steps.ts';
import { tryFrontend } from './try-frontend.ts';
import { tryWorkflow } from './try-workflow.ts';

const repository = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'try-package-'));
const project = join(folder, 'project');
const examples = join(repository, 'examples');
/** Projects of their own in folders of the project, which use its packages. */
const projects = ['frontend', 'vitest-project', 'github-workflow'] as const;
const nodes = ['22', '24'];
/** The first of each line, and the last whose loader had mistakes: they only load what `init` writes. */
const oldNodes = ['22.18.0', '22.22.0', '24.0.0', '24.10.0'];

const run = (program: string, args: readonly string[], cwd = project, env = process.env) =>
  runIn(program, args, cwd, env);
function compile(moduleResolution: 'nodenext' | 'bundler'): void {
  const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext';
  const compilerOptions = {
    ...{
      module,
      moduleResolution,
      target: 'es2024',
      lib: ['es2024', 'esnext.array', 'esnext.disposable', 'dom'],
    },
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types: ['node'],
      resolveJsonModule: true,
    },
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', ...projects] }),
  );
  run('npx', ['tsc', '-p', '.']);
}

/** A project of CommonJS, as `module: node16` has it, may import the types. */
function compileCommonJs(): void {
  const cwd = join(folder, 'commonjs');
  mkdirSync(join(cwd, 'node_modules'), { recursive: true });
  symlinkSync(
    join(project, 'node_modules/workforce-conformance'),
    join(cwd, 'node_modules/workforce-conformance'),
  );
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "commonjs" }\n');
  const source = [
    "import type { Payroll } from 'workforce-conformance/types';",
    'export const statusOf = ({ status }: Payroll) => status;',
    '// @ts-expect-error: it is a type and not any',
    'statusOf({ status: Symbol() });',
  ];
  writeFileSync(join(cwd, 'index.ts'), `${source.join('\n')}\n`);
  const compilerOptions = { module: 'node16', target: 'es2022', strict: true, noEmit: true, types: [] };
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }));
  run(join(project, 'node_modules/.bin/tsc'), ['-p', '.'], cwd);
}

/** The modules that a bundler takes from packages for one of the examples. */
async function bundled(entry: string): Promise<{ bytes: number; inputs: readonly string[] }> {
  const { metafile } = await build({
    entryPoints: [join(project, entry)],
    absWorkingDir: project,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
  });
  const outputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const ofPackages = outputs.filter(([name]) => name.includes('node_modules'));
  return {
    bytes: ofPackages.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
    inputs: ofPackages.map(([name]) => name),
  };
}

/** The mock says where it is, and is then used. */
async function withMock(
  node: string,
  cli: string,
  use: (url: string) => void | Promise<void>,
): Promise<void> {
  const mock = spawn(node, [cli, 'mock', '--port', '0'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface(mock.stdout)) {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url === undefined) continue;
      return await use(url);
    }
    throw new Error('The mock ended without saying where it is');
  } finally {
    mock.kill();
    if (mock.exitCode === null && mock.signalCode === null) await once(mock, 'exit');
  }
}

const tryMock = (node: string, cli: string) =>
  withMock(node, cli, async (url) => {
    const { status } = await fetch(`${url}/v1/payrolls`, { headers: { authorization: 'Bearer any' } });
    expectThat(status === 200, 'the mock answers');
  });

/** The configuration that `init` writes, which imports the package, loads in both kinds of project. */
async function tryConfiguration(version: string): Promise<void> {
  const { node, cli, on } = await nodeOf(version);
  await step(`the configuration of conformance init ${on}`, remedies.command, () =>
    withMock(node, cli, (url) => {
      for (const type of ['commonjs', 'module']) {
        const cwd = join(project, `${type}-${version}`);
        mkdirSync(cwd);
        writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true, type }));
        const env = { ...process.env, CONFORMANCE_ORG_TOKEN: 'any-key' };
        run(node, [cli, 'init', '--base-url', url], cwd, env);
        expectThat(
          readFileSync(join(cwd, 'conformance.config.ts'), 'utf8').includes("from 'workforce-conformance'"),
          'init writes a configuration that imports the package',
        );
        expectThat(
          run(node, [cli, 'doctor'], cwd, env).includes(url),
          `doctor reads it in a project of ${type}`,
        );
      }
    }),
  );
}

/** A finding is shown again by the command that its report prints, pasted into a shell. */
function tryRepeating(node: string): void {
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  const shell = (command: string) =>
    spawnSync('sh', ['-c', command], { cwd: project, env, encoding: 'utf8' });
  shell('npx conformance run --fault invalid-token-answers-400 --checks authentication.invalid-token');
  const summary = readFileSync(join(project, 'conformance-report/summary.md'), 'utf8');
  const [, command = ''] = /^To repeat: `(.+)`$/m.exec(summary) ?? [];
  expectThat(command.startsWith('npx conformance replay '), 'a report prints how to repeat a finding');
  expectThat(shell(command).stdout.includes('Reproduced on'), 'the pasted command repeats the finding');
}

const remedies = {
  pack: 'see what npm says; `npm run build` has to have made dist/.',
  install:
    'see what npm says: a registry that does not answer, or a dependency that package.json should not have.',
  compile:
    'the types of the package do not fit its examples. Errors below node_modules/workforce-conformance are in what is exported ' +
    '(a file that tsconfig.build.json leaves out, a type that is not exported); others are in examples/, which stand in the folder above.',
  bundle:
    'a module of sdk/ imports what users should not have to load: see which, with `npm run task -- layers`.',
  example: 'start the example by itself in the folder above; it uses dist/, so build again after a change.',
  command: 'start the command by itself in the folder above, on the Node.js that is named.',
} as const;

/** Installs a version of Node.js. */
async function nodeOf(version: string): Promise<{ node: string; cli: string; on: string }> {
  const home = join(folder, `node-${version}`);
  await step(`installing Node.js ${version}`, remedies.install, () => install(home, `node@${version}`));
  const node = join(home, 'node_modules/node/bin/node');
  const cli = join(project, 'node_modules/workforce-conformance/bin/conformance.js');
  const on = `on Node.js ${run(node, ['--version']).trim()}`;
  say(on);
  return { node, cli, on };
}

/** All trials on one version of Node.js. */
async function tryOn(version: string): Promise<void> {
  const { node, cli, on } = await nodeOf(version);
  // Node.js 22 does not know `await using`; Vitest compiles it.
  const started = version === '22' ? [] : ['client.ts', 'receiver.ts'];
  for (const example of started) {
    const printed = await step(`examples/integrator/${example} ${on}`, remedies.example, () =>
      run(node, [example]),
    );
    console.log(printed.trim());
  }
  await step(`the tests of examples/integrator ${on}`, remedies.example, () =>
    // Those of Playwright are not for Vitest. Its five seconds for a test are not enough on a busy machine.
    run(node, [
      ...['node_modules/vitest/vitest.mjs', 'run', '--exclude', 'frontend/**'],
      ...['--testTimeout', '600000', '--hookTimeout', '600000'],
    ]),
  );
  say('the suite passes in Vitest, and the application passes its tests');
  await step(`conformance run ${on}`, remedies.command, () => {
    const output = run(node, [cli, 'run', '--seed', '1', '--profile', 'smoke', '--quiet']);
    expectThat(output.includes('Nothing failed'), 'nothing fails on the embedded server');
  });
  await step(`the command of a report ${on}`, remedies.command, () => tryRepeating(node));
  await step(`conformance mock ${on}`, remedies.command, () => tryMock(node, cli));
  if (version !== '24') return;
  await step(`examples/frontend ${on}`, remedies.example, () =>
    tryFrontend(join(project, 'frontend'), dirname(node)),
  );
  say('the page shows in a browser what the mock answers, and its end-to-end tests pass');
  await step(`the steps of examples/github-workflow ${on}`, remedies.example, async () => {
    const secrets = { CONFORMANCE_PLATFORM_TOKEN: 'platform-key', CONFORMANCE_ORG_TOKEN: 'org-key' };
    const file = '.github/workflows/conformance.yml';
    const said = await tryWorkflow(join(project, 'github-workflow'), file, secrets, dirname(node));
    expectThat(said.includes('Nothing failed'), 'the steps of the workflow try the server');
  });
}

async function tryPackage(): Promise<void> {
  const packing = [
    '--workspaces',
    '--include-workspace-root',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ];
  const packed: { filename: string; size: number }[] = await step('packing the packages', remedies.pack, () =>
    JSON.parse(run('npm', ['pack', '--json', ...packing], repository)),
  );
  const files = packed.map(({ filename }) => join(folder, filename));
  await step('installing the packages in an empty project', remedies.install, () =>
    install(project, ...files, 'typescript@5', '@types/node@24', 'vitest@5', '@playwright/test@1'),
  );
  for (const { filename, size } of packed) say(`${filename}: ${Math.round(size / 1024)} kB packed`);
  cpSync(join(examples, 'integrator'), project, { recursive: true });
  for (const name of projects) {
    const filter = (path: string) => !path.includes('node_modules');
    cpSync(join(examples, name), join(project, name), { recursive: true, filter });
  }
  for (const resolution of ['bundler', 'nodenext'] as const)
    await step(`compiling the examples with moduleResolution ${resolution}`, remedies.compile, () =>
      compile(resolution),
    );
  say('the examples compile under bundler and nodenext');
  await step('compiling a CommonJS project with module node16', remedies.compile, async () =>
    compileCommonJs(),
  );
  say('a CommonJS project may import the types');
  await step('bundling the types', remedies.bundle, async () => {
    const { bytes } = await bundled('types.ts');
    expectThat(bytes === 0, 'a project that imports types only bundles 0 bytes of the package');
  });
  writeFileSync(join(project, 'verify.ts'), "export { verify } from 'workforce-conformance/webhooks';\n");
  await step('bundling the verification of webhooks', remedies.bundle, async () => {
    const { bytes, inputs } = await bundled('verify.ts');
    expectThat(
      inputs.every((name) => /\/@?workforce-conformance\//.test(name)),
      `what verifies webhooks bundles ${bytes} bytes and no other package`,
    );
  });
  for (const version of nodes) await tryOn(version);
  for (const version of oldNodes) await tryConfiguration(version);
}

try {
  await tryPackage();
  rmSync(folder, { recursive: true });
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  // The installed project is kept for debugging.
  console.error(`\n${error.message}\nThe project is in ${project}.`);
  process.exitCode = 1;
}
