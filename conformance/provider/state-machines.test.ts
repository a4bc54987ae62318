import { expect, test } from 'vitest';
import { stateMachines } from '../../openapi/catalogue.ts';
import { impossibleSuccessions, successionsOf, unseenSuccessions } from './state-machines.ts';

test('a transition can follow any transition into its source state', () => {
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

test('seen pairs and pairs that the target cannot reach are not counted as missed', () => {
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

test('only pairs that the states would allow are listed as impossible', () => {
  const allowed: readonly string[] = stateMachines.flatMap(({ id }) => successionsOf(id));
  expect(Object.keys(impossibleSuccessions).filter((pair) => !allowed.includes(pair))).toEqual([]);
});
