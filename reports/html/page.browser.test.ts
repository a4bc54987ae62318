import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../testing/browser.ts';
import { failingResults } from '../sample-results.ts';
import { renderHtml } from './page.ts';

let browser: Browser;
let folder: string;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-report-'));
  const file = join(folder, 'index.html');
  await writeFile(file, renderHtml(failingResults));
  address = pathToFileURL(file).href;
  browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the page, hands it to the body, and returns what the browser complained of. */
async function visit(
  { fragment = '', ...options }: BrowserContextOptions & { fragment?: string },
  body: (page: Page) => Promise<void>,
): Promise<string[]> {
  const context = await browser.newContext(options);
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== address + fragment && request.url() !== address)
      complaints.push(`asked for ${request.url()}`);
  });
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective));",
  );
  try {
    await page.goto(address + fragment);
    await body(page);
  } finally {
    await context.close();
  }
  return complaints;
}

const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
const visibleRows = (page: Page) => page.locator('.requirements tr[data-status]:visible').count();

describe.each([
  ['1280 px, light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['360 px, dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
] as const)('at %s', (_, options) => {
  test('nothing complains, nothing overflows, and nothing that a target sent runs', async () => {
    const complaints = await visit(options, async (page) => {
      await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
      expect(await overflow(page)).toBe(0);
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      expect(await page.locator('img, main script, iframe, [onerror], [onload]').count()).toBe(0);
      const title = await page.locator('#finding-versioning\\.example-ERR-004 h3').textContent();
      expect(title).toContain('<script>window.hacked = true</script>');
    });
    expect(complaints).toEqual([]);
  });

  test('the filters narrow the table by words and by status', async () => {
    const complaints = await visit(options, async (page) => {
      const all = failingResults.requirements.length;
      expect(await visibleRows(page)).toBe(all);
      await page.getByLabel('Status').selectOption('failed');
      expect(await visibleRows(page)).toBe(2);
      expect(await page.locator('#filter-count').textContent()).toBe(`2 of ${all}`);
      await page.getByRole('searchbox').fill('awaiting FUNDS');
      expect(await visibleRows(page)).toBe(1);
      await page.getByLabel('Status').selectOption('');
      await page.getByRole('searchbox').fill('');
      expect(await visibleRows(page)).toBe(all);
    });
    expect(complaints).toEqual([]);
  });
});

test('the first screen holds the verdict, the figures and the worst finding', async () => {
  await visit({ viewport: { width: 1280, height: 900 } }, async (page) => {
    for (const text of ['The target does not conform', 'passed', 'status awaiting-funds']) {
      const box = await page.locator('.opening').getByText(text).first().boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(900);
    }
  });
});

test('a link to a requirement shows it even when it is filtered out', async () => {
  await visit({}, async (page) => {
    await page.getByLabel('Status').selectOption('passed');
    expect(await page.locator('#PAYROLL-024').isVisible()).toBe(false);
    await page.locator('article a[href="#PAYROLL-024"]').first().click();
    await page.locator('#PAYROLL-024').waitFor({ state: 'visible' });
  });
});

test('a deep link scrolls to its finding', async () => {
  await visit({ fragment: '#finding-payroll.model-PAYROLL-024' }, async (page) => {
    const box = await page.locator('#finding-payroll\\.model-PAYROLL-024').boundingBox();
    expect(box?.y).toBeLessThan(120);
    expect(box?.y).toBeGreaterThanOrEqual(0);
  });
});

test('a conversation says what was believed before a step, and ends with the line that broke', async () => {
  await visit({}, async (page) => {
    const steps = page.locator('#finding-payroll\\.model-PAYROLL-024 ol.steps > li');
    expect(await steps.count()).toBe(5);
    expect(await steps.nth(2).locator('.believed').textContent()).toContain('payroll A saved');
    const last = await steps.last().textContent();
    for (const part of ['PAYROLL-024', 'States and transitions, Payroll', 'awaiting-funds', 'scheduled'])
      expect(last).toContain(part);
  });
});

test('a long conversation is an outline of lines that unfold, and its last step is unfolded', async () => {
  await visit({}, async (page) => {
    const steps = page.locator('#finding-payroll\\.model-PAYROLL-024 ol.steps > li');
    const bodies = (index: number) => steps.nth(index).locator('pre').filter({ visible: true }).count();
    expect([await bodies(1), await bodies(3)]).toEqual([0, 1]);
    await steps.nth(1).locator('summary').first().click();
    expect(await bodies(1)).toBe(2);
  });
});

test('the copy button copies the replay command', async () => {
  await visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    const button = page.locator('#finding-payroll\\.model-PAYROLL-024 .copy').first();
    await button.click();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'conformance replay conformance-report/results.json payroll.model/PAYROLL-024',
    );
  });
});

test('without script everything is there, and nothing that would need it', async () => {
  await visit({ javaScriptEnabled: false }, async (page) => {
    expect(await visibleRows(page)).toBe(failingResults.requirements.length);
    expect(await page.locator('#filter, .copy').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('svg.graph').count()).toBeGreaterThan(0);
  });
});

test('the headings descend by one, and every figure and region has a name', async () => {
  await visit({}, async (page) => {
    const levels = await page
      .locator('h1, h2, h3, h4')
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    expect(
      await page.locator('[role="region"]:not([aria-label]), [role="img"]:not([aria-label])').count(),
    ).toBe(0);
  });
});
