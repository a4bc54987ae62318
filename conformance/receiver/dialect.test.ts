import { expect, test } from 'vitest';
import { verify } from '../../sdk/webhooks/index.ts';
import { dialects, isStandard, signatureOf, standardWebhooks } from './dialect.ts';

const secret = 'whsec_ABEiM0RVZneImaq7zN3u/wEjRWeJq83v/ty6mHZUMhA=';
const body = new TextEncoder().encode('{"eventType":"a","id":"e","data":{}}');
const signed = { id: 'e', timestamp: '1774915200', body };

const isVerified = async (signature: string): Promise<boolean> => {
  try {
    const headers = { 'hook-id': 'e', 'hook-timestamp': '1774915200', 'hook-signature': signature };
    await verify(body, headers, secret, { now: new Date(1_774_915_200_000) });
    return true;
  } catch {
    return false;
  }
};

test('the first dialect is the one that receivers verify, and is not confused with another', async () => {
  expect(dialects[0]).toEqual(standardWebhooks);
  const verified = await Promise.all(
    dialects.map((dialect) => isVerified(signatureOf(signed, secret, dialect))),
  );
  expect(dialects.filter((_, index) => verified[index])).toEqual([standardWebhooks]);
  expect(dialects.filter(isStandard)).toHaveLength(1);
});

test('no two dialects sign alike', () => {
  const signatures = dialects.map((dialect) => signatureOf(signed, secret, dialect));
  expect(new Set(signatures).size).toBe(dialects.length);
});
