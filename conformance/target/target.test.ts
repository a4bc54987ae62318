import { expect, test } from 'vitest';
import { capabilities } from '../../openapi/catalogue.ts';
import { sourceOf } from './target.ts';

test('every capability has a source', () => {
  expect(capabilities.filter((capability) => sourceOf(capability) === undefined)).toEqual([]);
});
