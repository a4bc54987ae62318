import { defineConfig } from 'vitest/config';

/** What builds the whole site or starts the compiler, which is too long for `npm test`. */
export default defineConfig({
  test: { include: ['site/**/*.{browser,slow}.test.ts'], testTimeout: 60_000 },
});
