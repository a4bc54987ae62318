import { expect, test } from 'vitest';
import { masked } from './values.ts';

test.each([
  ['31244417', {}, '****4417'],
  ['DE89370400440532013000', { first: 4 }, 'DE89**************3000'],
  ['4417', {}, '****'],
  ['DE893000', { first: 4 }, '********'],
  ['', {}, ''],
])('%s with %j is shown as %s', (text, ends, want) => {
  expect(masked(text, ends)).toBe(want);
});
