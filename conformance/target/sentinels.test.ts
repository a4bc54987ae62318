import { describe, expect, test } from 'vitest';
import { remedyOf } from './remedies.ts';
import { capabilitiesOf, type Target } from './target.ts';
import { type GivenData, testDataCandidates } from './test-data.ts';

const target = (data?: GivenData): Target => ({
  baseUrl: 'http://127.0.0.1:1',
  kind: 'live',
  environment: 'sandbox',
  credentials: {},
  controls: {},
  absentOperations: [],
  ...(data && { data }),
});

const principals = [{ ssn: '000-00-0002', outcome: 'rejected' }] as const;

describe.each([
  [
    'payout-sentinels',
    { payouts: [{ accountName: 'no', message: 'Rejected by compliance' }] },
    { payouts: [] },
  ],
  ['address-sentinels', { address: { reject: 'no' } }, { address: {} }],
  ['principal-sentinels', { principals }, { principals: [] }],
] as const)('%s', (capability, sentinels, none) => {
  test('are available if the configuration names them', () => {
    expect(capabilitiesOf(target({ sentinels }))).toContain(capability);
  });

  test('are not available if the configuration names none', () => {
    for (const data of [undefined, {}, { sentinels: {} }, { sentinels: none }])
      expect(capabilitiesOf(target(data))).not.toContain(capability);
  });

  test('name the configuration line that would add them', () => {
    expect(remedyOf(capability)).toMatch(/^data: \{ sentinels: \{ (payouts|address|principals): /);
  });
});

test('do not fill requests', () => {
  for (const data of testDataCandidates({ sentinels: { principals } }))
    expect(data).not.toHaveProperty('sentinels');
});
