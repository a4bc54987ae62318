/** Runs a Playwright suite with the fixture; the name of each test says how it should end. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPlaywright } from './run-playwright.ts';

test('a test fails when what its pages ask is answered wrongly, and for nothing else', async () => {
  const { tests, printed } = await runPlaywright({ folder: join(import.meta.dirname, 'playwright-suite') });
  expect(tests.map(({ title, passed }) => [title, passed])).toEqual(
    tests.map(({ title }) => [title, title.startsWith('passes:')]),
  );
  expect(tests).toHaveLength(7);
  expect(printed).toContain('authorization: Bearer $CONFORMANCE_SECRET');
  expect(printed).not.toContain('key-of-the-page');
  expect(printed).toContain('It is not known which service is judged: give its address');
});
