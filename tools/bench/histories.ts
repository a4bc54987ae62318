/** How long the suite takes to judge what several clients did at the same time. */
import type { Operation } from '../../conformance/engine/history.ts';
import { isLinearizable, type SequentialObject } from '../../conformance/engine/linearize.ts';
import type { Measurement } from './measurement.ts';

const operations = 1_000;
const clients = 8;
const mostMillis = 1_000;
/** One answer in so many is lost. */
const lostEach = 25;

type Op = Operation<'write' | 'read', number>;

/** A number that is counted up; what a client reads is the count when its read ends. */
const counter: SequentialObject<number, Op['call'], number> = {
  start: 0,
  next: (count, call, outcome) => {
    if (call === 'write') return [count + 1];
    return outcome === count ? [count] : [];
  },
};

/** Clients whose operations overlap as they do in a run, on one object; `skew` is what the last read shows too much. */
function historyOf(length: number, skew: number): readonly Op[] {
  let count = 0;
  return Array.from({ length }, (_, index): Op => {
    const client = (index % clients) + 1;
    const start = index;
    const end = index + (client % 3) + 1;
    if (index % 2 === 1) {
      const isLast = index >= length - 2;
      return { client, call: 'read', start, end, outcome: count + (isLast ? skew : 0) };
    }
    count += 1;
    const isLost = index % lostEach === 0;
    return isLost
      ? { client, call: 'write', start, end: Number.POSITIVE_INFINITY }
      : { client, call: 'write', start, end, outcome: 0 };
  });
}

function measure(what: string, histories: readonly (readonly Op[])[], isExpected: boolean): Measurement {
  const begun = performance.now();
  const results = histories.map((history) => isLinearizable(history, counter));
  const millis = performance.now() - begun;
  if (results.some((result) => result !== isExpected)) throw new Error(`${what}: judged wrongly`);
  return {
    what,
    figure: `${millis.toFixed(0)} ms`,
    target: `under ${mostMillis} ms`,
    met: millis < mostMillis,
  };
}

export async function measureHistories(): Promise<readonly Measurement[]> {
  const split = (skew: number) => Array.from({ length: operations / 50 }, () => historyOf(50, skew));
  measure('to compile the code', split(0), true);
  return [
    measure('1,000 operations of eight clients on 20 objects, explained', split(0), true),
    measure('the same with a read that no order explains', split(50), false),
    measure('1,000 operations of eight clients on one object, explained', [historyOf(operations, 0)], true),
  ];
}
