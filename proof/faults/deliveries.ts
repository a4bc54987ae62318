import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { DeliveryAttempt, DeliveryRecord } from '../../reference-server/state/records/webhooks.ts';
import type { Records } from '../../reference-server/state/records.ts';
import type { Transaction } from '../../reference-server/store/store.ts';
import {
  type AttemptContext,
  signedHeaders,
  type WebhookMessage,
  webhookRules,
} from '../../reference-server/webhooks/rules.ts';
import type { Send } from '../../reference-server/webhooks/transport.ts';
import { faultsOf } from './fault.ts';
import { inTransactions, webhooks } from './tools.ts';

const acknowledgedBy = (wrong: number) =>
  webhooks({ acknowledges: (status) => status === wrong || webhookRules.acknowledges(status) });

/** What is refused or broken off comes back sooner than this. */
const longSilenceMillis = 1_000;

const takeSilenceForAnAnswer =
  (send: Send): Send =>
  async (request) => {
    const started = performance.now();
    const status = await send(request);
    return status === undefined && performance.now() - started >= longSilenceMillis ? 200 : status;
  };

const sharingAcknowledgements = inTransactions((transaction) => ({
  put: (collection, record) =>
    collection === 'deliveries'
      ? // The compiler does not narrow the record with its collection.
        putDelivery(transaction, record as Records['deliveries'])
      : transaction.put(collection, record),
}));

/** Ends the retries at the endpoint of a business once an endpoint of the platform has acknowledged the event. */
async function putDelivery(transaction: Transaction, record: DeliveryRecord): Promise<void> {
  await transaction.put('deliveries', record);
  const { businessId, eventId, attempts } = record;
  if (attempts.length === 0) return;
  const endpoints = await transaction.list('endpoints', {});
  const ofPlatform = new Set(endpoints.filter((one) => one.businessId === undefined).map(({ id }) => id));
  const deliveries = await transaction.list('deliveries', { businessId, eventId });
  if (!deliveries.some(({ status, endpointId }) => status === 'delivered' && ofPlatform.has(endpointId)))
    return;
  for (const { nextAttemptAt: _, ...delivery } of deliveries) {
    if (delivery.status === 'pending' && delivery.attempts.length > 0 && !ofPlatform.has(delivery.endpointId))
      await transaction.put('deliveries', { ...delivery, status: 'delivered' });
  }
}

/** Attempts since a delivery was last sent anew, with the one that has just ended. */
const attemptsOf = ({ attempts, attemptsBefore = 0 }: DeliveryRecord) => attempts.length - attemptsBefore + 1;

/** Counts the failures of an endpoint in one second together. */
function sharingRetryCounters(): FaultOverrides {
  let shared = { endpointId: '', at: 0, failures: 0 };
  return webhooks({
    conclude(delivery, attempt, failedAt, delaySeconds) {
      const { endpointId } = delivery;
      const { at, outcome } = attempt;
      if (outcome === 'acknowledged') return webhookRules.conclude(delivery, attempt, failedAt, delaySeconds);
      if (shared.endpointId !== endpointId || shared.at !== at) shared = { endpointId, at, failures: 0 };
      const delay = webhookRules.retryDelaySeconds(attemptsOf(delivery) + shared.failures);
      shared = { ...shared, failures: shared.failures + 1 };
      return webhookRules.conclude(delivery, attempt, failedAt, delay);
    },
  });
}

/** Retries for the first business of the platform, its default one, and for no other. */
function firstRetries(): FaultOverrides {
  let first: string | undefined;
  return {
    ...webhooks({
      conclude(delivery, attempt, failedAt, delaySeconds) {
        const delay = delivery.businessId === (first ?? delivery.businessId) ? delaySeconds : undefined;
        return webhookRules.conclude(delivery, attempt, failedAt, delay);
      },
    }),
    async request(request) {
      if (request.caller.type === 'platform') first = request.caller.business.id;
      return request;
    },
  };
}

type Conclude = typeof webhookRules.conclude;

/** @param secondsUntil the seconds until a delivery that was just acknowledged is made again, if it is. */
const repeatingAcknowledged =
  (secondsUntil: (delivery: DeliveryRecord) => number | undefined): Conclude =>
  (delivery, attempt, failedAt, delaySeconds) => {
    const seconds = attempt.outcome === 'acknowledged' ? secondsUntil(delivery) : undefined;
    return seconds === undefined
      ? webhookRules.conclude(delivery, attempt, failedAt, delaySeconds)
      : webhookRules.conclude(delivery, { ...attempt, outcome: 'refused' }, attempt.at, seconds);
  };

const repeatingAtThePlatform = (secondsUntil: (delivery: DeliveryRecord) => number | undefined) => () => {
  const ofPlatform = new Set<string>();
  return webhooks({
    message(context) {
      if (context.endpoint.businessId === undefined) ofPlatform.add(context.endpoint.id);
      return webhookRules.message(context);
    },
    conclude: repeatingAcknowledged((delivery) =>
      ofPlatform.has(delivery.endpointId) ? secondsUntil(delivery) : undefined,
    ),
  });
};

const isAcknowledged = ({ status }: DeliveryAttempt) =>
  status !== undefined && webhookRules.acknowledges(status);

/** Repeats the headers of the attempt before, where that ended in a certain way. */
const repeatingHeaders =
  (isRepeated: (before: DeliveryAttempt) => boolean) =>
  (context: AttemptContext): WebhookMessage => {
    const message = webhookRules.message(context);
    const before = context.delivery.attempts.at(-1);
    return before !== undefined && isRepeated(before)
      ? { ...message, headers: signedHeaders({ ...context, now: before.at }, message.body) }
      : message;
  };

/** Makes the attempt after one whose connection broke at another time. */
const retryingBroken =
  (secondsAfter: (made: number) => number | undefined): Conclude =>
  (delivery, attempt, failedAt, delaySeconds) => {
    const seconds = attempt.outcome === 'unreachable' ? secondsAfter(attemptsOf(delivery)) : undefined;
    return webhookRules.conclude(delivery, attempt, failedAt, seconds ?? delaySeconds);
  };

const isBroken = ({ delivery }: AttemptContext) => delivery.attempts.at(-1)?.outcome === 'unreachable';

const loggingRetriedAsFailed = inTransactions((transaction) => ({
  async list(collection, where) {
    const found = await transaction.list(collection, where);
    return found.map((record) =>
      'attempts' in record && record.status === 'pending' && record.attempts.length > 1
        ? { ...record, status: 'failed' }
        : record,
    );
  },
}));

/** Makes one of the retries at another time, or not at all. */
const delaying = (failures: number, delaySeconds: number | undefined) =>
  webhooks({
    retryDelaySeconds: (made) => (made === failures ? delaySeconds : webhookRules.retryDelaySeconds(made)),
  });

export const deliveryFaults = faultsOf('webhook', {
  'only-200-acknowledges': {
    title: 'Only 200 acknowledges: a receiver that returns 202 or 204 gets every event eight times.',
    breaks: ['HOOK-011'],
    within: 'statuses of 2xx',
    overrides: webhooks({ acknowledges: (status) => status === 200 }),
  },
  'acknowledged-delivery-repeated': {
    title: 'An event that was acknowledged is sent again.',
    breaks: ['HOOK-011'],
    subtle: ['event-doubled'],
    overrides: webhooks({
      conclude: (delivery, attempt, failedAt, delaySeconds) =>
        delivery.attempts.length === 0
          ? webhookRules.conclude(delivery, { ...attempt, outcome: 'refused' }, failedAt, delaySeconds)
          : webhookRules.conclude(delivery, attempt, failedAt, delaySeconds),
    }),
  },
  'redirect-acknowledges': {
    title: 'A redirect acknowledges a delivery, so the event is lost.',
    breaks: ['HOOK-012'],
    overrides: webhooks({ acknowledges: (status) => status < 400 }),
  },
  'client-errors-not-retried': {
    title: 'An event is lost when the receiver returns 404 during a deployment.',
    breaks: ['HOOK-012'],
    overrides: webhooks({ acknowledges: (status) => status < 500 && (status < 300 || status >= 400) }),
  },
  'never-retried': {
    title: 'An event is lost when the receiver fails once.',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: webhooks({ retryDelaySeconds: () => undefined }),
  },
  'gone-ends-the-retries': {
    title: 'An event is lost when a receiver returns 410 while it moves.',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: webhooks({
      conclude: (delivery, attempt, failedAt, delaySeconds) =>
        webhookRules.conclude(delivery, attempt, failedAt, attempt.status === 410 ? undefined : delaySeconds),
    }),
  },
  'not-modified-acknowledges': {
    title: 'An event is lost when a cache in front of the receiver returns 304.',
    breaks: ['HOOK-012'],
    beyond: 'statuses of 2xx',
    overrides: acknowledgedBy(304),
  },
  'broken-connection-acknowledges': {
    title: 'A broken connection acknowledges a delivery, so the event is lost.',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: { wrapSend: (send) => async (request) => (await send(request)) ?? 200 },
  },
  'silence-acknowledges': {
    title: 'A timeout acknowledges a delivery, so the event is lost.',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: { wrapSend: takeSilenceForAnAnswer },
  },
  'acknowledged-by-the-platform-for-the-business': {
    title: 'A business that is down loses the events that its platform has received.',
    breaks: ['HOOK-012', 'RETRY-001'],
    subtle: ['coincidence'],
    overrides: { wrapStore: sharingAcknowledgements },
  },
  'status-above-204-not-acknowledged': {
    title: 'Only statuses up to 204 acknowledge: a receiver that returns 206 gets every event eight times.',
    breaks: ['HOOK-011'],
    within: 'statuses of 2xx',
    overrides: webhooks({ acknowledges: (status) => status >= 200 && status <= 204 }),
  },
  'status-300-acknowledges': {
    title: 'An event is lost when a receiver returns 300 Multiple Choices.',
    breaks: ['HOOK-012'],
    beyond: 'statuses of 2xx',
    overrides: webhooks({ acknowledges: (status) => status >= 200 && status <= 300 }),
  },
  'second-business-not-retried': {
    title: 'Events of the second business of a platform are not retried.',
    breaks: ['HOOK-012', 'RETRY-001'],
    subtle: ['second-business'],
    overrides: firstRetries,
  },
  'acknowledged-third-retry-repeated': {
    title: 'An event that was acknowledged at the third retry is sent again.',
    breaks: ['HOOK-011'],
    subtle: ['third-retry'],
    overrides: webhooks({
      conclude: repeatingAcknowledged((delivery) =>
        attemptsOf(delivery) === 4 ? webhookRules.retryDelaySeconds(4) : undefined,
      ),
    }),
  },
  'acknowledged-first-retry-repeated-unchanged': {
    title: 'An event that was acknowledged at the first retry is sent again with the same timestamp.',
    breaks: ['HOOK-011'],
    subtle: ['event-doubled'],
    overrides: webhooks({
      message: repeatingHeaders(isAcknowledged),
      conclude: repeatingAcknowledged((delivery) =>
        attemptsOf(delivery) === 2 ? webhookRules.retryDelaySeconds(2) : undefined,
      ),
    }),
  },
  'acknowledged-creation-event-repeated': {
    title: 'An acknowledged payroll.created comes again after 2 seconds and after 4 seconds.',
    breaks: ['HOOK-011'],
    subtle: ['event-doubled'],
    overrides: webhooks({
      conclude: repeatingAcknowledged((delivery) =>
        delivery.eventType === 'payroll.created' && attemptsOf(delivery) <= 2 ? 2 : undefined,
      ),
    }),
  },
  'broken-connection-retried-under-a-fresh-id': {
    title: 'A delivery whose connection broke is sent again at once under a new id.',
    breaks: ['HOOK-013', 'HOOK-005', 'RETRY-001'],
    subtle: ['event-doubled'],
    overrides: webhooks({
      message(context) {
        if (!isBroken(context)) return webhookRules.message(context);
        const { body: _, ...delivery } = context.delivery;
        const eventId = `${delivery.eventId}_again`;
        return webhookRules.message({ ...context, delivery: { ...delivery, eventId } });
      },
      conclude: retryingBroken(() => 0),
    }),
  },
  'acknowledged-event-repeated-at-the-platform': {
    title: 'An endpoint of a platform gets each acknowledged event again, at once and after 5 seconds.',
    breaks: ['HOOK-011'],
    subtle: ['event-doubled'],
    overrides: repeatingAtThePlatform(({ attempts }) =>
      attempts.every(isAcknowledged) ? [0, 5][attempts.length] : undefined,
    ),
  },
  'acknowledged-retry-repeated-at-the-platform': {
    title: 'An endpoint of a platform gets each event again that it acknowledged at the second retry.',
    breaks: ['HOOK-011'],
    subtle: ['event-doubled'],
    overrides: repeatingAtThePlatform(({ attempts }) => (attempts.length === 2 ? 5 : undefined)),
  },
});

export const retryFaults = faultsOf('retry', {
  'first-retry-after-2-minutes': {
    title: 'The first retry comes after 2 minutes instead of 5 seconds.',
    breaks: ['RETRY-001'],
    beyond: '1st retry after 5 seconds',
    overrides: delaying(1, 120),
  },
  'second-retry-after-4-minutes': {
    title: 'The second retry comes after 4 minutes instead of 5.',
    breaks: ['RETRY-002'],
    within: '2nd retry after 5 minutes',
    overrides: delaying(2, 240),
  },
  'third-retry-after-20-minutes': {
    title: 'The third retry comes after 20 minutes instead of 30.',
    breaks: ['RETRY-003'],
    subtle: ['third-retry'],
    within: '3rd retry after 30 minutes',
    overrides: delaying(3, 1200),
  },
  'fourth-retry-after-1-hour': {
    title: 'The fourth retry comes after 1 hour instead of 2.',
    breaks: ['RETRY-004'],
    within: '4th retry after 2 hours',
    overrides: delaying(4, 3600),
  },
  'fifth-retry-after-6-hours': {
    title: 'The fifth retry comes after 6 hours instead of 5.',
    breaks: ['RETRY-005'],
    beyond: '5th retry after 5 hours',
    overrides: delaying(5, 21_600),
  },
  'sixth-retry-after-12-hours': {
    title: 'The sixth retry comes after 12 hours instead of 10.',
    breaks: ['RETRY-006'],
    beyond: '6th retry after 10 hours',
    overrides: delaying(6, 43_200),
  },
  'seventh-retry-after-20-hours': {
    title: 'The seventh retry comes after 20 hours instead of 24.',
    breaks: ['RETRY-007'],
    within: '7th retry after 24 hours',
    overrides: delaying(7, 72_000),
  },
  'seventh-retry-missing': {
    title: 'A receiver that is down for a day loses its events.',
    breaks: ['RETRY-007'],
    within: 'last retry',
    overrides: delaying(7, undefined),
  },
  'eighth-retry-made': {
    title: 'An eighth retry is made.',
    breaks: ['RETRY-008', 'RETRY-009'],
    beyond: 'last retry',
    overrides: delaying(8, 86_400),
  },
  'given-up-webhook-marked-delivered': {
    title: 'The delivery log shows a failed webhook as delivered.',
    breaks: ['RETRY-009'],
    overrides: webhooks({
      conclude(delivery, attempt, failedAt, delaySeconds) {
        const concluded = webhookRules.conclude(delivery, attempt, failedAt, delaySeconds);
        return concluded.status === 'failed' ? { ...concluded, status: 'delivered' } : concluded;
      },
    }),
  },
  'retried-delivery-marked-failed': {
    title: 'The delivery log shows a webhook that was delivered by a retry as failed.',
    breaks: ['RETRY-009', 'HOOK-011'],
    overrides: webhooks({
      conclude(delivery, attempt, failedAt, delaySeconds) {
        const concluded = webhookRules.conclude(delivery, attempt, failedAt, delaySeconds);
        return concluded.status === 'delivered' && attemptsOf(delivery) > 1
          ? { ...concluded, status: 'failed' }
          : concluded;
      },
    }),
  },
  'simultaneous-deliveries-share-a-retry-counter': {
    title: 'Simultaneous deliveries share a retry counter, so the second one is retried too late.',
    breaks: ['RETRY-001', 'RETRY-002'],
    subtle: ['concurrency'],
    overrides: sharingRetryCounters,
  },
  'first-retry-at-once': {
    title: 'The first retry comes at once instead of after 5 seconds.',
    breaks: ['RETRY-001'],
    within: '1st retry after 5 seconds',
    overrides: delaying(1, 1),
  },
  'second-retry-after-8-minutes': {
    title: 'The second retry comes after 8 minutes instead of 5.',
    breaks: ['RETRY-002'],
    beyond: '2nd retry after 5 minutes',
    overrides: delaying(2, 480),
  },
  'third-retry-after-45-minutes': {
    title: 'The third retry comes after 45 minutes instead of 30.',
    breaks: ['RETRY-003'],
    subtle: ['third-retry'],
    beyond: '3rd retry after 30 minutes',
    overrides: delaying(3, 2_700),
  },
  'fourth-retry-after-3-hours': {
    title: 'The fourth retry comes after 3 hours instead of 2.',
    breaks: ['RETRY-004'],
    beyond: '4th retry after 2 hours',
    overrides: delaying(4, 10_800),
  },
  'fifth-retry-after-4-hours': {
    title: 'The fifth retry comes after 4 hours instead of 5.',
    breaks: ['RETRY-005'],
    within: '5th retry after 5 hours',
    overrides: delaying(5, 14_400),
  },
  'sixth-retry-after-8-hours': {
    title: 'The sixth retry comes after 8 hours instead of 10.',
    breaks: ['RETRY-006'],
    within: '6th retry after 10 hours',
    overrides: delaying(6, 28_800),
  },
  'seventh-retry-after-30-hours': {
    title: 'The seventh retry comes after 30 hours instead of 24.',
    breaks: ['RETRY-007'],
    beyond: '7th retry after 24 hours',
    overrides: delaying(7, 108_000),
  },
  'first-retry-in-the-same-second': {
    title: 'The first retry after a 429 comes in the same second instead of after 5 seconds.',
    breaks: ['RETRY-001'],
    within: '1st retry after 5 seconds',
    overrides: webhooks({
      conclude(delivery, attempt, failedAt, delaySeconds) {
        const isFirst = attempt.status === 429 && attemptsOf(delivery) === 1;
        return webhookRules.conclude(delivery, attempt, failedAt, isFirst ? 0 : delaySeconds);
      },
    }),
  },
  'broken-connection-retried-unchanged-after-2-minutes': {
    title: 'A delivery whose connection broke comes again after 2 minutes, with the same timestamp.',
    breaks: ['RETRY-001'],
    subtle: ['stale-data'],
    overrides: webhooks({
      message: repeatingHeaders(({ outcome }) => outcome === 'unreachable'),
      conclude: retryingBroken((made) => (made === 1 ? 120 : undefined)),
    }),
  },
  'second-broken-connection-retried-after-5-seconds': {
    title: 'The second retry comes after 5 seconds when the connection of the first one broke.',
    breaks: ['RETRY-002'],
    within: '2nd retry after 5 minutes',
    overrides: webhooks({ conclude: retryingBroken((made) => (made === 2 ? 5 : undefined)) }),
  },
  'fourth-retry-after-2-hours-and-15-minutes': {
    title: 'The fourth retry comes after 2 hours and 15 minutes instead of 2 hours.',
    breaks: ['RETRY-004'],
    beyond: '4th retry after 2 hours',
    overrides: delaying(4, 8_100),
  },
  'pending-delivery-marked-failed': {
    title: 'The delivery log shows a webhook as failed whose retries are still to come.',
    breaks: ['RETRY-009'],
    overrides: { wrapStore: loggingRetriedAsFailed },
  },
  'third-retry-missing': {
    title: 'A receiver that is down for half an hour loses its events.',
    breaks: ['RETRY-003'],
    subtle: ['third-retry'],
    overrides: delaying(3, undefined),
  },
});
