import { expect, it } from 'vitest';
import { sampleRecord } from '../selftest/testing/sample-record.ts';
import { findersOf, type GateRecord, gateRecordOf, lossesSince } from './losses.ts';

const before: GateRecord = {
  faults: { 'balance-not-checked': ['PAYROLL-024', 'PAYROLL-028'] },
  variants: ['lists-in-another-order'],
  seeds: [1, 2],
  evaluations: { 'PAYROLL-024': 10, 'PAYROLL-028': 0 },
};

it.each<[string, Partial<GateRecord>, readonly string[]]>([
  ['the same', {}, []],
  ['more', { seeds: [1, 2, 3], evaluations: { 'PAYROLL-024': 20, 'PAYROLL-028': 3 } }, []],
  ['half of the evaluations', { evaluations: { 'PAYROLL-024': 5 } }, []],
  [
    'fewer evaluations',
    { evaluations: { 'PAYROLL-024': 4 } },
    ['PAYROLL-024: evaluated 4 times on the sound server, 10 times before'],
  ],
  [
    'a requirement less of a fault',
    { faults: { 'balance-not-checked': ['PAYROLL-024'] } },
    ['balance-not-checked: PAYROLL-028 was found before'],
  ],
  ['no such fault', { faults: {} }, ['balance-not-checked: PAYROLL-024, PAYROLL-028 was found before']],
  [
    'a finding on a variant',
    { variants: [] },
    ['variant lists-in-another-order: there was no documented finding before'],
  ],
  [
    'a finding on the sound server',
    { seeds: [1] },
    ['seed 2 of the sound server: there was no finding before'],
  ],
])('a self-test with %s', (_, change, want) => {
  expect(lossesSince(before, { ...before, ...change })).toEqual(want);
});

it('keeps of a self-test what it is compared by', () => {
  const record = sampleRecord;
  const kept = gateRecordOf(record);
  expect(Object.keys(kept.faults)).toEqual(record.faults.map(({ fault }) => fault).toSorted());
  expect(findersOf(record)['page-zero-of-users-served']).toBe('operations.parameters');
  expect(lossesSince(kept, kept)).toEqual([]);
});
