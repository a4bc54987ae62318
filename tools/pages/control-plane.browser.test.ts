import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReferenceServerOptions } from '../../reference-server/server.ts';
import { startReceiver } from '../../reference-server/testing/receiver.ts';
import { type Scenario, startScenario } from '../../reference-server/testing/scenario.ts';
import { launchBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** Opens a page of a server, passes it to the body, and returns the errors of the browser. */
async function visit(
  { server }: Scenario,
  options: BrowserContextOptions,
  body: (page: Page) => Promise<void>,
): Promise<string[]> {
  const context = await browser.newContext({ baseURL: server.url, ...options });
  const complaints: string[] = [];
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`)) complaints.push(`asked for ${request.url()}`);
  });
  try {
    await body(page);
  } finally {
    await context.close();
  }
  return complaints;
}

const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
const openAll = (page: Page) =>
  page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");

/** A business with a payroll that processes in two days, and a receiver that rejects everything. */
async function busyScenario(
  options: ReferenceServerOptions = {},
): Promise<Scenario & { payrollDate: string }> {
  const scenario = await startScenario(options);
  const now = await scenario.now();
  // Not tomorrow: late in the evening, that is less than the hour by which the clock is moved.
  const payrollDate = new Date((now + 2 * 86_400) * 1000).toISOString().slice(0, 10);
  const receiver = await startReceiver(() => 503);
  await scenario.control.register(receiver.url);
  await scenario.deposit(1_000_000);
  const payrollId = await scenario.savedPayroll({ payrollDate, salary: 250_000 });
  await scenario.client.ok('approvePayroll', { path: { payrollId } });
  await scenario.savedPayroll({ payrollDate: '2049-12-31', salary: 90_000 });
  const close = async () => {
    await scenario.close();
    await receiver.close();
  };
  return { ...scenario, payrollDate, close, [Symbol.asyncDispose]: close };
}

test('a person sees a business, moves its clock, settles a payroll and looks at the attempts', async () => {
  await using scenario = await busyScenario();
  const complaints = await visit(scenario, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/_control');
    await page.getByRole('link', { name: 'Default business of the platform' }).click();
    const payrolls = page.locator('#payrolls');
    await payrolls.getByText('scheduled').waitFor();
    await page.getByRole('button', { name: 'Advance 1 hour' }).click();
    await page.getByRole('status').getByText('The clock now shows').waitFor();
    await page.getByLabel('Until').fill(scenario.payrollDate);
    await page.getByRole('button', { name: 'Advance to this day' }).click();
    await page.getByRole('status').getByText('00:00:00 UTC').waitFor();
    await payrolls.getByText('processing').waitFor();
    await payrolls.getByRole('button', { name: /^Settle/ }).click();
    await page.getByRole('status').getByText('Every disbursement of the payroll was confirmed.').waitFor();
    await payrolls.getByText('completed').waitFor();
    await payrolls.getByRole('button', { name: /^Approve/ }).click();
    await payrolls.getByText('awaiting funds').or(payrolls.getByText('scheduled')).first().waitFor();
    const attempts = page.locator('#deliveries tr', { hasText: 'payroll.created' }).last();
    await attempts.getByText(/attempts?, response 503/).click();
    expect(await attempts.locator('.attempts li').count()).toBeGreaterThan(1);
    await page.getByLabel('Seconds').fill('-1');
    await page.getByRole('link', { name: 'Refresh' }).click();
    expect(await page.locator('.notice').count()).toBe(0);
  });
  expect(complaints).toEqual([]);
});

test.each([
  ['1280 px, light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['1280 px, dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ['360 px, dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
] as const)('at %s nothing overflows and nothing complains', async (name, options) => {
  await using scenario = await busyScenario({ seedData: true });
  const { businessId } = scenario.server.businesses.platform;
  const complaints = await visit(scenario, options, async (page) => {
    for (const path of ['/_control', `/_control/businesses/${businessId}`, '/_control/businesses/none']) {
      const response = await page.goto(path);
      if (response?.status() === 404) continue;
      await openAll(page);
      expect(await overflow(page)).toBe(0);
      const folder = process.env.PAGE_SCREENSHOTS;
      if (folder) {
        const file = `${folder}/${name}-${path === '/_control' ? 'overview' : 'business'}.png`;
        await page.screenshot({ path: file.replaceAll(/[ ,]+/g, '-'), fullPage: true });
      }
    }
  });
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test('everything can be reached by keyboard and has a name', async () => {
  await using scenario = await busyScenario();
  const { businessId } = scenario.server.businesses.platform;
  await visit(scenario, {}, async (page) => {
    await page.goto(`/_control/businesses/${businessId}`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    const names = await page
      .locator('button, summary')
      .evaluateAll((all) => all.map((each) => each.textContent));
    expect(names.every((text) => text.trim() !== '')).toBe(true);
    const fields = page.locator('input:not([type="hidden"])');
    for (const field of await fields.all())
      expect(await field.evaluate((each) => each.closest('label') !== null)).toBe(true);
    const levels = await page
      .locator('h1, h2, h3')
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });
});

test('a person decides verifications and simulates what becomes of a payment', async () => {
  await using scenario = await startScenario({ seedData: true });
  const { businessId } = scenario.server.businesses.platform;
  const complaints = await visit(scenario, { javaScriptEnabled: false }, async (page) => {
    await page.goto(`/_control/businesses/${businessId}`);
    const done = page.getByRole('status');
    const hannah = page.locator('#people tr', { hasText: 'hannah.clarke@example.com' }).last();
    expect(await hannah.getByText('rejected').count()).toBe(1);
    await hannah.getByRole('button', { name: /^Approve identity/ }).click();
    await done.getByText('The verification was decided.').waitFor();
    await hannah.getByText('approved').waitFor();
    const rent = page.locator('#transactions tr', { hasText: 'RENT-03' });
    await rent.getByText('Request information').first().click();
    await rent.getByRole('button', { name: 'Request information' }).click();
    await rent.getByText('RFI REQUESTED').waitFor();
    await rent.getByText('Provide information').first().click();
    await rent.getByRole('button', { name: 'Provide information' }).click();
    await rent.getByText('RFI PROVIDED').waitFor();
    await rent.getByRole('button', { name: /^Pass checks/ }).click();
    await rent.getByRole('button', { name: /^Settle/ }).click();
    await rent.getByText('succeeded').waitFor();
    await rent.getByText('Return').first().click();
    await rent.getByRole('button', { name: 'Return' }).click();
    await rent.getByText('returned', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restrict direct debits' }).click();
    await page.locator('#accounts').getByText('restricted').waitFor();
    await page.getByRole('button', { name: 'Lift the restriction' }).click();
    await page.locator('#accounts').getByText('active').waitFor();
    await page.getByRole('link', { name: 'Reference server' }).click();
    await page.locator('summary', { hasText: 'Reset' }).click();
    await page.getByRole('button', { name: 'Reset the server' }).click();
    await done.getByText('The server was reset.').waitFor();
  });
  expect(complaints).toEqual([]);
});

test('a form on a page of another origin changes nothing', async () => {
  await using scenario = await busyScenario();
  const { url, businesses } = scenario.server;
  await visit(scenario, {}, async (page) => {
    const target = `${url}/_control/page/businesses/${businesses.platform.businessId}/add-funds`;
    await page.route('http://localhost:1/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${target}"><input name="amount" value="5"><input name="currency" value="USD"><button>Win</button></form>`,
      }),
    );
    await page.goto('http://localhost:1/');
    const [response] = await Promise.all([
      page.waitForResponse(target),
      page.getByRole('button', { name: 'Win' }).click(),
    ]);
    expect(response.status()).toBe(403);
    expect(await scenario.balance()).not.toBe(5);
  });
});
