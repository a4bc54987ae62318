import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsPage } from '../scripts/docs-page.ts';
import { launchBrowser } from './browser.ts';

const silent = 'Assumed: the interface document is silent.';

let browser: Browser;
let folder: string;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docs-page-'));
  const file = join(folder, 'index.html');
  writeFileSync(file, docsPage());
  address = pathToFileURL(file).href;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the page at an operation, and returns the addresses that it asked for and the errors that it had. */
async function visit(fragment: string, body: (page: Page) => Promise<void>): Promise<string[]> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(request.url());
  });
  await page.goto(`${address}${fragment}`);
  await body(page);
  await page.close();
  return complaints;
}

describe('the reference to browse', () => {
  test('marks an assumed operation, and asks no server for anything', async () => {
    const complaints = await visit('#/payrolls/createpayroll', async (page) => {
      const heading = page.getByRole('heading', { name: 'Create a payroll' });
      await heading.waitFor();
      expect(await page.getByText(silent).first().isVisible()).toBe(true);
      expect(await page.getByText('Assumed', { exact: true }).first().isVisible()).toBe(true);
    });
    expect(complaints).toEqual([]);
  });

  test('marks assumed fields of an answer, those that refer to a shared schema too', async () => {
    await visit('#/accounts/listexternalaccounts', async (page) => {
      await page.getByRole('heading', { name: 'List linked bank accounts' }).waitFor();
      await page.getByText('2XX', { exact: true }).first().click();
      await expect.poll(() => page.getByText(silent).count()).toBeGreaterThan(1);
    });
  });
});
