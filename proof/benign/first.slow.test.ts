import { expect, test } from 'vitest';
import { tryVariants, variantsFrom } from './trial.ts';

test('there are at least 36 variants with distinct names', () => {
  const ids = [...variantsFrom(0), ...variantsFrom(1)];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(36);
});

tryVariants(variantsFrom(0));
