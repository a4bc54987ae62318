/**
 * `node tools/with.ts COMMAND …`: runs a command with the packages of tools/ in its path, and installs them first if
 * they are missing or of another lock file. `npm ci` of the project installs only the packages for running and testing
 * it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folder = import.meta.dirname;
const lock = join(folder, 'package-lock.json');
/** Written by npm when it is done. */
const installed = join(folder, 'node_modules/.package-lock.json');

const isInstalled = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;

function run(command: string, args: readonly string[], options: { cwd?: string } = {}): void {
  const path = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const { status, signal, error } = spawnSync(command, args, {
    ...options,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  if (error !== undefined) {
    console.error(`Failed to run ${command}: ${error.message}. Is it a package of tools/package.json?`);
    process.exit(127);
  }
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('Name the command to run: node tools/with.ts biome check .');
  process.exit(2);
}
if (!isInstalled) {
  console.error(
    'Installing the packages of tools/, once: commands that check, build or document the project need them.',
  );
  run('npm', ['ci', '--no-fund', '--no-audit'], { cwd: folder });
}
run(command, args);
