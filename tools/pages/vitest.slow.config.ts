import { defineConfig } from 'vitest/config';

/** What builds the whole site, starts the compiler or tries a page in a browser, which is too long for `npm test`. */
export default defineConfig({
  test: { include: ['tools/**/*.{browser,slow}.test.ts'], testTimeout: 60_000 },
});
