import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderBoard } from '../../reports/board.ts';
import { conformantResults, failingResults } from '../../reports/testing/sample-results.ts';
import { launchBrowser } from './browser.ts';

let browser: Browser;
let folder: string;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-board-'));
  const file = join(folder, 'index.html');
  const page = renderBoard([
    { implementation: 'vendor-a', results: failingResults, report: 'a.html' },
    { implementation: 'vendor-a', results: conformantResults, report: 'a.html', badge: 'a.svg' },
    { implementation: 'vendor-b', results: failingResults, report: 'b.html' },
    { implementation: 'vendor-c', results: failingResults },
  ]);
  await writeFile(file, page);
  address = pathToFileURL(file).href;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

test.each([1280, 390])(
  'at %i px nothing overflows, nothing complains, and nobody is shut out',
  async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, bypassCSP: true });
    const complaints: string[] = [];
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.evaluate(axe.source);
    const violations = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
    );
    expect(violations).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
