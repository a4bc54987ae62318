import type { TimelineEntry } from './finding.ts';
import { type Operation, webhookLane } from './history.ts';
import type { Contradiction } from './linearize.ts';

/** How the operations of a history are shown. */
export interface InWords<Call, Outcome> {
  readonly say: (call: Call) => string;
  readonly show: (outcome: Outcome, call: Call) => string;
}

/** A webhook is listed when it arrives, because nobody knows its start. */
const placeOf = ({ client, start, end }: Operation<unknown, unknown>) =>
  client === webhookLane ? end : start;

/** The operations that no order explains, in the order of their starts, and of the arrivals of webhooks. */
export function timelineOf<Call, Outcome>(
  { operations, last }: Contradiction<Call, Outcome>,
  { say, show }: InWords<Call, Outcome>,
): readonly TimelineEntry[] {
  const times = new Set(operations.flatMap(({ start, end }) => [start, end]));
  times.delete(Number.POSITIVE_INFINITY);
  const ranks = new Map([...times].toSorted((a, b) => a - b).map((time, rank) => [time, rank]));
  const entryOf = (operation: Operation<Call, Outcome>): TimelineEntry => {
    const { client, call, start, end, outcome } = operation;
    const ended = ranks.get(end);
    return {
      client,
      label: say(call),
      ...(outcome !== undefined && { outcome: show(outcome, call) }),
      start: ranks.get(start) ?? 0,
      ...(ended !== undefined && { end: ended }),
      ...(operation === last && { isUnexplained: true as const }),
    };
  };
  return operations.toSorted((a, b) => placeOf(a) - placeOf(b)).map(entryOf);
}
