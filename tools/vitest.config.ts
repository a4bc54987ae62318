import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import base from '../vitest.config.ts';

/** Tests that need the packages of tools/. */
export default defineConfig({
  ...base,
  root: join(import.meta.dirname, '..'),
  test: {
    ...base.test,
    // They have steps of their own: npm run task -- docs:test.
    exclude: ['**/node_modules/**', 'tools/**/*.{browser,slow}.test.ts'],
    include: ['tools/**/*.test.ts'],
  },
});
