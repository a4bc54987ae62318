import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{openapi,conformance,reference-server,reports,src,scripts,markup,examples}/**/*.test.ts'],
    testTimeout: 30_000,
    // Most of the time of a small file went into loading the description again.
    isolate: false,
  },
});
