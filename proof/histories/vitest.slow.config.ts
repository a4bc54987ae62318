import { defineConfig } from 'vitest/config';

/** The faults that only histories show, which are too long for `npm test`. */
export default defineConfig({
  test: { include: ['proof/histories/*.slow.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
});
