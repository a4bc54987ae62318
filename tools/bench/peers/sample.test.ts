import { describe, expect, test } from 'vitest';
import { classOf, faultClasses } from '../../../proof/faults/fault-class.ts';
import { faults } from '../../../proof/faults/index.ts';
import sample from './sample.json' with { type: 'json' };
import { drawSample, inDrawnOrder } from './sample.ts';

describe('the class of a fault', () => {
  test.each([
    { id: 'listing-payrolls-fails', breaks: ['ERR-007', 'PAYROLL-010'], want: 'crash' },
    { id: 'invalid-body-answers-500', breaks: ['ERR-002'], want: 'crash' },
    { id: 'payroll-type-null', breaks: ['PAYROLL-005'], want: 'schema' },
    { id: 'page-zero-served', breaks: ['PERSON-003'], want: 'validation' },
    { id: 'any-token-accepted', breaks: ['AUTH-002', 'AUTH-003'], want: 'authentication' },
    { id: 'kyc-resubmission-while-processing', breaks: ['KYC-022'], want: 'lifecycle' },
    { id: 'payout-sort-ignored', breaks: ['PAYOUT-012'], want: 'domain' },
    { id: 'saved-not-announced', breaks: ['PAYROLL-021'], want: 'webhook' },
    { id: 'fifth-retry-after-6-hours', breaks: ['RETRY-005'], want: 'time' },
  ] as const)('of $id is $want', ({ id, breaks, want }) => {
    expect(classOf({ id, breaks })).toBe(want);
  });
});

describe('the sample', () => {
  test('does not depend on the order in which faults are written down', () => {
    expect(drawSample(faults.toReversed(), 60)).toEqual(drawSample(faults, 60));
    expect(inDrawnOrder([{ id: 'a' }, { id: 'b' }])).toEqual(inDrawnOrder([{ id: 'b' }, { id: 'a' }]));
  });

  test('holds each class as often as the next, and one more of the largest', () => {
    const sizes = faultClasses.map(
      (name) => drawSample(faults, 60).filter((entry) => entry.class === name).length,
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBe(60);
    expect(new Set(sizes)).toEqual(new Set([7, 8]));
  });

  test('names the class that has too few', () => {
    expect(() => drawSample([{ id: 'payroll-type-null', breaks: ['PAYROLL-005'] }], 60)).toThrow(
      /class crash/,
    );
  });

  test('that is kept holds 60 faults of the catalogue, in the class of the rule', () => {
    expect(new Set(sample.map(({ fault }) => fault)).size).toBe(60);
    for (const entry of sample) {
      const fault = faults.find(({ id }) => id === entry.fault);
      expect(fault && classOf(fault), entry.fault).toBe(entry.class);
    }
  });
});
