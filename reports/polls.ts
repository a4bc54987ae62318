/** Folds the reads of a step that were repeated until something happened. */
import type { Exchange } from '../conformance/engine/finding.ts';

/** One exchange, and how many equal ones came directly before it. */
export interface Polled {
  readonly exchange: Exchange;
  readonly earlier: number;
}

const isSameRead = (one: Exchange, other: Exchange): boolean =>
  one.request.method === 'GET' &&
  other.request.method === 'GET' &&
  one.request.url === other.request.url &&
  one.response?.status === other.response?.status &&
  one.response?.body === other.response?.body &&
  one.error === other.error;

/** Consecutive reads with the same response become the last of them. Other requests stay, even if they are equal. */
export function foldPolls(exchanges: readonly Exchange[]): readonly Polled[] {
  const folded: Polled[] = [];
  for (const exchange of exchanges) {
    const before = folded.at(-1);
    if (before !== undefined && isSameRead(before.exchange, exchange)) {
      folded[folded.length - 1] = { exchange, earlier: before.earlier + 1 };
    } else folded.push({ exchange, earlier: 0 });
  }
  return folded;
}

/** Such as `41 more before it, same response`; undefined if there are none. */
export const pollNote = ({ earlier }: Polled): string | undefined =>
  earlier === 0 ? undefined : `${earlier} more before it, same response`;
