import { expect, test } from 'vitest';
import { surveyOf } from '../../../conformance/testing/survey-of.ts';
import { validationVariants } from '../../../proof/benign/validation.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import { dataLines } from './refused-values.ts';

async function linesFor(id?: string): Promise<string> {
  const overrides = id === undefined ? {} : validationVariants.variants[id]?.overrides;
  if (overrides === undefined) throw new Error(`There is no variant "${id}".`);
  const { target, close } = await openEmbeddedTarget({ control: true, fault: { id: 'variant', overrides } });
  try {
    const { accepts } = await surveyOf(target, 'values');
    return accepts === undefined ? 'nothing was found out' : dataLines(accepts).join('\n');
  } finally {
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
