/** Judges how often the moves of a transaction were announced. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { Reading } from '../../provider/reading.ts';
import { label, type TransactionBelief } from './model.ts';
import { count } from './progress.ts';
import type { Sight, Word } from './sights.ts';

/** How often something may have been announced, and what it breaks when it was announced less or more often. */
interface Bounds {
  readonly word: Word;
  readonly least: number;
  readonly most: number;
  readonly less: RequirementId;
  readonly more: RequirementId;
}

function boundsOf(transaction: TransactionBelief): readonly Bounds[] {
  const { kind, phase, hasSucceeded, isOver, requested, provided } = transaction;
  const isFee = kind === 'fee';
  const success = hasSucceeded ? 1 : 0;
  const failure = phase === 'failed' ? 1 : 0;
  return [
    { word: 'initiated', least: 1, most: 1, less: 'TXN-002', more: 'HOOK-013' },
    {
      word: 'processing',
      least: phase === 'processing' ? 1 : 0,
      most: isFee ? 0 : 1,
      less: 'TXN-003',
      more: isFee ? 'TXN-005' : 'TXN-004',
    },
    {
      word: 'succeeded',
      least: success,
      most: success,
      less: isFee ? 'TXN-005' : 'TXN-010',
      more: hasSucceeded ? 'HOOK-013' : phase === 'failed' ? 'TXN-016' : 'TXN-009',
    },
    {
      word: 'failed',
      least: failure,
      most: failure,
      less: hasSucceeded ? 'TXN-015' : 'TXN-013',
      more: isOver ? 'TXN-016' : phase === 'failed' ? 'HOOK-013' : hasSucceeded ? 'TXN-014' : 'TXN-012',
    },
    {
      word: 'RFI_PROVIDED',
      ...provided,
      less: 'TXN-008',
      more: provided.most === 0 ? 'TXN-008' : 'HOOK-013',
    },
    { word: 'RFI_REQUESTED', ...requested, less: 'TXN-007', more: isOver ? 'TXN-016' : 'HOOK-013' },
  ];
}

export function judgeEvents(
  reading: Reading,
  transaction: TransactionBelief,
  sight: Sight,
  unnamed: ReadonlySet<Word>,
  isConclusive: boolean,
): void {
  for (const { word, least, most, less, more } of boundsOf(transaction)) {
    const times = count(sight, word);
    const actual = times === 0 ? 'no such event' : `${times} of them`;
    const what = `${nameOfWord(word)} for ${label(transaction)}`;
    const isThere = times >= least || unnamed.has(word);
    if (isConclusive && least > 0) {
      // A deposit that is not announced is a finding of its own when it settles, too.
      if (word === 'initiated') reading.require(less, isThere, what, actual);
      else reading.mustHold(less, isThere, what, actual);
    }
    const expected = most === 0 ? `no ${what}` : `${what} ${most === 1 ? 'once' : `${most} times at most`}`;
    if (times > 0) reading.mustHold(more, times <= most, expected, actual);
  }
}

function nameOfWord(word: Word): string {
  const isInformation = word === 'RFI_REQUESTED' || word === 'RFI_PROVIDED';
  return isInformation ? `transaction.rfi.updated with ${word}` : `transaction.${word}`;
}
