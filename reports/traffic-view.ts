/** The line of figures about live traffic. */
import type { TrafficCounts } from '../conformance/traffic/counts.ts';
import { clip } from '../markup/visible-text.ts';
import { type Paint, plural } from './wording.ts';

/** Findings of each side so far. */
export interface SideFindings {
  readonly server: number;
  readonly clients: number;
}

export interface TrafficView {
  /** Requests per second in the last few seconds. */
  readonly rate: number;
  /** Width of the terminal. */
  readonly columns: number;
  readonly paint: Paint;
}

const grouped = (count: number) => count.toLocaleString('en');

const perSecond = (rate: number) => `${rate < 10 ? rate.toFixed(1) : grouped(Math.round(rate))}/s`;

const share = ([seen, all]: readonly [number, number], of: string) => `${seen} of ${all} ${of}`;

const found = (side: string, count: number) =>
  `${side} ${count === 0 ? 'no findings' : plural(count, 'finding')}`;

/** The longest line that fits; leaves out the least important figures first. */
export function trafficLine(
  counts: Pick<TrafficCounts, 'requests' | 'webhooks' | 'operations' | 'events'>,
  { server, clients }: SideFindings,
  { rate, columns, paint }: TrafficView,
): string {
  const requests = `${grouped(counts.requests)} ${counts.requests === 1 ? 'request' : 'requests'} (${perSecond(rate)})`;
  const webhooks = `${grouped(counts.webhooks)} ${counts.webhooks === 1 ? 'webhook' : 'webhooks'}`;
  const reach = [share(counts.operations, 'operations'), share(counts.events, 'events')];
  const findings = [found('server', server), found('clients', clients)];
  const rows = [
    [requests, webhooks, ...reach, ...findings],
    [requests, webhooks, ...findings],
    [requests, ...findings],
  ].map((parts) => parts.join(', '));
  // A full line makes some terminals wrap.
  const room = Math.max(1, columns - 1);
  const text = rows.find(({ length }) => length <= room) ?? clip(rows.at(-1) ?? '', room);
  return text.replace(/(server|clients) \d+ findings?/g, (part) => paint('red', part));
}
