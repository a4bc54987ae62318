/** Proves that client generators understand the description: what each of them makes of it compiles under `strict`. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const description = join(import.meta.dirname, '../../openapi/generated/openapi.json');

interface Generator {
  readonly name: string;
  /** Makes a client in the folder `client` of the working folder, from `openapi.json` there. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly files?: Readonly<Record<string, string>>;
}

const generators: readonly Generator[] = [
  {
    name: '@hey-api/openapi-ts',
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'client', '--no-log-file'],
  },
  {
    name: 'orval',
    command: ['orval', '--config', 'orval.config.mjs'],
    files: {
      'orval.config.mjs':
        "export default { api: { input: 'openapi.json', output: { target: 'client/client.ts', client: 'fetch' } } };\n",
    },
  },
];

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
  types: [],
};

function run(folder: string, [program, ...args]: Generator['command']): void {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
}

/** What a program said that failed. */
function outputOf(error: unknown): string {
  const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message?: string };
  return [stdout, stderr].filter(Boolean).join('\n') || String(message);
}

for (const { name, command, files = {} } of generators) {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'generator-'));
  try {
    cpSync(description, join(folder, 'openapi.json'));
    // Nothing above this folder is to have a say.
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    mkdirSync(join(folder, 'client'));
    run(folder, command);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['client/**/*.ts'] }),
    );
    run(folder, ['tsc', '-p', '.']);
    console.log(`${name}: its client compiles (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    console.error(`${name}: failed\n${outputOf(error)}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
