import { describe, expect, test } from 'vitest';
import { explore } from '../../engine/explore.ts';
import { Judge } from '../../engine/judge.ts';
import { Tally } from '../../engine/tally.ts';
import { emptyLedger, owe } from '../../provider/ledger.ts';
import { addTransaction, type ExpectedTransaction, type Fact, type TransactionState } from './model.ts';
import type { Observation, TransactionWord } from './observations.ts';
import { catchUp, judgeAnnouncements, judgeStatus } from './observe.ts';

const payout: Fact = { kind: 'payout', name: 'payout A', index: 0, reference: 'payout-A', since: 0 };

/** What is said of a payout after it was seen so: a violated requirement, or its phase and the transitions that it took. */
function said(
  before: Partial<ExpectedTransaction>,
  words: readonly TransactionWord[],
  status?: Observation['status'],
  isSilent = true,
): string {
  const state: TransactionState = {
    common: { now: 0, balance: 0 },
    transactions: [],
    events: emptyLedger(),
    moved: [],
  };
  addTransaction(state, payout);
  const [entry] = state.transactions;
  if (entry === undefined) throw new Error('There is no payout.');
  Object.assign(entry, { isNew: false, ...before });
  owe(state.events, 'transaction/create', payout);
  const { phase, hasSucceeded, rfi } = entry;
  if (phase === 'processing') owe(state.events, 'transaction/pass-checks', payout);
  if (hasSucceeded) owe(state.events, 'transaction/settle', payout);
  if (phase === 'failed') owe(state.events, hasSucceeded ? 'transaction/return' : 'transaction/fail', payout);
  if (rfi === 'requested') owe(state.events, 'transaction/request-information', payout);
  const observation: Observation = { id: 'a', status, events: words.map((word) => ({ word, data: {} })) };
  const events = words.map((word, index) => ({
    eventType: word.startsWith('RFI') ? 'transaction.rfi.updated' : `transaction.${word}`,
    id: String(index),
    data: { status: word },
  }));
  const arrivals = { events, conclusive: isSilent, alone: true, deaf: false };
  const tally = new Tally();
  const found = explore(new Judge(tally), true, [state], (alternative, after) => {
    for (const transaction of after.transactions) {
      catchUp(alternative, after, transaction, observation, { hasEvents: true, isSilent });
      judgeStatus(alternative, transaction, observation);
    }
    judgeAnnouncements(alternative, after, arrivals, () => payout.name);
  });
  if ('refusal' in found) return found.refusal.message.split(':')[0] ?? '';
  found.alternative.commit(tally, new Map());
  const taken = Object.keys(tally.coverage.transitions).map((id) => id.slice('transaction/'.length));
  return [found.states[0]?.transactions[0]?.phase, ...taken].join(' ');
}

const made: Partial<ExpectedTransaction> = { isNew: true };
const settled: Partial<ExpectedTransaction> = {
  phase: 'succeeded',
  hasSucceeded: true,
  settledFrom: 'initiated',
};
const asked: Partial<ExpectedTransaction> = { rfi: 'requested', wasAsked: true };
const over: Partial<ExpectedTransaction> = { phase: 'failed', isOver: true };

describe('a transaction', () => {
  test.each<
    [string, Partial<ExpectedTransaction>, TransactionWord[], Observation['status'] | undefined, string]
  >([
    ['stays where it is', made, ['initiated'], 'initiated', 'initiated'],
    ['has to be announced', made, [], 'initiated', 'TXN-002'],
    ['passes the checks by itself', {}, ['initiated', 'processing'], 'processing', 'processing pass-checks'],
    ['announces the checks', {}, ['initiated'], 'processing', 'TXN-017'],
    ['announces the checks once', {}, ['initiated', 'processing', 'processing'], 'processing', 'TXN-004'],
    ['has not passed the checks in a read', {}, ['initiated', 'processing'], 'initiated', 'TXN-003'],
    ['does not go back to the checks', { phase: 'processing' }, ['initiated'], 'initiated', 'TXN-003'],
    [
      'may go back to the checks for a question',
      { ...asked, phase: 'processing' },
      ['initiated', 'processing', 'RFI_REQUESTED'],
      'initiated',
      'processing',
    ],
    ['settles instantly', made, ['initiated', 'succeeded'], 'succeeded', 'succeeded settle-instantly'],
    [
      'settles by way of the checks',
      settled,
      ['initiated', 'processing', 'succeeded'],
      'succeeded',
      'succeeded pass-checks settle',
    ],
    ['announces that it has settled', settled, ['initiated', 'processing'], 'succeeded', 'TXN-010'],
    ['settles once', settled, ['initiated', 'processing', 'succeeded', 'succeeded'], 'succeeded', 'HOOK-013'],
    ['waits for information', asked, ['initiated', 'RFI_REQUESTED'], 'initiated', 'initiated'],
    ['does not go on meanwhile', asked, ['initiated', 'RFI_REQUESTED'], 'processing', 'TXN-006'],
    ['announces the question', asked, ['initiated'], 'initiated', 'TXN-007'],
    ['may fail meanwhile', asked, ['initiated', 'RFI_REQUESTED', 'failed'], 'failed', 'failed fail-early'],
    ['was not answered', {}, ['initiated', 'RFI_PROVIDED'], 'initiated', 'TXN-008'],
    ['announces that it failed', {}, ['initiated'], 'failed', 'TXN-013'],
    [
      'comes back when it has succeeded',
      { phase: 'succeeded', hasSucceeded: true },
      ['initiated', 'processing', 'succeeded', 'failed'],
      'failed',
      'failed return',
    ],
    [
      'announces that it came back',
      { phase: 'failed', hasSucceeded: true },
      ['initiated', 'succeeded'],
      'failed',
      'TXN-015',
    ],
    ['that has failed does not settle', over, ['initiated', 'failed', 'succeeded'], 'failed', 'TXN-016'],
    ['that has failed does not fail again', over, ['initiated', 'failed', 'failed'], 'failed', 'TXN-016'],
    ['is followed by its events alone', {}, ['initiated', 'processing'], undefined, 'processing pass-checks'],
  ])('%s', (_, before, words, status, wanted) => {
    expect(said(before, words, status)).toBe(wanted);
  });

  test('may be in progress if neither its status nor every event can be seen', () => {
    expect(said(made, ['initiated'], undefined, false)).toBe('under way');
  });
});
