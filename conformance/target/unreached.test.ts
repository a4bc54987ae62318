import { expect, test } from 'vitest';
import { whyUnreached } from './unreached.ts';

const nothing = { heldBack: {}, pairs: {}, outOfReach: {}, events: {}, operations: {}, transitions: {} };
const saved = { 'payroll/save': 3 };

test.each([
  [
    'the operation that the target refused',
    { transitions: saved, operations: { approvePayroll: { 403: 2 } } },
    'nothing went from saved to approved (Payroll): approvePayroll was refused with 403.',
  ],
  [
    'the guard that was not met',
    { transitions: { ...saved, 'payroll/approve': 2 } },
    'nothing went from approved to awaiting-funds (Payroll): it needs that the balance does not cover the payroll.',
  ],
  [
    'the move that the target does not offer',
    { transitions: saved, outOfReach: { 'payroll/approve': 'Missing on the target: approve-payroll.' } },
    'nothing went from saved to approved (Payroll): Missing on the target: approve-payroll.',
  ],
])('names %s', (_, seen, why) => {
  const coverage = { ...nothing, ...seen };
  expect(whyUnreached('PAYROLL-024', { check: 'payroll.model', coverage })).toBe(
    `No case of payroll.model evaluated it: ${why}`,
  );
});

test('of a rule without a transition, names an operation that was always refused', () => {
  const coverage = { ...nothing, operations: { listPayouts: { 403: 4 } } };
  expect(whyUnreached('PAYOUT-007', { check: 'payouts.list', coverage })).toBe(
    'No case of payouts.list evaluated it: listPayouts was refused with 403.',
  );
});

const arrived = { 'transaction.succeeded': 3 };

test.each([
  [
    'TXN-005',
    { events: arrived, transitions: { 'transaction/settle-instantly': 2 } },
    'Transaction went from initiated to succeeded, but not by instant settlement, for example of a payroll fee',
  ],
  [
    'EVENT-051',
    { events: arrived },
    'transaction.succeeded arrived 3 times, but never for what the rule is about',
  ],
  ['EVENT-051', {}, 'no transaction.succeeded arrived'],
])('of %s, whose transition was taken or which has none, says what came instead: %j', (id, seen, why) => {
  const coverage = { ...nothing, ...seen };
  expect(whyUnreached(id, { check: 'transaction.model', coverage })).toBe(
    `No case of transaction.model evaluated it: ${why}.`,
  );
});
