import { defineConfig } from 'vitest/config';

/** The suite against every variant that is as good as the sound server, which is too long for `npm test`. */
export default defineConfig({
  test: { include: ['proof/benign/*.slow.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
});
