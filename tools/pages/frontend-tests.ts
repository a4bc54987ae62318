/** Runs the end-to-end tests of the example of a frontend, in the browser that travels inside an npm package. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { browserOptions } from './browser.ts';

export interface FrontendTests {
  /** The example. */
  readonly folder: string;
  /** What runs Playwright: its command line, and the Node.js for it. */
  readonly cli: string;
  readonly node: string;
  /** Where the page is. */
  readonly page: string;
  /** Another backend than the one that the tests start. */
  readonly backend?: { readonly url: string; readonly token: string };
}

/** @returns the exit code of Playwright, and all that it printed */
export async function runFrontendTests({ folder, cli, node, page, backend }: FrontendTests, output: string) {
  const config = join(output, 'playwright.config.ts');
  const settings = { launchOptions: await browserOptions() };
  writeFileSync(
    config,
    [
      `import config from ${JSON.stringify(join(folder, 'playwright.config.ts'))};`,
      `const use = { ...config.use, ...${JSON.stringify(settings)} };`,
      `export default { ...config, testDir: ${JSON.stringify(join(folder, 'e2e'))}, outputDir: ${JSON.stringify(join(output, 'results'))}, reporter: 'line', use };`,
    ].join('\n'),
  );
  const child = spawn(node, [cli, 'test', '--config', config], {
    cwd: folder,
    env: {
      ...process.env,
      ...{ NO_COLOR: '1', PAGE_URL: page },
      ...(backend && { API_URL: backend.url, API_TOKEN: backend.token }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  return { code, printed: (await printed).join('') };
}
