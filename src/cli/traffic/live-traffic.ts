/** Shows live traffic: a line for each finding and, on a terminal, a line of figures below that is redrawn. */
import { TrafficCounts } from '../../../conformance/traffic/counts.ts';
import { eventLines } from '../../../reports/event-lines.ts';
import { LiveRegion } from '../../../reports/live-region.ts';
import type { Reporter } from '../../../reports/reporter.ts';
import { trafficLine } from '../../../reports/traffic-view.ts';
import { keepDrawing, type LiveTerminal } from '../run/live-terminal.ts';
import type { Terminal } from '../terminal.ts';

export interface LiveTraffic extends LiveTerminal {
  /** Counts the traffic. */
  readonly counts: TrafficCounts;
  /** Prints the findings of a side. */
  reporterOf(side: 'server' | 'clients'): Reporter;
}

/** The rate is an average over this time. */
const rateMillis = 5_000;

/** Requests per second, from the count at each redraw. */
class Rate {
  #looks: (readonly [at: number, count: number])[] = [];

  at(now: number, count: number): number {
    this.#looks.push([now, count]);
    // Keeps one look from before the period, as its start.
    while ((this.#looks[1]?.[0] ?? now) <= now - rateMillis) this.#looks.shift();
    const [first, before] = this.#looks[0] ?? [now, count];
    return ((count - before) * 1_000) / Math.max(now - first, rateMillis / 5);
  }
}

export function followTraffic(terminal: Terminal): LiveTraffic {
  const { write, writeTrusted, interactive, paint } = terminal;
  const counts = new TrafficCounts();
  const findings = { server: 0, clients: 0 };
  const region = new LiveRegion(writeTrusted, () => terminal.columns);
  const rate = new Rate();
  let isLive = interactive;
  const draw = (above = '') => {
    if (!isLive) {
      if (above !== '') write(above);
      return;
    }
    const { columns } = terminal;
    const view = { rate: rate.at(performance.now(), counts.requests), columns, paint };
    region.draw([trafficLine(counts, findings, view)], above);
  };
  const drawing = keepDrawing(terminal, { tick: () => draw(), clear: () => region.clear() });
  return {
    counts,
    reporterOf: (side) => ({
      name: 'findings',
      handle: (event) => {
        if (event.type !== 'finding-reported') return;
        findings[side] += 1;
        draw(
          eventLines(event, 'normal', paint)
            .map((line) => `${side} ${line}\n`)
            .join(''),
        );
      },
    }),
    warn: drawing.warn,
    [Symbol.dispose]() {
      // Later findings are still printed.
      isLive = false;
      drawing[Symbol.dispose]();
    },
  };
}
