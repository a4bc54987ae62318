import { expect, test } from 'vitest';
import { rivalsOf } from '../../openapi/catalogue.ts';
import { Alternative } from './alternative.ts';
import { Judge } from './judge.ts';
import { missingOnTarget } from './outcome.ts';
import { Tally } from './tally.ts';

const setUp = () => {
  const tally = new Tally(rivalsOf);
  const lastTaken = new Map();
  const note = (read: (alternative: Alternative) => void) => {
    const alternative = new Alternative(new Judge(tally), true, []);
    read(alternative);
    alternative.commit(tally, lastTaken);
  };
  return { tally, note };
};

test('two consecutive transitions of one resource are a pair', () => {
  const { tally, note } = setUp();
  note((alternative) => alternative.took('payroll/save', 'payroll A'));
  note((alternative) => alternative.took('payroll/save', 'payroll B'));
  note((alternative) => {
    alternative.took('payroll/approve', 'payroll A');
    alternative.took('payroll/await-funds', 'payroll A');
  });
  expect(tally.coverage.pairs).toEqual({
    'payroll/save > approve': 1,
    'payroll/approve > await-funds': 1,
  });
});

test('resources of two machines with the same name make no pair', () => {
  const { tally, note } = setUp();
  note((alternative) => alternative.took('payroll/save', 'A'));
  note((alternative) => alternative.took('invoice/approve', 'A'));
  note((alternative) => alternative.took('payroll/approve', 'A'));
  expect(tally.coverage.pairs).toEqual({ 'payroll/save > approve': 1 });
});

test('a transition counts as “guard false” for the other transitions of its trigger', () => {
  const { tally, note } = setUp();
  note((alternative) => alternative.took('payroll/approve', 'payroll A'));
  note((alternative) => alternative.took('payroll/approve-past', 'payroll B'));
  // Approval without a past date has no guard of its own that could hold it back.
  expect(tally.coverage.heldBack).toEqual({ 'payroll/approve-past': 1 });
});

test('a missing capability is named before a rejection', () => {
  const { tally } = setUp();
  tally.refused('EVENT-036', 'The deposit was rejected.', { operation: 'deposit', status: 400, said: '' });
  tally.skipped('EVENT-037', 'No deposit has a reference.');
  for (const id of ['EVENT-036', 'EVENT-037']) tally.lacks(id, ['receive-bank-transfer']);
  expect(tally).toMatchObject({
    lacking: { 'EVENT-036': ['receive-bank-transfer'] },
    notExercised: {
      'EVENT-036': missingOnTarget(['receive-bank-transfer']),
      'EVENT-037': 'No deposit has a reference.',
    },
    obstacles: {},
  });
  expect(tally.lacking).not.toHaveProperty('EVENT-037');
});
