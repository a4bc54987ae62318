/**
 * Installs the packed package in an empty folder and uses it as its users do: types under both module resolutions, the
 * examples, a bundle, and the commands, on each Node.js that is supported. Needs the build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { tryFrontend } from './try-frontend.ts';
import { tryWorkflow } from './try-workflow.ts';

const repository = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'try-package-'));
const project = join(folder, 'project');
const examples = join(repository, 'examples');
/** Projects of their own, which stand in folders of the project and have its packages. */
const projects = ['frontend', 'vitest-project', 'github-workflow'] as const;
const nodes = ['24', '26'];

const say = (text: string) => console.log(`-- ${text}`);
const run = (program: string, args: readonly string[], cwd = project) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const install = (cwd: string, ...packages: readonly string[]) => {
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], cwd);
};

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

/** What a bundler takes from packages for one of the examples. */
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

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold that ${what}`);
  say(what);
}

/** The mock says where it is, and then answers. */
async function tryMock(node: string, cli: string): Promise<void> {
  const mock = spawn(node, [cli, 'mock', '--port', '0'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface(mock.stdout)) {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url === undefined) continue;
      const { status } = await fetch(`${url}/v1/payrolls`, { headers: { authorization: 'Bearer any' } });
      expectThat(status === 200, 'the mock answers');
      return;
    }
    throw new Error('The mock ended without saying where it is');
  } finally {
    mock.kill();
    if (mock.exitCode === null && mock.signalCode === null) await once(mock, 'exit');
  }
}

try {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], repository),
  );
  install(project, join(folder, packed.filename), 'typescript@5', '@types/node@24', 'vitest@5');
  say(`installed, ${Math.round(packed.size / 1024)} kB packed`);
  cpSync(join(examples, 'integrator'), project, { recursive: true });
  for (const name of projects) {
    const filter = (path: string) => !path.includes('node_modules');
    cpSync(join(examples, name), join(project, name), { recursive: true, filter });
  }
  compile('bundler');
  compile('nodenext');
  say('the examples compile under bundler and nodenext');
  expectThat(
    (await bundled('types.ts')).bytes === 0,
    'a project that imports types only bundles 0 bytes of the package',
  );
  writeFileSync(join(project, 'verify.ts'), "export { verify } from 'workforce-conformance/webhooks';\n");
  const { bytes, inputs } = await bundled('verify.ts');
  expectThat(
    inputs.every((name) => name.includes('workforce-conformance/dist/')),
    `what verifies webhooks bundles ${bytes} bytes and no other package`,
  );
  for (const version of nodes) {
    const home = join(folder, `node-${version}`);
    install(home, `node@${version}`);
    const node = join(home, 'node_modules/node/bin/node');
    const cli = join(project, 'node_modules/workforce-conformance/bin/conformance.js');
    say(`Node.js ${run(node, ['--version']).trim()}`);
    for (const example of ['client.ts', 'receiver.ts']) {
      console.log(run(node, [example]).trim());
    }
    run(node, ['node_modules/vitest/vitest.mjs', 'run']);
    say('the suite passes in Vitest, and the application passes its tests');
    const output = run(node, [cli, 'run', '--seed', '1', '--quiet']);
    expectThat(output.includes('The target conforms'), 'the embedded server conforms');
    await tryMock(node, cli);
    if (version !== nodes[0]) continue;
    await tryFrontend(join(project, 'frontend'), dirname(node));
    say('the page shows in a browser what the mock answers');
    const secrets = { CONFORMANCE_PLATFORM_TOKEN: 'platform-key', CONFORMANCE_ORG_TOKEN: 'org-key' };
    const file = '.github/workflows/conformance.yml';
    const said = await tryWorkflow(join(project, 'github-workflow'), file, secrets, dirname(node));
    expectThat(said.includes('The target conforms'), 'the steps of the workflow try the server');
  }
} finally {
  rmSync(folder, { recursive: true });
}
