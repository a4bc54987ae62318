/** Installs the peers into a folder of their own, outside of the project's dependencies. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The peers, as they are installed on demand: none of them is a dependency of the project. */
export const pythonPackages = { schemathesis: '4.32.5' } as const;

export const npmPackages = {
  specmatic: '2.55.1',
  dredd: '14.1.0',
  '@apideck/portman': '1.33.0',
  // Dredd reads no OpenAPI 3.1.
  '@apiture/openapi-down-convert': '0.14.2',
} as const;

/** Paths of the peers, below the folder of their installation. */
export const binariesOf = (cache: string) => ({
  schemathesis: join(cache, 'schemathesis/bin/st'),
  specmatic: join(cache, 'npm/node_modules/.bin/specmatic'),
  dredd: join(cache, 'npm/node_modules/.bin/dredd'),
  portman: join(cache, 'npm/node_modules/.bin/portman'),
  newman: join(cache, 'npm/node_modules/.bin/newman'),
  downConvert: join(cache, 'npm/node_modules/.bin/openapi-down-convert'),
});

function run(file: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(file, args, { cwd, stdio: 'inherit' });
  // A peer that cannot be installed is reported as not run; it does not keep the others from running.
  if (error || status !== 0) process.stderr.write(`Failed: ${file} ${args.join(' ')}\n`);
}

/** Needs npm, Python 3 with venv and, for Specmatic, a Java runtime. */
export function installPeers(cache: string): void {
  const npm = join(cache, 'npm');
  mkdirSync(npm, { recursive: true });
  writeFileSync(join(npm, 'package.json'), JSON.stringify({ private: true, dependencies: npmPackages }));
  run('npm', ['install', '--no-audit', '--no-fund'], npm);
  const python = join(cache, 'schemathesis');
  if (!existsSync(python)) run('python3', ['-m', 'venv', python], cache);
  const packages = Object.entries(pythonPackages).map(([name, version]) => `${name}==${version}`);
  run(join(python, 'bin/pip'), ['install', '--quiet', ...packages], cache);
}
