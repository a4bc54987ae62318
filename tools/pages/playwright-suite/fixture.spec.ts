/** The name of each test says what the fixture should do with it: tools/pages/playwright.browser.test.ts compares. */
import { createServer, type Server } from 'node:http';
import { test as base, type Page } from '@playwright/test';
import { withConformance } from 'workforce-conformance/playwright';
import { listen } from '../../testing/listen.ts';

const wrong = '{"data":7}';

/** A service that answers everything wrongly, and a page of the same origin. */
const service = (): Server =>
  createServer(({ url }, response) => {
    if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Page</title>');
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=600' })
        .end(wrong);
  });

const test = withConformance(base).extend<object, { readonly url: string }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const { url, close } = await listen(service());
      await use(url);
      close();
    },
    { scope: 'worker' },
  ],
  conformance: async ({ url }, use) => use({ baseUrl: url }),
});

const ask = (page: Page, path: string, headers: Record<string, string> = {}) =>
  page.evaluate(async ([to, sent]) => (await fetch(to, { headers: sent })).text(), [path, headers] as const);

test('fails: a page meets a violation', async ({ page, url }) => {
  await page.goto(url);
  await ask(page, '/v1/persons', { authorization: 'Bearer key-of-the-page' });
});

test('passes: the page before it met one', async ({ page, url }) => {
  await page.goto(url);
});

test('passes: the answer is made by the test', async ({ page, url }) => {
  await page.route('**/v1/persons', (route) =>
    route.fulfill({ body: wrong, contentType: 'application/json' }),
  );
  await page.goto(url);
  await ask(page, '/v1/persons');
});

test('fails: a context of the test, which is followed', async ({ browser, judged, url }) => {
  const context = await browser.newContext();
  const settled = judged.follow(context);
  const page = await context.newPage();
  await page.goto(url);
  await ask(page, '/v1/persons');
  await settled();
  await context.close();
});

test('passes: the answer is one that the browser had kept', async ({ browser, judged, url }) => {
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await ask(page, '/v1/persons');
  const settled = judged.follow(context);
  await ask(page, '/v1/persons');
  await settled();
});

test('fails: a webhook breaks a rule', ({ judged }) => {
  judged.delivery({ headers: {}, body: '{}' });
});

test.describe('without an address', () => {
  test.use({ conformance: undefined });
  test('fails: nothing says which service', async ({ page }) => {
    await page.goto('about:blank');
  });
});
