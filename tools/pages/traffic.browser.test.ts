/** Tests the recording of a browser whose page uses the service. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultById } from '../../proof/faults/index.ts';
import { startReferenceServer } from '../../reference-server/server.ts';
import { parseResults } from '../../reports/json.ts';
import { temporaryFolder } from '../../src/testing/conformance-process.ts';
import { listen } from '../testing/listen.ts';
import { launchBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** A page of another origin, which the server lets in because it is of this machine. */
const page = (url: string, token: string) => `<!doctype html><title>Persons</title><script type="module">
const headers = { authorization: 'Bearer ${token}', 'content-type': 'application/json' };
// A browser keeps no body that the page does not read.
const ask = async (path, options) => (await fetch('${url}' + path, { headers, ...options })).text();
await ask('/v1/persons', { method: 'POST', body: JSON.stringify({ firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com' }) });
await ask('/v1/persons?limit=10');
await ask('/v1/payrolls');
await ask('/v1/persons?limit=1000');
document.title = 'done';
</script>`;

test.each([
  [undefined, 0, []],
  ['persons-without-meta', 1, ['answers.listPersons/PERSON-002']],
])('a session in Chromium with the fault %s exits %i', async (fault, code, findings) => {
  using folder = temporaryFolder();
  const server = await startReferenceServer(fault === undefined ? {} : { fault: faultById(fault) });
  const site = await listen(
    createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(server.url, server.keys.orgToken)),
    ),
  );
  const har = join(folder.path, 'session.har');
  const context = await browser.newContext({ recordHar: { path: har, content: 'embed' } });
  try {
    const tab = await context.newPage();
    await tab.goto(site.url);
    await tab.waitForFunction("document.title === 'done'");
  } finally {
    await context.close();
    site.close();
    await server.close();
  }
  const ended = await folder.run(['check-traffic', 'session.har']);
  expect(ended).toMatchObject({ code, stderr: '' });
  const resultsOf = (side: string) =>
    parseResults(readFileSync(join(folder.path, 'conformance-report', side, 'results.json'), 'utf8'));
  expect(resultsOf('server').findings.map(({ id }) => id)).toEqual(findings);
  expect(resultsOf('server').coverage.operations).toMatchObject({
    createPerson: { 201: 1 },
    listPayrolls: { 200: 1 },
  });
  expect(resultsOf('clients').findings.map(({ id }) => id)).toEqual(['requests.listPersons/CLIENT-005']);
});
