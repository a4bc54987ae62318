import { defineConfig } from 'vitest/config';

/**
 * What builds the whole site, starts the compiler, tries a page in a browser or pastes each printed command, which is too
 * long for `npm test`.
 */
export default defineConfig({
  test: { include: ['tools/**/*.{browser,slow}.test.ts', 'src/cli/*.slow.test.ts'], testTimeout: 60_000 },
});
