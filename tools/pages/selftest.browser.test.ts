import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderSelftest } from '../../proof/selftest/page/page.ts';
import { sampleRecord } from '../../proof/selftest/testing/sample-record.ts';
import { launchBrowser } from './browser.ts';

let browser: Browser;
let folder: string;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-selftest-'));
  const file = join(folder, 'index.html');
  await writeFile(file, renderSelftest(sampleRecord));
  address = pathToFileURL(file).href;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the page, passes it to the body, and returns the errors of the browser. */
async function visit(
  { fragment = '', width = 1280, script = true },
  body: (page: Page) => Promise<void>,
): Promise<string[]> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: width < 500 ? 'dark' : 'light',
    javaScriptEnabled: script,
  });
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (request.url().replace(/#.*/, '') !== address) complaints.push(`asked for ${request.url()}`);
  });
  try {
    await page.goto(address + fragment);
    await body(page);
  } finally {
    await context.close();
  }
  return complaints;
}

describe.each([1280, 360])('at %i px', (width) => {
  test('nothing complains, nothing overflows, and each filter narrows its own table', async () => {
    const complaints = await visit({ width }, async (page) => {
      const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(beyond)).toBe(0);
      const rows = (table: string) => page.locator(`#${table} tr[data-status]:visible`).count();
      const all = await rows('requirement-table');
      const faults = page.getByRole('search', { name: 'Faults' });
      await faults.getByRole('searchbox').fill('BALANCE one');
      expect(await rows('fault-table')).toBe(1);
      expect(await faults.locator('output').textContent()).toBe('1 of 4');
      expect(await rows('requirement-table')).toBe(all);
    });
    expect(complaints).toEqual([]);
  });
});

test('the figures come first: what was caught, attributed, and how soon', async () => {
  await visit({}, async (page) => {
    const opening = await page.locator('.opening').textContent();
    for (const text of ['2 of 4 faults caught', '50 %', '66.6 %', '400 ms', '1/1', '9.9.9', 'Sample CPU'])
      expect(opening).toContain(text);
    expect(await page.locator('html').getAttribute('data-outcome')).toBe('bad');
  });
});

test('a square leads to the row of its fault, also when that is filtered out', async () => {
  await visit({}, async (page) => {
    await page.getByRole('search', { name: 'Faults' }).getByRole('searchbox').fill('nothing has this');
    await page.locator('#glance .cell').first().click();
    await page.locator('#fault-balance-one-short-accepted').waitFor({ state: 'visible' });
  });
});

test('a deep link leads to its requirement', async () => {
  await visit({ fragment: '#PAYROLL-024' }, async (page) => {
    const box = await page.locator('#PAYROLL-024').boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(200);
  });
});

test('without script everything is there, and no filter', async () => {
  await visit({ script: false }, async (page) => {
    expect(await page.locator('#fault-table tr[data-status]:visible').count()).toBe(4);
    expect(await page.locator('.filter:visible').count()).toBe(0);
  });
});
