import type { Records } from '../store/records.ts';
import type { Transaction } from '../store/store.ts';
import type { DeliveryRecord, DomainEvent } from '../webhooks/records.ts';
import { envelopeOf, signedHeaders, webhookRules } from '../webhooks/rules.ts';
import type { Send } from '../webhooks/transport.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inTransactions } from './store-tools.ts';
import { webhooks } from './tools.ts';

/** Attempts since a delivery was last sent anew, with the one that has just ended. */
const attemptsOf = ({ attempts, attemptsBefore = 0 }: DeliveryRecord) => attempts.length - attemptsBefore + 1;

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

const sharingAcknowledgements = inTransactions((transaction) => ({
  put: (collection, record) =>
    collection === 'deliveries'
      ? // The compiler does not narrow the record with its collection.
        putDelivery(transaction, record as Records['deliveries'])
      : transaction.put(collection, record),
}));

/** Sends in a retry what was last sent of its business. */
function retryingWithTheNewest(): FaultOverrides {
  const newest = new Map<string, DomainEvent>();
  return webhooks({
    message(context) {
      const { delivery } = context;
      if (delivery.body === undefined) newest.set(delivery.businessId, delivery.event);
      const event = newest.get(delivery.businessId) ?? delivery.event;
      if (event === delivery.event) return webhookRules.message(context);
      const body = JSON.stringify(envelopeOf({ ...context, delivery: { ...delivery, event } }));
      return { body, headers: signedHeaders(context, body) };
    },
  });
}

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

export const deliveryAttemptFaults: readonly Fault[] = [
  {
    id: 'gone-ends-the-retries',
    title: 'An event is lost when a receiver answers 410 while it is moved.',
    area: 'webhook',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: webhooks({
      conclude: (delivery, attempt, failedAt, delaySeconds) =>
        webhookRules.conclude(delivery, attempt, failedAt, attempt.status === 410 ? undefined : delaySeconds),
    }),
  },
  {
    id: 'not-modified-acknowledges',
    title: 'An event is lost when a cache in front of the receiver answers 304.',
    area: 'webhook',
    breaks: ['HOOK-012'],
    overrides: acknowledgedBy(304),
  },
  {
    id: 'broken-connection-acknowledges',
    title: 'An event is lost when the receiver hangs up before it has answered.',
    area: 'webhook',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: { wrapSend: (send) => async (request) => (await send(request)) ?? 200 },
  },
  {
    id: 'silence-acknowledges',
    title: 'An event is lost when the receiver hangs for as long as the service waits.',
    area: 'webhook',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: { wrapSend: takeSilenceForAnAnswer },
    leastProfile: 'standard',
  },
  {
    id: 'acknowledged-by-the-platform-for-the-business',
    title: 'A business that is down loses the events that its platform has received.',
    area: 'webhook',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: { wrapStore: sharingAcknowledgements },
  },
  {
    id: 'retry-carries-the-newest-event',
    title: 'A consumer that missed an event gets the newest one twice and never the one that it missed.',
    area: 'webhook',
    breaks: ['HOOK-013', 'HOOK-004', 'HOOK-012'],
    overrides: retryingWithTheNewest,
  },
  {
    id: 'retried-delivery-marked-failed',
    title: 'Somebody sends an event again that had arrived, because the log shows it as failed.',
    area: 'retry',
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
  {
    id: 'simultaneous-deliveries-share-a-retry-counter',
    title: 'A receiver that fails two events at once waits minutes for the second one.',
    area: 'retry',
    breaks: ['RETRY-001', 'RETRY-002'],
    overrides: sharingRetryCounters,
  },
];
