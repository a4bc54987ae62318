/** How long a user waits for the command line, for its help and for the first request of a run, beside Node itself. */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen } from '../testing/listen.ts';
import { type Measurement, rounded } from './measurement.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const helpTargetMillis = 300;
const requestTargetMillis = 1_000;
/**
 * The first run fills the compile cache; of the others the best counts, because other work on the machine only adds
 * time.
 */
const rounds = 6;

interface Started {
  readonly exited: Promise<unknown>;
  interrupt(): void;
}

function start(args: readonly string[], folder: string, told?: () => void): Started {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, CONFORMANCE_ORG_TOKEN: 'any-token', NODE_COMPILE_CACHE: join(folder, 'cache') },
    stdio: ['ignore', 'ignore', 'ignore', ...(told ? (['ipc'] as const) : [])],
  });
  if (told) child.once('message', told);
  const exited = new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  // A process that is killed leaves nothing in its compile cache.
  return { exited, interrupt: () => child.kill('SIGINT') };
}

async function untilExit(args: readonly string[], folder: string): Promise<number> {
  const begun = performance.now();
  await start(args, folder).exited;
  return performance.now() - begun;
}

const bareMillis = (folder: string) => untilExit(['-e', ''], folder);
/**
 * A folder with the content of the package: a new build and no sources, because in a working copy the sources are
 * started.
 *
 * @returns the program in it
 */
function buildPackage(folder: string): string {
  execFileSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const bin = join(folder, 'bin/conformance.js');
  mkdirSync(dirname(bin));
  copyFileSync(join(repository, 'bin/conformance.js'), bin);
  copyFileSync(join(repository, 'package.json'), join(folder, 'package.json'));
  return bin;
}

const helpMillis = (bin: string) => (folder: string) => untilExit([bin, '--help'], folder);

const firstRequestMillis =
  (bin: string) =>
  async (folder: string): Promise<number> => {
    const { promise: asked, resolve } = Promise.withResolvers<number>();
    const server = createServer((_, response) => {
      resolve(performance.now());
      response.writeHead(404).end();
    });
    const { url, close } = await listen(server);
    const begun = performance.now();
    const run = start([bin, 'run', '--base-url', url], folder);
    const millis = (await asked) - begun;
    run.interrupt();
    await run.exited;
    close();
    return millis;
  };

const preload = new URL('./processes/first-request.ts', import.meta.url).href;

/** Time of a run of the embedded server, as the run itself measures it. */
const embeddedMillis =
  (bin: string) =>
  async (folder: string): Promise<number> => {
    const { promise: sent, resolve } = Promise.withResolvers<number>();
    const begun = performance.now();
    const run = start(['--import', preload, bin, 'run'], folder, () => resolve(performance.now()));
    const millis = (await sent) - begun;
    await run.exited;
    return millis;
  };

interface Times {
  readonly first: number;
  readonly best: number;
}

async function timesOf(once: (folder: string) => Promise<number>): Promise<Times> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  const [first = 0, ...others] = await Array.from({ length: rounds }).reduce<Promise<number[]>>(
    async (before) => [...(await before), await once(folder)],
    Promise.resolve([]),
  );
  rmSync(folder, { recursive: true, force: true });
  return { first, best: Math.min(...others) };
}

async function measurePackage(bin: string): Promise<readonly Measurement[]> {
  const bare = await timesOf(bareMillis);
  const measure = async (what: string, target: number, once: (folder: string) => Promise<number>) => {
    const { first, best } = await timesOf(once);
    const ratio = (best / bare.best).toFixed(1);
    return [
      { what: `${what}, the first time`, figure: `${rounded(first)} ms` },
      { what, figure: `${rounded(best)} ms`, target: `within ${target} ms`, met: best <= target },
      { what: `${what}, beside a bare Node.js`, figure: `${ratio} times` },
    ];
  };
  return [
    { what: 'a bare Node.js', figure: `${rounded(bare.best)} ms` },
    ...(await measure('--help of the build', helpTargetMillis, helpMillis(bin))),
    ...(await measure('first request of a run, of the build', requestTargetMillis, firstRequestMillis(bin))),
    ...(await measure(
      'first request to the embedded server, of the build',
      requestTargetMillis,
      embeddedMillis(bin),
    )),
  ];
}

export async function measureStartUp(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-package-'));
  try {
    return await measurePackage(buildPackage(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
