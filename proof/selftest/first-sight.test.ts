import { expect, test } from 'vitest';
import { firstSightOf } from './first-sight.ts';

/** Faults as fuzzers find them. */
const generic = [
  'any-password-lists-payouts',
  'beneficiary-inner-objects-not-validated',
  'broken-json-answers-500',
  'contract-accepts-any-body',
  'contractors-as-a-number',
  'custom-field-renamed-in-the-answer-only',
  'deposit-not-credited',
  'emoji-answers-500',
  'impossible-dates-accepted',
  'leap-day-answers-500',
  'limit-above-100-honoured',
  'long-name-answers-500',
  'no-token-needed-to-create-a-contract',
  'null-answers-500',
  'org-token-creates-businesses',
  'page-of-one-user-answers-500',
  'page-zero-of-users-served',
  'params-missing',
  'tenant-key-ignored-when-listing-persons',
  'unknown-id-answers-a-page',
];

test.each(generic)('%s is seen within 1,000 requests', async (fault) => {
  const sight = await firstSightOf(fault, 1);
  expect(sight?.requests).toBeLessThanOrEqual(1_000);
});
