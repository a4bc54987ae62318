import { expect, it } from 'vitest';
import { shownAddress } from './shown-address.ts';

it.each([
  ['http://localhost:3000/hooks', 'http://localhost:3000/hooks'],
  ['https://example.com', 'https://example.com'],
  ['https://example.com/hooks?token=abc&x=1', 'https://example.com/hooks?…'],
  ['https://ann:s3cret@example.com/hooks', 'https://example.com/hooks'],
  ['https:ann:s3cr@et@example.com/hooks', 'https://example.com/hooks'],
  ['https://example.com/cb#access_token=abc', 'https://example.com/cb#…'],
  ['/cb?code=abc\n&x', '/cb?…'],
  ['nowhere', 'nowhere'],
])('shows %s as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
