import { defineConfig } from 'vitest/config';

/** The tests that build the whole site, start the compiler or open a page in a browser. They take too long for `npm test`. */
export default defineConfig({
  test: {
    include: ['tools/**/*.{browser,slow}.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
