/** What several clients did at the same time, as lanes of time. */
import type { TimelineEntry } from '../conformance/engine/finding.ts';
import { shorten, visibleLine } from '../markup/visible-text.ts';

const textLimit = 200;

export function laneName({ client }: Pick<TimelineEntry, 'client'>): string {
  if (client > 0) return `client ${client}`;
  return client === 0 ? 'at rest' : 'webhooks';
}

/** What came of an operation. */
export const outcomeOf = ({ outcome, end }: TimelineEntry): string =>
  outcome ?? (end === undefined ? 'no answer known' : '');

/** The last start or end of a timeline. */
export const lengthOfTime = (timeline: readonly TimelineEntry[]): number =>
  Math.max(0, ...timeline.flatMap(({ start, end = start }) => [start, end]));

/** Whether it is a request; nobody knows when the cause of a webhook was under way. */
export const isRequest = ({ client }: TimelineEntry): boolean => client >= 0;

/** The other requests that were under way at the same time, as places in the timeline. */
export const simultaneousWith = (
  timeline: readonly TimelineEntry[],
  entry: TimelineEntry,
): readonly number[] =>
  timeline.flatMap((other, index) =>
    other !== entry &&
    isRequest(other) &&
    isRequest(entry) &&
    other.start < (entry.end ?? Number.POSITIVE_INFINITY) &&
    entry.start < (other.end ?? Number.POSITIVE_INFINITY)
      ? [index]
      : [],
  );

/** A bar from the start to the end; one without an answer is open. */
function bar({ start, end }: TimelineEntry, length: number): string {
  const middle = '─'.repeat(Math.max(0, (end ?? length) - start - 1));
  return `${' '.repeat(start)}├${middle}${end === undefined ? '╌' : '┤'}`.padEnd(length + 2);
}

/** One line for each operation: its client, when it was under way, what it asked for and what came. */
export function timelineLines(timeline: readonly TimelineEntry[]): readonly string[] {
  const length = lengthOfTime(timeline);
  return timeline.map((entry) => {
    const said = shorten(visibleLine(`${entry.label}: ${outcomeOf(entry)}`), textLimit);
    const mark = entry.isUnexplained ? ' ✗' : '';
    return `  ${laneName(entry).padEnd(10)} ${bar(entry, length)} ${said}${mark}`;
  });
}
