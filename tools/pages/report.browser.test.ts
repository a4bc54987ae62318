import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../reports/html/page.ts';
import {
  conformantResults,
  failingResults,
  hostileResults,
  largeResults,
} from '../../reports/testing/sample-results.ts';
import { launchBrowser } from './browser.ts';

/** All parts of a report, with fewer of those that look alike. */
const sample = {
  ...failingResults,
  requirements: [...Map.groupBy(failingResults.requirements, ({ status }) => status).values()].flatMap(
    (alike) => alike.slice(0, 4),
  ),
};
const pages = {
  sample,
  failing: failingResults,
  conformant: conformantResults,
  hostile: hostileResults,
  large: largeResults,
};

let browser: Browser;
let folder: string;

const addressOf = (name: keyof typeof pages) => pathToFileURL(join(folder, `${name}.html`)).href;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-report-'));
  for (const [name, results] of Object.entries(pages)) {
    await writeFile(join(folder, `${name}.html`), renderHtml(results));
  }
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Visit extends BrowserContextOptions {
  /** @defaultValue failing */
  readonly report?: keyof typeof pages;
  readonly fragment?: string;
}

/** Opens the page from its file, passes it to the body, and returns the errors of the browser. */
async function visit(
  { report = 'failing', fragment = '', ...options }: Visit,
  body: (page: Page) => Promise<void>,
): Promise<string[]> {
  const address = addressOf(report);
  const context = await browser.newContext(options);
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`said ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) complaints.push(`asked for ${request.url()}`);
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

const unfold = (page: Page) =>
  page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");

const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
const fittingRows = (page: Page) => page.locator('.requirements tr[data-status]:not([hidden])').count();
const visibleRows = (page: Page) => page.locator('.requirements tr[data-status]:visible').count();

describe.each([
  ['1280 px, light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['360 px, dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
] as const)('at %s', (_, options) => {
  test('with everything unfolded nothing overflows, and a screen reader finds no fault', async () => {
    const complaints = await visit({ ...options, report: 'sample' }, async (page) => {
      await unfold(page);
      expect(await overflow(page)).toBe(0);
      // The policy of the page does not apply to code that a debugger evaluates.
      await page.evaluate(axe.source);
      const violations = await page.evaluate(
        "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' ')))",
      );
      expect(violations).toEqual([]);
    });
    expect(complaints).toEqual([]);
  });

  test('words, status, level and section narrow the requirements, and the address keeps them', async () => {
    const complaints = await visit(options, async (page) => {
      const all = failingResults.requirements.length;
      expect(await fittingRows(page)).toBe(all);
      await page.locator('#filter-status').selectOption('failed');
      expect(await visibleRows(page)).toBe(2);
      expect(await page.locator('#filter-count').textContent()).toBe(`2 of ${all}`);
      await page.getByRole('searchbox').fill('awaiting FUNDS');
      expect(await visibleRows(page)).toBe(1);
      await page.reload();
      expect(await visibleRows(page)).toBe(1);
      expect(await page.getByRole('searchbox').inputValue()).toBe('awaiting FUNDS');
      await page.getByRole('searchbox').fill('no such words');
      expect(await page.getByText('No requirement matches.').isVisible()).toBe(true);
      await page.getByRole('searchbox').fill('');
      await page.locator('#filter-status').selectOption('');
      expect(await fittingRows(page)).toBe(all);
      await page.locator('#filter-section').selectOption({ index: 1 });
      await page.locator('#filter-level').selectOption('documented');
      expect(await fittingRows(page)).toBe(await visibleRows(page));
      expect(await visibleRows(page)).toBeLessThan(60);
    });
    expect(complaints).toEqual([]);
  });
});

test('of a target whose every string is an attack nothing runs, nothing is asked for, and nothing is let in', async () => {
  const options = { report: 'hostile', viewport: { width: 360, height: 740 } } as const;
  const complaints = await visit(options, async (page) => {
    await unfold(page);
    for (const button of await page.locator('.copy').all())
      await button.click({ timeout: 500 }).catch(() => {});
    await page.getByRole('searchbox').fill('<img src=x onerror=alert(1)>');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await overflow(page)).toBe(0);
    const foreign = await page.evaluate(`[...document.querySelectorAll('*')].filter((each) =>
      ['IMG', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'FORM', 'LINK', 'TEXTAREA', 'H5'].includes(each.tagName) ||
      [...each.attributes].some(({ name, value }) => /^(on|style$|src$)/.test(name) || (name === 'href' && value[0] !== '#'))
    ).length + ' ' + document.scripts.length + ' ' + document.querySelectorAll('svg:not(.bar, .spread, .graph)').length`);
    expect(foreign).toBe('0 1 0');
    const text = await page.evaluate('document.body.innerText');
    expect(text).toContain('<script>window.hacked = true</script>');
    expect(text).toContain('<U+202E>');
    expect(text).toContain('<U+2028>');
  });
  expect(complaints).toEqual([]);
});

test('445 requirements and 100 findings can be searched and reached', async () => {
  const complaints = await visit({ report: 'large' }, async (page) => {
    await page.getByRole('searchbox').fill('payroll-024');
    expect(await visibleRows(page)).toBe(1);
    expect(await page.locator('.opening .overview > li:visible').count()).toBe(10);
    await page.getByText('90 further violated requirements').click();
    await page.locator('.overview a').last().click();
    const last = page.locator('article.finding').last();
    expect((await last.boundingBox())?.y).toBeLessThan(120);
  });
  expect(complaints).toEqual([]);
});

test('on paper everything is unfolded, on white, and nothing is cut off', async () => {
  await visit({ colorScheme: 'dark', viewport: { width: 700, height: 1000 } }, async (page) => {
    await page.locator('#filter-status').selectOption('failed');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.locator('details:not([open])').count()).toBe(0);
    expect(await visibleRows(page)).toBe(failingResults.requirements.length);
    const cut = await page.evaluate(`[...document.querySelectorAll('main *, header *')].filter((each) =>
      getComputedStyle(each).overflow !== 'visible' && !(each instanceof SVGElement) && each.className !== 'unseen' && each.tagName !== 'THEAD' &&
      (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)).map((each) => each.outerHTML.slice(0, 80))`);
    expect(cut).toEqual([]);
    expect(await page.locator('nav, .filter, .copy').filter({ visible: true }).count()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator('details:not([open])').count()).toBeGreaterThan(5);
  });
});

test('a PDF of it has pages with everything on them', async () => {
  await visit({ report: 'conformant' }, async (page) => {
    const pdf = await page.pdf({ format: 'A4' });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(10);
  });
});

test('the keyboard gets to the report at once, sees where it is, and is never held', async () => {
  await visit({}, async (page) => {
    await page.keyboard.press('Tab');
    const skip = page.getByText('Skip to the report');
    expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    const seen = new Set<unknown>();
    for (let count = 0; count < 25; count += 1) {
      await page.keyboard.press('Tab');
      seen.add(
        await page.evaluate(`(() => {
          const at = document.activeElement;
          if (getComputedStyle(at).outlineStyle === 'none') throw new Error('unseen: ' + at.outerHTML.slice(0, 100));
          return [...document.querySelectorAll('*')].indexOf(at);
        })()`),
      );
    }
    expect(seen.size).toBe(25);
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
    await page.locator('#filter-status').selectOption('passed');
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
    await page.reload();
    expect((await page.locator('#finding-payroll\\.model-PAYROLL-024').boundingBox())?.y).toBeLessThan(120);
  });
});

test('a conversation shows the expected state before a step, and ends at the violation', async () => {
  await visit({}, async (page) => {
    const steps = page.locator('#finding-payroll\\.model-PAYROLL-024 ol.steps > li');
    expect(await steps.count()).toBe(5);
    expect(await steps.nth(2).locator('.believed').textContent()).toContain('payroll A saved');
    expect(await steps.last().textContent()).toContain('This violates PAYROLL-024');
  });
});

test('a long conversation is an outline of lines that unfold; only the offending answer is unfolded, and marked', async () => {
  await visit({}, async (page) => {
    const steps = page.locator('#finding-payroll\\.model-PAYROLL-024 ol.steps > li');
    const bodies = (index: number) => steps.nth(index).locator('pre').filter({ visible: true }).count();
    expect([await bodies(1), await bodies(3)]).toEqual([0, 1]);
    expect(await steps.nth(3).locator('mark').textContent()).toContain('scheduled');
    await steps.nth(1).locator('summary').first().click();
    expect(await bodies(1)).toBe(2);
  });
});

test('the copy buttons copy the replay command and the curl script', async () => {
  await visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    const finding = page.locator('#finding-payroll\\.model-PAYROLL-024');
    await finding.locator('.copy').first().click();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'conformance replay conformance-report/results.json payroll.model/PAYROLL-024 --base-url https://sandbox.payroll.example/api --environment sandbox',
    );
    await finding.getByText('As a curl script').click();
    await finding.locator('.copy').nth(1).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^#!\/bin\/sh\nset -eu/);
  });
});

test('without script everything is there, and nothing that would need it', async () => {
  await visit({ javaScriptEnabled: false }, async (page) => {
    expect(await fittingRows(page)).toBe(failingResults.requirements.length);
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
