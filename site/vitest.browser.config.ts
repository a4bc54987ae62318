import { defineConfig } from 'vitest/config';

/** Builds the whole site first, which is too long for `npm test`. */
export default defineConfig({
  test: { include: ['site/**/*.browser.test.ts'], testTimeout: 60_000 },
});
