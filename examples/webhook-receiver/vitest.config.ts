import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** Takes a minute or two, and so is not a part of `npm test`. */
export default defineConfig({
  ...base,
  root: import.meta.dirname,
  test: { include: ['*.suite.ts'], testTimeout: 180_000, maxConcurrency: 4 },
});
