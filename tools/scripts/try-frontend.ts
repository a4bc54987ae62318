/** Opens the example of a frontend in a browser, with the mock and the page started by the commands of its package.json. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../pages/browser.ts';
import { runPlaywright } from '../pages/run-playwright.ts';

interface Started extends AsyncDisposable {
  readonly url: string;
}

const binaries = join(import.meta.dirname, '../node_modules/.bin');

/** Stops a whole process group, because a script may start further processes. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGINT');
  await ended;
}

/**
 * Starts a script of a project and waits until it says where it is.
 *
 * @param node folder of the Node.js that runs it
 */
async function startScript(folder: string, name: string, node: string, more: string): Promise<Started> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = [folder, join(folder, '..')].map((each) => join(each, 'node_modules/.bin'));
  const PATH = [node, ...own, binaries, process.env.PATH].join(delimiter);
  const child = spawn('bash', ['-c', `exec ${scripts[name]} ${more}`], {
    cwd: folder,
    env: { ...process.env, PATH },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      said.push(line);
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  }
  child.once('error', reject);
  child.once('exit', () =>
    reject(new Error(`${name} ended without saying where it is:\n${said.join('\n')}`)),
  );
  return { url: await promise, [Symbol.asyncDispose]: () => stop(child) };
}

const expectThat = (holds: boolean, what: string, seen: unknown) => {
  if (!holds) throw new Error(`It does not hold that ${what}: ${JSON.stringify(seen)}`);
};

async function look(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(url);
  await page.locator('main[aria-busy=false]').waitFor();
  return page.locator('main tr, main [role=alert]').allInnerTexts();
}

/** Its own end-to-end tests, against the server that they start. */
async function tryTests(folder: string, node: string, page: string): Promise<void> {
  const cli = join(folder, '../node_modules/@playwright/test/cli.js');
  const ended = await runPlaywright({ folder, cli, node: join(node, 'node'), env: { PAGE_URL: page } });
  expectThat(ended.code === 0, 'the end-to-end tests pass', ended);
}

/**
 * @param folder the example, in a project that has the package
 * @param node folder of the Node.js that runs the mock
 * @throws Error that names the content missing from the page
 */
export async function tryFrontend(folder: string, node: string): Promise<void> {
  await using mock = await startScript(folder, 'mock', node, '--port 0');
  await using site = await startScript(folder, 'start', node, '--serve=127.0.0.1:0');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const at = `${site.url}/?api=${encodeURIComponent(mock.url)}`;
    const usual = await look(page, at);
    expectThat(
      usual.some((row) => /2026-03-31\s+Completed\s+1\s+250,000 USD/.test(row)) &&
        usual.some((row) => /Adaeze Okafor\s+adaeze\.okafor@example\.com\s+EMPLOYEE/.test(row)),
      'the page lists the payrolls and persons of the examples',
      usual,
    );
    await page.getByRole('link', { name: 'key refused' }).click();
    await page.locator('[role=alert]').waitFor();
    const refused = await page.locator('[role=alert]').innerText();
    expectThat(/refused \(401 /.test(refused), 'the page says that its key is refused', refused);
    const alone = await look(page, `${site.url}/?api=http://127.0.0.1:9`);
    expectThat(/does not answer/.test(alone.join()), 'the page says that nothing answers', alone);
    expectThat(problems.length === 0, 'the page runs without an error', problems);
  } finally {
    await browser.close();
  }
  await tryTests(folder, node, site.url);
}
