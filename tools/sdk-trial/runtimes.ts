/** The runtimes that the SDK supports, and how its trials are started there. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchBrowser } from '../pages/browser.ts';
import type { BuiltTrials } from './build-trials.ts';
import type { Surroundings } from './trial.ts';

export interface Runtime {
  readonly name: string;
  /** To be had from npm, into a folder of its own; heavy, so that the project does not depend on it. */
  readonly npmPackage?: string;
  /**
   * @param folder of the installed npm package
   * @returns the output of the trials: how many there are
   */
  readonly run: (trials: BuiltTrials, surroundings: Surroundings, folder: string) => Promise<string>;
}

const start = async (program: string, ...args: readonly string[]) =>
  (await promisify(execFile)(program, [...args], { timeout: 30_000 })).stdout.trim();

/** The part of Miniflare that is needed; it is installed only when the trials run. */
interface Miniflare {
  readonly ready: Promise<URL>;
  dispose(): Promise<void>;
}

async function inWorkerd(file: string, surroundings: Surroundings, folder: string): Promise<string> {
  const { Miniflare } = createRequire(join(folder, 'index.js'))('miniflare') as {
    Miniflare: new (options: object) => Miniflare;
  };
  const script = readFileSync(file, 'utf8');
  // Without `cf` it asks for an example on the internet.
  const options = { modules: true, script, compatibilityDate: '2025-01-01', cf: false };
  const miniflare = new Miniflare(options);
  try {
    const response = await fetch(await miniflare.ready, {
      method: 'POST',
      body: JSON.stringify(surroundings),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  } finally {
    await miniflare.dispose();
  }
}

/** A page of an address on this machine has Web Crypto, and the reference server lets it in. */
async function inChromium(script: string, surroundings: Surroundings): Promise<string> {
  const site = createServer((_request, response) => {
    const page = `<!doctype html><script>${readFileSync(script, 'utf8')}</script>`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    return String(await page.evaluate(`trials.runTrials(${JSON.stringify(surroundings)})`));
  } finally {
    await browser.close();
    await site[Symbol.asyncDispose]();
  }
}

export const runtimes: readonly Runtime[] = [
  {
    name: 'Node.js 20',
    npmPackage: 'node@20',
    run: ({ esm }, surroundings, folder) =>
      start(join(folder, 'node_modules/node/bin/node'), esm, JSON.stringify(surroundings)),
  },
  {
    name: 'Node.js 20, with require()',
    npmPackage: 'node@20',
    run: ({ cjs }, surroundings, folder) =>
      start(join(folder, 'node_modules/node/bin/node'), cjs, JSON.stringify(surroundings)),
  },
  {
    name: 'Bun',
    npmPackage: 'bun@1',
    run: ({ esm }, surroundings, folder) =>
      start(join(folder, 'node_modules/.bin/bun'), 'run', esm, JSON.stringify(surroundings)),
  },
  {
    name: 'Deno',
    npmPackage: 'deno@2',
    run: ({ esm }, surroundings, folder) => {
      const permissions = ['--allow-net=127.0.0.1', '--allow-env'];
      const program = join(folder, 'node_modules/.bin/deno');
      return start(program, 'run', ...permissions, '--cached-only', esm, JSON.stringify(surroundings));
    },
  },
  {
    name: 'workerd (Miniflare)',
    npmPackage: 'miniflare@4',
    run: ({ worker }, surroundings, folder) => inWorkerd(worker, surroundings, folder),
  },
  { name: 'Chromium', run: ({ browser }, surroundings) => inChromium(browser, surroundings) },
];
