import { expect, test } from 'vitest';
import { Transport } from '../../../conformance/http/transport.ts';
import { validationVariants } from '../../../proof/benign/validation.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import { dataLines, tryValues } from './refused-values.ts';

async function linesFor(id?: string): Promise<string> {
  const overrides = id === undefined ? {} : validationVariants.variants[id]?.overrides;
  if (overrides === undefined) throw new Error(`There is no variant "${id}".`);
  const { target, close } = await openEmbeddedTarget({ control: true, fault: { id: 'variant', overrides } });
  const transport = new Transport(target.baseUrl, {
    connections: 1,
    timeoutMillis: 5_000,
    access: 'read-write',
  });
  try {
    const { signal } = new AbortController();
    return dataLines(await tryValues(target, [], transport, signal)).join('\n');
  } finally {
    await transport.close();
    await close();
  }
}

test('accepted values are written, and rejected ones as comments with the reason', async () => {
  const lines = await linesFor('one country, its currency and its phone numbers');
  expect(lines).toMatch(/^ {4}country: 'NG',$/m);
  expect(lines).toMatch(/^ {4}currency: 'NGN',$/m);
  expect(lines).toMatch(
    /^ {4}\/\/ country: 'US', currency: 'USD', phoneNumber: \{.*\} was rejected: createBusiness returned 400 with .*must be NG/m,
  );
});

test('nothing is written for a target that accepts the first values', async () => {
  expect(await linesFor()).toBe('');
});
