import { expect, test } from 'vitest';
import { emptyLedger } from '../../provider/ledger.ts';
import { brokenRule, concludeFrom } from '../../testing/conclude.ts';
import type { ExpectedReimbursement, ReimbursementState } from './model.ts';
import { judgeMoney } from './model.ts';

const usd = (phase: ExpectedReimbursement['phase'], isSettled = false): ExpectedReimbursement => ({
  name: 'reimbursement A',
  amount: { amount: 60_000, currency: 'USD' },
  phase,
  isCovered: true,
  isSettled,
  isUnclear: false,
});

const ngn = (phase: ExpectedReimbursement['phase']): ExpectedReimbursement => ({
  ...usd(phase, true),
  amount: { amount: 93_000, currency: 'NGN' },
});

/** The rule that a step violates by the money it took, if any, from wallets of a million each. */
function judged(one: ExpectedReimbursement, flow: ReimbursementState['flow'], taken: number, elsewhere = 0) {
  const state: ReimbursementState = {
    common: { now: 0, balance: 1_000_000 },
    currencies: { source: 'USD', other: 'NGN' },
    namesSource: true,
    reimbursements: [one],
    taken: 0,
    otherBalance: 1_000_000,
    flow,
    events: emptyLedger(),
  };
  const seen = { USD: 1_000_000 - taken, NGN: 1_000_000 - elsewhere };
  const found = concludeFrom(state, (alternative, after) => judgeMoney(alternative, after, seen));
  return brokenRule(found) ?? 'fine';
}

test.each<
  [string, ExpectedReimbursement, ReimbursementState['flow'], taken: number, elsewhere: number, said: string]
>([
  ['the amount of an approval', usd('approved', true), 'payment', 60_000, 0, 'fine'],
  ['the amount and a fee', usd('approved', true), 'payment', 61_500, 0, 'fine'],
  ['nothing yet', usd('approved'), 'payment', 0, 0, 'fine'],
  ['nothing at last', usd('approved', true), 'payment', 0, 0, 'REIMBURSEMENT-005'],
  ['a unit too little', usd('approved', true), 'payment', 59_999, 0, 'REIMBURSEMENT-005'],
  ['the amount twice', usd('approved', true), 'payment', 120_000, 0, 'REIMBURSEMENT-005'],
  ['an amount at any rate', ngn('approved'), 'payment', 60, 0, 'fine'],
  ['the wallet of the destination', ngn('approved'), 'payment', 60, 93_000, 'REIMBURSEMENT-005'],
  ['nothing for a rejection', usd('rejected'), 'nothing is due', 0, 0, 'fine'],
  ['something for a rejection', usd('rejected'), 'nothing is due', 1, 0, 'REIMBURSEMENT-006'],
  [
    'one less than the amount for a rejection',
    usd('rejected'),
    'nothing is due',
    59_999,
    0,
    'REIMBURSEMENT-006',
  ],
  ['the amount for a rejection', usd('rejected'), 'nothing is due', 60_000, 0, 'REIMBURSEMENT-012'],
  [
    'any amount for a rejection in another currency',
    ngn('rejected'),
    'nothing is due',
    60_000,
    0,
    'REIMBURSEMENT-006',
  ],
  ['what is held until the review', usd('submitted'), 'payment', 60_000, 0, 'fine'],
])('%s', (_, one, flow, taken, elsewhere, said) => {
  expect(judged(one, flow, taken, elsewhere)).toBe(said);
});
