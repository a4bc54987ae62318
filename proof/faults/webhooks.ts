import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { BusinessRecord } from '../../reference-server/state/records/businesses.ts';
import type { DomainEvent, EndpointRecord } from '../../reference-server/state/records/webhooks.ts';
import { isLoopbackUrl } from '../../reference-server/webhooks/receiver-policy.ts';
import {
  type AttemptContext,
  envelopeOf,
  signedHeaders,
  webhookRules,
} from '../../reference-server/webhooks/rules.ts';
import { createSecret, sign } from '../../reference-server/webhooks/signature.ts';
import type { Send, WebhookRequest } from '../../reference-server/webhooks/transport.ts';
import { silentAbout } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { inEnvelopes, inHeaders, inTransactions, remove, webhooks } from './tools.ts';

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

/** Shows the tenant key of the first business of the platform, its default one, whichever an event is of. */
function firstTenantKey(): FaultOverrides {
  let first: string | undefined;
  return {
    ...inEnvelopes('data.tenantKey', (tenantKey) => first ?? tenantKey),
    async request(request) {
      if (request.caller.type === 'platform') first = request.caller.business.tenantKey;
      return request;
    },
  };
}

/** The attempt that is the third retry: the first attempt is none. */
/** The time of a first attempt, and of a retry an hour before the first one. */
const anHourBefore = ({ delivery: { attempts }, now }: AttemptContext) =>
  attempts[0] === undefined ? now : attempts[0].at - 3_600;

const isThirdRetry = ({ attempt }: AttemptContext) => attempt === 4;

const otherSecret = createSecret();

/** One id for everything about a payroll. */
const idOfPayroll = ({ delivery: { event, eventId } }: AttemptContext) =>
  event.eventType === 'payroll.created' || event.eventType === 'payroll.status.updated'
    ? `evt_${event.data.id}`
    : eventId;

/** Sends a request and, when the answer is a redirect, sends it to that place too. */
function followRedirects(send: Send): Send {
  return async (request: WebhookRequest) => {
    if (!isLoopbackUrl(request.url)) return undefined;
    const { url, method, headers, body } = request;
    const response = await fetch(url, { method, headers, body, redirect: 'manual' }).catch(() => undefined);
    const location = response?.headers.get('location');
    if (response === undefined || response.status < 300 || response.status >= 400 || !location)
      return response?.status;
    return send({ ...request, url: new URL(location, url).href });
  };
}

/** Follows the redirects of the second retry and of those after it. */
function followLaterRedirects(): FaultOverrides {
  const sent = new Map<string, number>();
  return {
    wrapSend: (send) => {
      const follow = followRedirects(send);
      return (request) => {
        const delivery = `${request.headers['hook-id']} ${request.url}`;
        const before = sent.get(delivery) ?? 0;
        sent.set(delivery, before + 1);
        return before < 2 ? send(request) : follow(request);
      };
    },
  };
}

/** Changes who receives an event, by whether the business was there when the endpoint was registered. */
const subscribingByAge =
  (subscribes: (endpoint: EndpointRecord, business: BusinessRecord, isOlder: boolean) => boolean) =>
  (): FaultOverrides => {
    const older = new Map<string, ReadonlySet<string>>();
    return {
      ...webhooks({
        subscribes: (endpoint, business) =>
          subscribes(endpoint, business, older.get(endpoint.id)?.has(business.id) ?? true),
      }),
      wrapStore: inTransactions((transaction) => ({
        async put(collection, record) {
          if (collection === 'endpoints') {
            const businesses = await transaction.list('businesses', {});
            older.set(record.id, new Set(businesses.map(({ id }) => id)));
          }
          return transaction.put(collection, record);
        },
      })),
    };
  };

export const webhookFaults = faultsOf('webhook', {
  'event-sent-with-put': {
    title: 'Events are sent with PUT instead of POST.',
    breaks: ['HOOK-001'],
    overrides: { wrapSend: (send) => (request) => send({ ...request, method: 'PUT' }) },
  },
  'envelope-without-version': {
    title: 'The envelope of an event has no version.',
    breaks: ['HOOK-002'],
    overrides: inEnvelopes('version', remove),
  },
  'envelope-data-as-string': {
    title: 'A consumer gets the payload as text and has to parse it again.',
    breaks: ['HOOK-002'],
    overrides: inEnvelopes('data', (data) => JSON.stringify(data)),
  },
  'envelope-version-2': {
    title: 'The envelope of an event has version 2.',
    breaks: ['HOOK-003'],
    overrides: inEnvelopes('version', () => '2.0'),
  },
  'one-id-for-all-events-of-a-payroll': {
    title: 'A consumer that removes duplicates only sees the first event of a payroll.',
    breaks: ['HOOK-004'],
    overrides: webhooks({
      message: (context) =>
        webhookRules.message({
          ...context,
          delivery: { ...context.delivery, eventId: idOfPayroll(context) },
        }),
    }),
  },
  'fresh-id-on-retry': {
    title: 'A retry has a new event id, so a consumer processes the event twice.',
    breaks: ['HOOK-005'],
    overrides: webhooks({
      message(context) {
        const { body: _, ...delivery } = context.delivery;
        const eventId = `${delivery.eventId}_${context.attempt}`;
        return webhookRules.message({ ...context, delivery: { ...delivery, eventId } });
      },
    }),
  },
  'envelope-timestamp-an-hour-old': {
    title: 'A consumer that discards old events discards them all.',
    breaks: ['HOOK-006'],
    overrides: inEnvelopes('timestamp', (timestamp) => Number(timestamp) - 3600),
  },
  'envelope-timestamp-in-milliseconds': {
    title: 'The timestamp of an event is in milliseconds, which reads as the year 58000.',
    breaks: ['CONV-003', 'HOOK-006'],
    overrides: inEnvelopes('timestamp', (timestamp) => Number(timestamp) * 1000),
  },
  'envelope-timestamp-as-text': {
    title: 'The timestamp of an event is text instead of a number.',
    breaks: ['CONV-003', 'HOOK-002', 'HOOK-006'],
    overrides: inEnvelopes('timestamp', (timestamp) => new Date(Number(timestamp) * 1000).toISOString()),
  },
  'payload-without-tenant-key': {
    title: 'A platform cannot tell which business an event is about.',
    breaks: ['HOOK-007', 'EVENT-001', 'EVENT-002'],
    overrides: inEnvelopes('data.tenantKey', remove),
  },
  'payload-with-foreign-tenant-key': {
    title: 'An event has the tenant key of another business.',
    breaks: ['HOOK-007'],
    subtle: ['event-of-another-tenant'],
    overrides: inEnvelopes('data.tenantKey', () => 'tk_of_somebody_else'),
  },
  'delivery-without-timestamp-header': {
    title: 'A delivery has no hook-timestamp, so its signature cannot be verified.',
    breaks: ['HOOK-008', 'HOOK-010'],
    overrides: inHeaders(({ 'hook-timestamp': _, ...headers }) => headers),
  },
  'delivery-without-signature': {
    title: 'A delivery has no signature.',
    breaks: ['HOOK-008', 'HOOK-010'],
    overrides: inHeaders(({ 'hook-signature': _, ...headers }) => headers),
  },
  'stale-timestamp-on-retry': {
    title: 'A retry has an outdated timestamp, so receivers reject it.',
    breaks: ['HOOK-009'],
    subtle: ['stale-data'],
    overrides: inHeaders((_headers, context, body) =>
      signedHeaders({ ...context, now: anHourBefore(context) }, body),
    ),
  },
  'timestamp-header-in-milliseconds': {
    title: 'The header hook-timestamp is in milliseconds, so receivers reject it as a time in the future.',
    breaks: ['HOOK-009'],
    overrides: inHeaders((_headers, context, body) =>
      signedHeaders({ ...context, now: context.now * 1000 }, body),
    ),
  },
  'signed-with-another-secret': {
    title: 'Deliveries are signed with another secret.',
    breaks: ['HOOK-010'],
    overrides: inHeaders((_headers, context, body) =>
      signedHeaders({ ...context, endpoint: { ...context.endpoint, secret: otherSecret } }, body),
    ),
  },
  'signature-does-not-cover-the-body': {
    title: 'The signature does not cover the body, so anyone who intercepts a delivery can change it.',
    breaks: ['HOOK-010'],
    overrides: inHeaders((_headers, context) => signedHeaders(context, '')),
  },
  'signature-of-another-serialisation': {
    title: 'The signature is of another serialisation of the body, so verifying the received bytes fails.',
    breaks: ['HOOK-010'],
    overrides: webhooks({
      message(context) {
        const compact = JSON.stringify(
          context.delivery.body ? JSON.parse(context.delivery.body) : envelopeOf(context),
        );
        return {
          body: JSON.stringify(JSON.parse(compact), undefined, 2),
          headers: signedHeaders(context, compact),
        };
      },
    }),
  },
  'signature-of-latin-1-bytes': {
    title: 'A delivery with letters beyond ASCII cannot be verified.',
    breaks: ['HOOK-010'],
    subtle: ['non-ascii'],
    overrides: inHeaders((headers, { delivery, endpoint, now }, body) => {
      const signed = { id: delivery.eventId, timestamp: now, body: Buffer.from(body, 'latin1') };
      return { ...headers, 'hook-signature': sign(endpoint.secret, signed) };
    }),
  },
  'one-change-two-ids': {
    title: 'Each change is announced under two ids, so a consumer processes it twice.',
    breaks: ['HOOK-013'],
    subtle: ['event-doubled'],
    overrides: webhooks({ announced: (events) => events.flatMap((event) => [event, event]) }),
  },
  'platform-endpoint-misses-created-businesses': {
    title: 'The endpoint of a platform receives no events of created businesses.',
    breaks: ['HOOK-014'],
    subtle: ['second-business', 'event-of-another-tenant'],
    overrides: webhooks({
      subscribes: (endpoint, business) =>
        webhookRules.subscribes(endpoint, business) &&
        (endpoint.businessId !== undefined || business.kind === 'primary'),
    }),
  },
  'platform-endpoint-receives-nothing': {
    title: 'The endpoint of a platform receives no events.',
    breaks: ['HOOK-014'],
    overrides: webhooks({ subscribes: (endpoint, business) => endpoint.businessId === business.id }),
  },
  'endpoint-receives-events-of-others': {
    title: 'The endpoint of a business receives the events of another business.',
    breaks: ['HOOK-015'],
    subtle: ['event-of-another-tenant'],
    overrides: webhooks({ subscribes: () => true }),
  },
  'header-id-differs-from-envelope-id': {
    title: 'A consumer that removes duplicates by header and one that does so by envelope disagree.',
    breaks: ['HOOK-016'],
    overrides: inHeaders((_headers, context, body) =>
      signedHeaders(
        { ...context, delivery: { ...context.delivery, eventId: `msg_${context.delivery.eventId}` } },
        body,
      ),
    ),
  },
  'redirect-followed': {
    title: 'The service follows redirects, so payroll data goes wherever a receiver points to.',
    breaks: ['HOOK-017', 'HOOK-012'],
    overrides: { wrapSend: followRedirects },
  },
  'redirect-of-a-later-retry-followed': {
    title:
      'From the second retry on, the service follows redirects, so payroll data goes to another address.',
    breaks: ['HOOK-017', 'HOOK-012'],
    overrides: followLaterRedirects,
  },
  'platform-endpoint-misses-later-businesses': {
    title: 'The endpoint of a platform receives no events of businesses that are created after it.',
    breaks: ['HOOK-014'],
    subtle: ['second-business', 'event-of-another-tenant'],
    overrides: subscribingByAge(
      (endpoint, business, isOlder) =>
        webhookRules.subscribes(endpoint, business) && (endpoint.businessId !== undefined || isOlder),
    ),
  },
  'endpoint-receives-events-of-older-businesses': {
    title: 'The endpoint of a business receives the events of businesses that were created before it.',
    breaks: ['HOOK-015'],
    subtle: ['event-of-another-tenant'],
    overrides: subscribingByAge((endpoint, business, isOlder) =>
      endpoint.businessId === undefined ? webhookRules.subscribes(endpoint, business) : isOlder,
    ),
  },
  'platform-status-events-signed-with-another-secret': {
    title: 'The endpoint of a platform gets payroll.status.updated signed with another secret.',
    breaks: ['HOOK-010'],
    overrides: inHeaders((headers, context, body) => {
      const { endpoint, delivery } = context;
      if (endpoint.businessId !== undefined || delivery.eventType !== 'payroll.status.updated')
        return { ...headers };
      return { ...signedHeaders({ ...context, endpoint: { ...endpoint, secret: otherSecret } }, body) };
    }),
  },
  'created-event-without-worker-type': {
    title: 'A consumer of payroll.created cannot tell employees from contractors.',
    breaks: ['EVENT-001'],
    overrides: inEnvelopes('data.workerType', remove),
  },
  'status-event-without-status': {
    title: 'The event payroll.status.updated lacks the status.',
    breaks: ['EVENT-002', 'PAYROLL-038'],
    overrides: inEnvelopes('data.status', remove),
  },
  'payroll-created-not-announced': {
    title: 'A consumer is not notified of new payrolls.',
    breaks: ['EVENT-003'],
    overrides: silentAbout('payroll.created'),
  },
  'retry-carries-the-newest-event': {
    title: 'A retry carries the newest event instead of the missed one.',
    breaks: ['HOOK-013', 'HOOK-004', 'HOOK-012'],
    subtle: ['stale-data'],
    overrides: retryingWithTheNewest,
  },
  'third-retry-under-a-fresh-id': {
    title: 'The third retry has a new event id, so a consumer processes the event twice.',
    breaks: ['HOOK-005'],
    subtle: ['third-retry'],
    overrides: webhooks({
      message(context) {
        if (!isThirdRetry(context)) return webhookRules.message(context);
        const { body: _, ...delivery } = context.delivery;
        const eventId = `${delivery.eventId}_again`;
        return webhookRules.message({ ...context, delivery: { ...delivery, eventId } });
      },
    }),
  },
  'third-retry-signed-with-another-secret': {
    title: 'The third retry is signed with another secret.',
    breaks: ['HOOK-010'],
    subtle: ['third-retry'],
    overrides: inHeaders((headers, context, body) => {
      if (!isThirdRetry(context)) return { ...headers };
      const signed = { id: context.delivery.eventId, timestamp: context.now, body: Buffer.from(body) };
      return { ...headers, 'hook-signature': sign(otherSecret, signed) };
    }),
  },
  'third-retry-with-an-older-timestamp': {
    title: 'The third retry has an older timestamp, so receivers reject it.',
    breaks: ['HOOK-009'],
    subtle: ['third-retry'],
    overrides: inHeaders((headers, context, body) =>
      isThirdRetry(context)
        ? { ...signedHeaders({ ...context, now: anHourBefore(context) }, body) }
        : { ...headers },
    ),
  },
  'events-of-all-under-the-first-tenant-key': {
    title: 'Every event has the tenant key of the first business.',
    breaks: ['HOOK-007'],
    subtle: ['second-business', 'event-of-another-tenant'],
    overrides: firstTenantKey,
  },
});
