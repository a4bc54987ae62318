import { expect, test } from 'vitest';
import { tryVariants, variantsFrom } from './trial.ts';

test('there are 36 variants or more, each with a name of its own', () => {
  const ids = [...variantsFrom(0), ...variantsFrom(1)];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(36);
});

tryVariants(variantsFrom(0));
