import { expect, test } from 'vitest';
import { capabilities } from '../../openapi/catalogue.ts';
import { sourceOf } from './target.ts';

test('every capability comes from somewhere', () => {
  expect(capabilities.filter((capability) => sourceOf(capability) === undefined)).toEqual([]);
});
