/**
 * Whether a history can be explained by carrying out its operations one after the other, each between its start and its
 * end. The search is that of Wing and Gong, with Lowe's memory of what was tried. States are kept as a set, because an
 * operation may leave open what it leads to.
 */
import type { History, Operation } from './history.ts';

/** How one object behaves if nothing happens at the same time. */
export interface SequentialObject<State, Call, Outcome> {
  readonly start: State;
  /**
   * The states that an operation may lead to, as plain data.
   *
   * @param outcome absent if the answer was lost
   * @returns none if the outcome contradicts the state
   */
  readonly next: (state: State, call: Call, outcome: Outcome | undefined) => readonly State[];
}

/** An operation that has to be part of each order, or whose answer was lost. */
interface Entry<Call, Outcome> extends Operation<Call, Outcome> {
  readonly bit: bigint;
}

function distinct<State>(states: readonly State[]): {
  readonly states: readonly State[];
  readonly key: string;
} {
  const byKey = new Map(states.map((state) => [JSON.stringify(state), state]));
  return { states: [...byKey.values()], key: [...byKey.keys()].toSorted().join() };
}

/** Whether some order of the operations explains all outcomes. */
export function isLinearizable<State, Call, Outcome>(
  history: History<Call, Outcome>,
  { start, next }: SequentialObject<State, Call, Outcome>,
): boolean {
  const entries = history
    .map((operation) => ({ ...operation, start: operation.asOf ?? operation.start }))
    .toSorted((a, b) => a.start - b.start)
    .map((operation, index): Entry<Call, Outcome> => ({ ...operation, bit: 1n << BigInt(index) }));
  const known = entries.filter(({ end }) => end < Number.POSITIVE_INFINITY);
  const lost = entries.filter(({ end }) => end === Number.POSITIVE_INFINITY);
  const tried = new Set<string>();

  /** The operations that may come next: those that start before any that is left has ended. The known ones come first. */
  function candidates(done: bigint, from: number): readonly Entry<Call, Outcome>[] {
    const open: Entry<Call, Outcome>[] = [];
    let firstEnd = Number.POSITIVE_INFINITY;
    for (let index = from; index < known.length; index += 1) {
      const entry = known[index];
      if (entry === undefined || entry.start > firstEnd) break;
      if ((done & entry.bit) !== 0n) continue;
      firstEnd = Math.min(firstEnd, entry.end);
      open.push(entry);
    }
    return [
      ...open.filter((entry) => entry.start <= firstEnd),
      ...lost.filter((entry) => (done & entry.bit) === 0n && entry.start <= firstEnd),
    ];
  }

  const path: { done: bigint; from: number; states: readonly State[]; left: Entry<Call, Outcome>[] }[] = [];
  /** @returns whether every operation with a known outcome is done */
  function enter(done: bigint, before: number, states: readonly State[]): boolean {
    let from = before;
    while (from < known.length && (done & (known[from]?.bit ?? 0n)) !== 0n) from += 1;
    path.push({ done, from, states, left: candidates(done, from).toReversed() });
    return from === known.length;
  }

  if (enter(0n, 0, [start])) return true;
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const entry = top.left.pop();
    if (entry === undefined) {
      path.pop();
      continue;
    }
    const reached = distinct(top.states.flatMap((state) => next(state, entry.call, entry.outcome)));
    const done = top.done | entry.bit;
    const key = `${done.toString(36)} ${reached.key}`;
    if (reached.states.length === 0 || tried.has(key)) continue;
    tried.add(key);
    if (enter(done, top.from, reached.states)) return true;
  }
  return false;
}

/** What had happened by a time: what had not ended by then may still take effect or not. */
const until = <Call, Outcome>(history: History<Call, Outcome>, time: number): History<Call, Outcome> =>
  history
    .filter(({ start }) => start <= time)
    .map(({ outcome, end, ...operation }) =>
      end <= time && outcome !== undefined
        ? { ...operation, end, outcome }
        : { ...operation, end: Number.POSITIVE_INFINITY },
    );

/** The shortest beginning of a history that no order explains, without the operations that are not part of the reason. */
export interface Contradiction<Call, Outcome> {
  readonly operations: History<Call, Outcome>;
  /** The one whose outcome, when it came, could not be explained any more. */
  readonly last: Operation<Call, Outcome>;
}

/**
 * Finds out why a history cannot be explained.
 *
 * @param explainsNothing whether an operation only adds to what has to be explained, so that it can be left out
 * @returns undefined if some order explains it
 */
export function findContradiction<State, Call, Outcome>(
  history: History<Call, Outcome>,
  object: SequentialObject<State, Call, Outcome>,
  explainsNothing: (operation: Operation<Call, Outcome>, others: History<Call, Outcome>) => boolean,
): Contradiction<Call, Outcome> | undefined {
  if (isLinearizable(history, object)) return undefined;
  const ends = history
    .map(({ end }) => end)
    .filter((end) => end < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a - b);
  // A longer beginning has more to explain, so that the shortest without an explanation is found by halving.
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isLinearizable(until(history, ends[middle] ?? 0), object)) low = middle + 1;
    else high = middle;
  }
  const end = ends[high] ?? 0;
  let operations = until(history, end);
  const last = operations.find((operation) => operation.end === end);
  if (last === undefined) throw new Error('A history without a last operation has been explained.');
  for (const operation of operations) {
    if (operation === last) continue;
    const rest = operations.filter((each) => each !== operation);
    if (!explainsNothing(operation, rest)) continue;
    if (!isLinearizable(rest, object)) operations = rest;
  }
  return { operations, last };
}
