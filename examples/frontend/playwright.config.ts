import { defineConfig } from '@playwright/test';

/** Address of the page. Without it, `npm start` is run. */
const page = process.env.PAGE_URL;
const usual = 'http://127.0.0.1:8080';

export default defineConfig({
  testDir: 'e2e',
  use: { baseURL: page ?? usual },
  ...(page === undefined && { webServer: { command: 'npm start', url: usual } }),
});
