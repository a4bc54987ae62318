/** Traffic for tests, and the findings in it. */
import { RunCollector } from '../../catalogues.ts';
import type { ObservedDelivery, ObservedExchange, Traffic } from '../observation.ts';
import { judgeTraffic, type Side, type TrafficOptions } from '../run.ts';

const begin = Date.parse('2026-03-02T08:00:00Z');

/** An event some seconds after the beginning. */
export function event(
  seconds: number,
  eventType: string,
  data: Readonly<Record<string, unknown>>,
  { id = `event-${seconds}`, ...more }: Partial<ObservedDelivery> & { readonly id?: string } = {},
): ObservedDelivery {
  const timestamp = begin / 1_000 + seconds;
  const body = JSON.stringify({ id, eventType, version: '1.0', timestamp, data });
  const headers = { 'hook-id': id, 'hook-timestamp': String(timestamp), 'hook-signature': 'v1,none' };
  const startedAt = begin + seconds * 1_000;
  return { startedAt, endedAt: startedAt + 20, method: 'POST', headers, body, answered: 200, ...more };
}

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request and its response some seconds after the beginning. A text is sent unchanged, anything else as JSON. */
export function exchange(
  seconds: number,
  line: string,
  answer: unknown,
  { headers = {}, body }: Asked = {},
  { status = 200, headers: answered = {} }: Answered = {},
): ObservedExchange {
  const startedAt = begin + seconds * 1_000;
  const [method = 'GET', path = '/'] = line.split(' ');
  return {
    ...{ startedAt, endedAt: startedAt + 20 },
    request: { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
    response: {
      status,
      headers: { 'content-type': 'application/json', ...answered },
      body: typeof answer === 'string' ? answer : JSON.stringify(answer),
    },
  };
}

/** Ids of the findings against a side, as `check/requirement`. */
export async function foundIn(
  traffic: Partial<Traffic>,
  { side = 'observed', ...options }: Partial<TrafficOptions> & { readonly side?: Side } = {},
): Promise<readonly string[]> {
  const collector = new RunCollector();
  const whole = { baseUrl: 'http://127.0.0.1:1', exchanges: [], deliveries: [], ...traffic };
  const tool = { name: 'conformance', version: '0' };
  for await (const each of judgeTraffic(side, { traffic: whole, tool, ...options })) collector.add(each);
  return (collector.results?.findings ?? []).map(({ id }) => id);
}
