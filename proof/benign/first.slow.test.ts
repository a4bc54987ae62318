import { expect, test } from 'vitest';
import { tryVariants, variantsFrom } from './trial.ts';

test('the variants have distinct names', () => {
  const ids = [...variantsFrom(0), ...variantsFrom(1)];
  expect(new Set(ids).size).toBe(ids.length);
});

tryVariants(variantsFrom(0));
