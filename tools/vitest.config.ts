import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import base from '../vitest.config.ts';

// They are those of the product and of the proof.
const { projects: _, ...shared } = base.test ?? {};

/** Tests that need the packages of tools/. */
export default defineConfig({
  ...base,
  root: join(import.meta.dirname, '..'),
  test: {
    ...shared,
    // They have steps of their own: npm run task -- docs:test.
    exclude: ['**/node_modules/**', 'tools/**/*.{browser,slow}.test.ts'],
    include: ['tools/**/*.test.ts'],
  },
});
