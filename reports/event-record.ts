/** The lines of results.ndjson as a run writes them. What reads them again is `ndjson.ts`, which no run needs. */
import type { RunEvent } from '../conformance/engine/events.ts';

/** The line of an event, with its end; empty for what is not kept. */
export function eventLine(event: RunEvent): string {
  return event.type === 'check-progressed' ? '' : `${JSON.stringify(event)}\n`;
}
