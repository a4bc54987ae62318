/** Lets a transaction be where it is seen, as far as it may have got there by itself. */
import type { Reading } from '../../provider/reading.ts';
import { isUnderWay, label, type Phase, type TransactionBelief } from './model.ts';
import type { Sight, Word } from './sights.ts';

/** How often something was announced. */
export const count = ({ events }: Sight, word: Word) => events.filter((event) => event.word === word).length;

/** Where it is: what a read shows, else what was announced. */
function seenAt(sight: Sight): Phase | undefined {
  const { status } = sight;
  if (status !== undefined) return status;
  if (count(sight, 'failed') > 0) return 'failed';
  if (count(sight, 'succeeded') > 0) return 'succeeded';
  return count(sight, 'processing') > 0 ? 'processing' : undefined;
}

/** It has succeeded, by way of the checks if those were announced. */
function noteSuccess(reading: Reading, { name }: TransactionBelief, from: Phase, passed: boolean): void {
  if (from === 'initiated' && !passed) {
    reading.took('transaction/settle-instantly', name);
    return;
  }
  if (from === 'initiated') reading.took('transaction/pass-checks', name);
  reading.took('transaction/settle', name);
}

/** A question about it is open, so it waits, or fails. */
function judgeWaiting(reading: Reading, transaction: TransactionBelief, sight: Sight): void {
  if (transaction.rfi !== 'requested' || transaction.phase !== 'initiated') return;
  const at = seenAt(sight);
  const isHeld = at === undefined || at === 'initiated' || at === 'failed';
  const expected = `${label(transaction)} to stay initiated until the information is provided`;
  reading.mustHold('TXN-006', isHeld, expected, `it is ${at}`);
}

/** What can be concluded from events. */
export interface Hearing {
  /** Whether there are any. */
  readonly isHeard: boolean;
  /** Whether what was not announced has not happened. */
  readonly isSilent: boolean;
}

/** @returns whether it has moved by itself */
export function catchUp(
  reading: Reading,
  transaction: TransactionBelief,
  sight: Sight,
  { isHeard, isSilent }: Hearing,
): boolean {
  const at = seenAt(sight);
  const passed = !isHeard || count(sight, 'processing') > 0;
  const { phase, settledFrom } = transaction;
  if (settledFrom !== undefined) {
    delete transaction.settledFrom;
    noteSuccess(reading, transaction, settledFrom, passed);
  }
  if (transaction.isNew && at !== 'succeeded') reading.heldBack('transaction/settle-instantly');
  if (phase === 'initiated' && at === undefined && !isSilent) transaction.phase = 'under way';
  transaction.isNew = false;
  judgeWaiting(reading, transaction, sight);
  const { name } = transaction;
  if (isUnderWay(transaction)) {
    if (at === undefined || at === 'under way' || at === 'initiated') return false;
    if (at === phase) return false;
    transaction.phase = at;
    switch (at) {
      case 'processing':
        reading.took('transaction/pass-checks', name);
        break;
      case 'succeeded':
        noteSuccess(reading, transaction, phase, passed);
        transaction.hasSucceeded = true;
        break;
      case 'failed':
        reading.took(phase === 'initiated' ? 'transaction/fail-early' : 'transaction/fail', name);
        break;
    }
    return true;
  }
  if (transaction.phase === 'succeeded' && at === 'failed') {
    // Nothing else leads from success to failure.
    transaction.phase = 'failed';
    reading.took('transaction/return', name);
    return true;
  }
  return false;
}
