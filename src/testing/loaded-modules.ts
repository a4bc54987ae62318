/** Lists the modules that a process loads, so that a test can forbid some. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache, temporaryFolder } from './conformance-process.ts';

const recorder = new URL('./module-recorder.ts', import.meta.url).href;
const root = new URL('../../', import.meta.url).href;

export interface LoadedModules {
  /** Names of packages. */
  readonly packages: readonly string[];
  /** Files of this project, from its root. */
  readonly files: readonly string[];
}

function packageOf(url: string): string | undefined {
  const [, inside] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return inside;
}

/**
 * Runs Node and waits for its end, however it ends.
 *
 * @param args a script and its arguments
 */
export async function loadedModules(args: readonly string[]): Promise<LoadedModules> {
  using folder = temporaryFolder();
  const file = join(folder.path, 'loaded.json');
  const child = spawn(process.execPath, ['--import', recorder, ...args], {
    cwd: fileURLToPath(root),
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, LOADED_MODULES: file },
    stdio: 'ignore',
  });
  await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  // The recorder writes a list of addresses.
  const urls = JSON.parse(readFileSync(file, 'utf8')) as string[];
  const packages = new Set(urls.map(packageOf).filter((name) => name !== undefined));
  const own = urls.filter((url) => url.startsWith(root) && packageOf(url) === undefined);
  return {
    packages: [...packages].toSorted(),
    files: own.map((url) => url.slice(root.length)).toSorted(),
  };
}
