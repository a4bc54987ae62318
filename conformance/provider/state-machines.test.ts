import { expect, test } from 'vitest';
import { stateMachines } from '../../openapi/catalogue.ts';
import { impossibleSuccessions, successionsOf, unseenSuccessions } from './state-machines.ts';

test('a transition can follow one that enters the state which it leaves', () => {
  expect(successionsOf('payroll')).toEqual([
    'payroll/save > approve-past',
    'payroll/save > approve',
    'payroll/approve > await-funds',
    'payroll/approve > collect-funds',
    'payroll/await-funds > funds-arrive',
    'payroll/funds-arrive > start-processing',
    'payroll/collect-funds > start-processing',
    'payroll/start-processing > complete',
  ]);
});

test('what was seen, and what the target cannot be brought to, is not missed', () => {
  const missed = unseenSuccessions({
    pairs: { 'payroll/save > approve': 2 },
    outOfReach: { 'payroll/start-processing': 'Missing on the target: clock.' },
  });
  expect(missed.filter((pair) => pair.startsWith('payroll/'))).toEqual([
    'payroll/save > approve-past',
    'payroll/approve > await-funds',
    'payroll/approve > collect-funds',
    'payroll/await-funds > funds-arrive',
  ]);
});

test('only pairs that the states allow are called impossible', () => {
  const allowed: readonly string[] = stateMachines.flatMap(({ id }) => successionsOf(id));
  expect(Object.keys(impossibleSuccessions).filter((pair) => !allowed.includes(pair))).toEqual([]);
});
