/** Prometheus metrics. Labels have only values that the server defines, so their number is bounded. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest, Observer } from '../../service/observer.ts';
import type { OutboxStatus } from './outbox-status.ts';

const unknownOutbox: OutboxStatus = {
  due: Number.NaN,
  scheduled: Number.NaN,
  overdueSeconds: Number.NaN,
};

export interface Metrics extends Observer {
  /** The source of the outbox gauges, read at most every five seconds. */
  watchOutbox(read: () => Promise<OutboxStatus>): void;
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const attemptBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10];
const outboxLookMillis = 5_000;

/** The operation, or the subject of a request without one: never a path, because there are endlessly many. */
function operationOf({ operation, path }: AnsweredRequest): string {
  if (operation !== undefined) return operation;
  if (path.startsWith('/_health/')) return 'health';
  if (path === '/_metrics') return 'metrics';
  return path === '/_control' || path.startsWith('/_control/') ? 'control-page' : 'none';
}

/** @param labels labels that every sample has beside its own, such as the environment. */
export function createMetrics(labels: Readonly<Record<string, string>> = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'conformance_requests_total',
    help: 'Requests by operation and status; 499 when the caller was gone before the answer.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'conformance_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: requestBuckets,
    registers,
  });
  const attempts = new Counter({
    name: 'conformance_delivery_attempts_total',
    help: 'Attempts to deliver a webhook by outcome: acknowledged, refused or unreachable.',
    labelNames: ['outcome'],
    registers,
  });
  const ended = new Counter({
    name: 'conformance_deliveries_total',
    help: 'Deliveries that are over: delivered, or failed after the last retry.',
    labelNames: ['status'],
    registers,
  });
  const attemptDurations = new Histogram({
    name: 'conformance_delivery_attempt_duration_seconds',
    help: 'Time that a receiver took to answer.',
    buckets: attemptBuckets,
    registers,
  });
  const failures = new Counter({
    name: 'conformance_background_failures_total',
    help: 'Work that failed while no request waited for it.',
    registers,
  });
  const removed = new Counter({
    name: 'conformance_businesses_removed_total',
    help: 'Businesses that were removed because nobody had used them for long.',
    registers,
  });
  const outbox = new Gauge({
    name: 'conformance_outbox_deliveries',
    help: 'Outstanding deliveries: due now, or scheduled for a retry. The same on every replica of one store.',
    labelNames: ['state'],
    registers,
  });
  const overdue = new Gauge({
    name: 'conformance_outbox_overdue_seconds',
    help: 'How long the delivery that has waited longest has been due, on the clock of its business.',
    registers,
  });
  let look: () => Promise<void> = async () => {};
  return {
    requestAnswered(request) {
      const operation = operationOf(request);
      requests.inc({ operation, status: request.status });
      durations.observe({ operation }, request.durationMillis / 1000);
    },
    attemptMade({ outcome, isLast, durationMillis }) {
      attempts.inc({ outcome });
      attemptDurations.observe(durationMillis / 1000);
      if (isLast) ended.inc({ status: outcome === 'acknowledged' ? 'delivered' : 'failed' });
    },
    businessRemoved: () => removed.inc(),
    workFailed: () => failures.inc(),
    watchOutbox(read) {
      let lookedAt = Number.NEGATIVE_INFINITY;
      look = async () => {
        if (performance.now() - lookedAt < outboxLookMillis) return;
        lookedAt = performance.now();
        // The other metrics are even more useful while the store is unreachable.
        const { due, scheduled, overdueSeconds } = await read().catch(() => unknownOutbox);
        outbox.set({ state: 'due' }, due);
        outbox.set({ state: 'scheduled' }, scheduled);
        overdue.set(overdueSeconds);
      };
    },
    async text() {
      await look();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
