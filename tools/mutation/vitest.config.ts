import { defineConfig } from 'vitest/config';

// Stryker runs the tests in a process that inherits this variable from run.ts.
const folders = (process.env.MUTATION_UNIT_TESTS ?? '').split(',');

/** The unit tests as Stryker runs them: those beside what is mutated, in one worker. */
export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/live.test.ts'],
    testTimeout: 30_000,
    isolate: false,
    passWithNoTests: true,
  },
});
