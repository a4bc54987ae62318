/** `test` for a page, with a backend of its own and a judge of the requests and responses between the two. */
import { test as base } from '@playwright/test';
import { withConformance } from 'workforce-conformance/playwright';
import { createReferenceServer } from 'workforce-conformance/reference-server';

interface Backend {
  readonly url: string;
  readonly token: string;
}

/** `API_URL` and `API_TOKEN` name another backend, such as a sandbox. */
const { API_URL: url, API_TOKEN: token = '' } = process.env;

export const test = withConformance(base).extend<object, { readonly backend: Backend }>({
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      if (url !== undefined) {
        await use({ url, token });
        return;
      }
      await using server = await createReferenceServer({ seedData: true });
      await use({ url: server.url, token: server.keys.platformToken });
    },
    { scope: 'worker' },
  ],
  conformance: async ({ backend }, use) => use({ baseUrl: backend.url, failOn: 'both' }),
});
