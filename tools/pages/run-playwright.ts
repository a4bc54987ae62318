/** Runs tests of Playwright, in the browser that travels inside an npm package. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { browserOptions } from './browser.ts';

interface Options {
  /** Folder of the tests, and of the configuration if there is one. */
  readonly folder: string;
  /** The command line of Playwright. @defaultValue that of this project */
  readonly cli?: string;
  /** The Node.js for it. @defaultValue the one that runs this */
  readonly node?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const Report = z.object({
  suites: z.array(
    z.object({
      specs: z.array(z.object({ title: z.string(), ok: z.boolean() })),
      suites: z
        .array(z.object({ specs: z.array(z.object({ title: z.string(), ok: z.boolean() })) }))
        .default([]),
    }),
  ),
});

/** The configuration of the folder, with our browser, and nothing written into the folder. */
function configuration(folder: string, output: string, use: object): string {
  const own = join(folder, 'playwright.config.ts');
  const from = (name: string) => JSON.stringify(join(folder, name));
  return [
    existsSync(own) ? `import config from ${JSON.stringify(own)};` : 'const config = {};',
    `const testDir = config.testDir === undefined ? ${from('.')} : ${from('')} + '/' + config.testDir;`,
    `const use = { ...config.use, ...${JSON.stringify(use)} };`,
    `const reporter = [['line'], ['json', { outputFile: ${JSON.stringify(join(output, 'report.json'))} }]];`,
    `export default { ...config, testDir, outputDir: ${JSON.stringify(join(output, 'results'))}, reporter, use };`,
  ].join('\n');
}

/** @returns the outcome of each test, and all output */
export async function runPlaywright({
  folder,
  cli = createRequire(import.meta.url).resolve('@playwright/test/cli'),
  node = process.execPath,
  env = {},
}: Options) {
  const output = mkdtempSync(join(tmpdir(), 'playwright-'));
  try {
    const config = join(output, 'playwright.config.ts');
    writeFileSync(config, configuration(folder, output, { launchOptions: await browserOptions() }));
    const child = spawn(node, [cli, 'test', '--config', config], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const streams = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, 'close');
    const printed = (await streams).join('');
    const { suites } = Report.parse(JSON.parse(readFileSync(join(output, 'report.json'), 'utf8')));
    const specs = suites.flatMap((suite) => [suite, ...suite.suites]).flatMap((suite) => suite.specs);
    return { code, printed, tests: specs.map(({ title, ok }) => ({ title, passed: ok })) };
  } finally {
    rmSync(output, { recursive: true });
  }
}
