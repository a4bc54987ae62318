import { beforeAll, describe, expect, test } from 'vitest';
import { complianceFaults } from './compliance.ts';
import { conventionFaults } from './conventions.ts';
import { depositFaults } from './deposits.ts';
import { expiryFaults } from './expiry.ts';
import { externalAccountFaults } from './external-accounts.ts';
import type { Fault } from './fault.ts';
import { kycFaults } from './kyc.ts';
import { kycReviewFaults } from './kyc-reviews.ts';
import { personJobFaults } from './person-jobs.ts';
import { personLifecycleFaults } from './person-lifecycle.ts';
import { accounts, deposits, expiry, payments, persons, users, verification } from './testing/journeys.ts';
import { type Caller, transcriptOf } from './testing/transcript.ts';
import { transactionEventFaults } from './transaction-events.ts';
import { transactionFaults } from './transactions.ts';
import { userFaults } from './users.ts';

const journeys: readonly [string, (caller: Caller) => Promise<void>, readonly Fault[]][] = [
  ['persons', persons, [...personJobFaults, ...personLifecycleFaults]],
  ['users', users, userFaults],
  ['verification', verification, [...kycFaults, ...kycReviewFaults]],
  ['expiry', expiry, expiryFaults],
  ['payments', payments, [...transactionFaults, ...transactionEventFaults]],
  ['deposits', deposits, depositFaults],
  ['accounts', accounts, [...externalAccountFaults, ...complianceFaults, ...conventionFaults]],
];

describe.each(journeys)('%s', (_name, journey, faults) => {
  let sound = '';
  beforeAll(async () => {
    sound = await transcriptOf({}, journey);
  });

  test('are the same twice', async () => {
    expect(await transcriptOf({}, journey)).toBe(sound);
  });

  test.each(faults)('$id deviates', async (fault) => {
    expect(await transcriptOf({ fault }, journey)).not.toBe(sound);
  });
});
