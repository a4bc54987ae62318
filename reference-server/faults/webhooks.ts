import { isLoopbackUrl } from '../webhooks/receiver-policy.ts';
import { type AttemptContext, envelopeOf, signedHeaders, webhookRules } from '../webhooks/rules.ts';
import { createSecret, sign } from '../webhooks/signature.ts';
import type { Send, WebhookRequest } from '../webhooks/transport.ts';
import type { Fault } from './fault.ts';
import { inEnvelopes, inHeaders, remove, webhooks } from './tools.ts';

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

export const webhookFaults: readonly Fault[] = [
  {
    id: 'event-sent-with-put',
    title: 'A receiver that has a route for POST answers 404.',
    area: 'webhook',
    breaks: ['HOOK-001'],
    overrides: { wrapSend: (send) => (request) => send({ ...request, method: 'PUT' }) },
  },
  {
    id: 'envelope-without-version',
    title: 'A consumer cannot tell in what version an event is written.',
    area: 'webhook',
    breaks: ['HOOK-002'],
    overrides: inEnvelopes('version', remove),
  },
  {
    id: 'envelope-data-as-string',
    title: 'A consumer gets the payload as text and has to parse it again.',
    area: 'webhook',
    breaks: ['HOOK-002'],
    overrides: inEnvelopes('data', (data) => JSON.stringify(data)),
  },
  {
    id: 'envelope-version-2',
    title: 'A consumer that reads version 1.0 leaves the event aside.',
    area: 'webhook',
    breaks: ['HOOK-003'],
    overrides: inEnvelopes('version', () => '2.0'),
  },
  {
    id: 'one-id-for-all-events-of-a-payroll',
    title: 'A consumer that removes duplicates only sees the first event of a payroll.',
    area: 'webhook',
    breaks: ['HOOK-004'],
    overrides: webhooks({
      message: (context) =>
        webhookRules.message({
          ...context,
          delivery: { ...context.delivery, eventId: idOfPayroll(context) },
        }),
    }),
  },
  {
    id: 'fresh-id-on-retry',
    title: 'A consumer that removes duplicates does the work of a retried event twice.',
    area: 'webhook',
    breaks: ['HOOK-005'],
    overrides: webhooks({
      message(context) {
        const { body: _, ...delivery } = context.delivery;
        const eventId = `${delivery.eventId}_${context.attempt}`;
        return webhookRules.message({ ...context, delivery: { ...delivery, eventId } });
      },
    }),
  },
  {
    id: 'envelope-timestamp-an-hour-old',
    title: 'A consumer that discards old events discards them all.',
    area: 'webhook',
    breaks: ['HOOK-006'],
    overrides: inEnvelopes('timestamp', (timestamp) => Number(timestamp) - 3600),
  },
  {
    id: 'envelope-timestamp-in-milliseconds',
    title: 'A consumer that reads seconds finds events in the year 58000.',
    area: 'webhook',
    breaks: ['CONV-003', 'HOOK-006'],
    overrides: inEnvelopes('timestamp', (timestamp) => Number(timestamp) * 1000),
  },
  {
    id: 'envelope-timestamp-as-text',
    title: 'A consumer that reads a number gets a date in words.',
    area: 'webhook',
    breaks: ['CONV-003', 'HOOK-002', 'HOOK-006'],
    overrides: inEnvelopes('timestamp', (timestamp) => new Date(Number(timestamp) * 1000).toISOString()),
  },
  {
    id: 'payload-without-tenant-key',
    title: 'A platform cannot tell which business an event is about.',
    area: 'webhook',
    breaks: ['HOOK-007', 'EVENT-001', 'EVENT-002'],
    overrides: inEnvelopes('data.tenantKey', remove),
  },
  {
    id: 'payload-with-foreign-tenant-key',
    title: 'A platform books the event of one business for another.',
    area: 'webhook',
    breaks: ['HOOK-007'],
    overrides: inEnvelopes('data.tenantKey', () => 'tk_of_somebody_else'),
  },
  {
    id: 'delivery-without-timestamp-header',
    title: 'A receiver cannot verify a signature, because a part of what was signed is missing.',
    area: 'webhook',
    breaks: ['HOOK-008', 'HOOK-010'],
    overrides: inHeaders(({ 'hook-timestamp': _, ...headers }) => headers),
  },
  {
    id: 'delivery-without-signature',
    title: 'A receiver cannot tell a delivery from a forgery.',
    area: 'webhook',
    breaks: ['HOOK-008', 'HOOK-010'],
    overrides: inHeaders(({ 'hook-signature': _, ...headers }) => headers),
  },
  {
    id: 'stale-timestamp-on-retry',
    title: 'A receiver that refuses old signatures refuses every late retry.',
    area: 'webhook',
    breaks: ['HOOK-009'],
    overrides: inHeaders((_headers, context, body) =>
      signedHeaders({ ...context, now: context.delivery.attempts[0]?.at ?? context.now }, body),
    ),
  },
  {
    id: 'timestamp-header-in-milliseconds',
    title: 'A receiver that refuses timestamps of the future refuses every delivery.',
    area: 'webhook',
    breaks: ['HOOK-009'],
    overrides: inHeaders((_headers, context, body) =>
      signedHeaders({ ...context, now: context.now * 1000 }, body),
    ),
  },
  {
    id: 'signed-with-another-secret',
    title: 'No delivery can be verified.',
    area: 'webhook',
    breaks: ['HOOK-010'],
    overrides: inHeaders((_headers, context, body) =>
      signedHeaders({ ...context, endpoint: { ...context.endpoint, secret: otherSecret } }, body),
    ),
  },
  {
    id: 'signature-does-not-cover-the-body',
    title: 'Whoever intercepts a delivery can change its body.',
    area: 'webhook',
    breaks: ['HOOK-010'],
    overrides: inHeaders((_headers, context) => signedHeaders(context, '')),
  },
  {
    id: 'signature-of-another-serialisation',
    title: 'A receiver that verifies the bytes which it got takes every delivery for a forgery.',
    area: 'webhook',
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
  {
    id: 'signature-of-latin-1-bytes',
    title: 'A delivery with letters beyond ASCII cannot be verified.',
    area: 'webhook',
    breaks: ['HOOK-010'],
    overrides: inHeaders((headers, { delivery, endpoint, now }, body) => {
      const signed = { id: delivery.eventId, timestamp: now, body: Buffer.from(body, 'latin1') };
      return { ...headers, 'hook-signature': sign(endpoint.secret, signed) };
    }),
  },
  {
    id: 'only-200-acknowledges',
    title: 'A receiver that answers 202 or 204 gets every event eight times.',
    area: 'webhook',
    breaks: ['HOOK-011'],
    overrides: webhooks({ acknowledges: (status) => status === 200 }),
  },
  {
    id: 'acknowledged-delivery-repeated',
    title: 'A receiver gets every event a second time although it has acknowledged it.',
    area: 'webhook',
    breaks: ['HOOK-011'],
    overrides: webhooks({
      conclude: (delivery, attempt, failedAt, delaySeconds) =>
        delivery.attempts.length === 0
          ? webhookRules.conclude(delivery, { ...attempt, outcome: 'refused' }, failedAt, delaySeconds)
          : webhookRules.conclude(delivery, attempt, failedAt, delaySeconds),
    }),
  },
  {
    id: 'redirect-acknowledges',
    title: 'An event is lost when the receiver has moved.',
    area: 'webhook',
    breaks: ['HOOK-012'],
    overrides: webhooks({ acknowledges: (status) => status < 400 }),
  },
  {
    id: 'client-errors-not-retried',
    title: 'An event is lost when the receiver answers 404 during a deployment.',
    area: 'webhook',
    breaks: ['HOOK-012'],
    overrides: webhooks({ acknowledges: (status) => status < 500 && (status < 300 || status >= 400) }),
  },
  {
    id: 'never-retried',
    title: 'An event is lost when the receiver fails once.',
    area: 'webhook',
    breaks: ['HOOK-012', 'RETRY-001'],
    overrides: webhooks({ retryDelaySeconds: () => undefined }),
  },
  {
    id: 'one-change-two-ids',
    title: 'A consumer does everything twice: each change is announced under two ids.',
    area: 'webhook',
    breaks: ['HOOK-013'],
    overrides: webhooks({ announced: (events) => events.flatMap((event) => [event, event]) }),
  },
  {
    id: 'platform-endpoint-misses-created-businesses',
    title: 'A platform hears only of its default business.',
    area: 'webhook',
    breaks: ['HOOK-014'],
    overrides: webhooks({
      subscribes: (endpoint, business) =>
        webhookRules.subscribes(endpoint, business) &&
        (endpoint.businessId !== undefined || business.kind === 'primary'),
    }),
  },
  {
    id: 'platform-endpoint-receives-nothing',
    title: 'An endpoint of the platform hears of no business at all.',
    area: 'webhook',
    breaks: ['HOOK-014'],
    overrides: webhooks({ subscribes: (endpoint, business) => endpoint.businessId === business.id }),
  },
  {
    id: 'endpoint-receives-events-of-others',
    title: 'One business sees the events of another.',
    area: 'webhook',
    breaks: ['HOOK-015'],
    overrides: webhooks({ subscribes: () => true }),
  },
  {
    id: 'header-id-differs-from-envelope-id',
    title: 'A consumer that removes duplicates by header and one that does so by envelope disagree.',
    area: 'webhook',
    breaks: ['HOOK-016'],
    overrides: inHeaders((_headers, context, body) =>
      signedHeaders(
        { ...context, delivery: { ...context.delivery, eventId: `msg_${context.delivery.eventId}` } },
        body,
      ),
    ),
  },
  {
    id: 'redirect-followed',
    title: 'Payroll data goes wherever a receiver points to.',
    area: 'webhook',
    breaks: ['HOOK-017', 'HOOK-012'],
    overrides: { wrapSend: followRedirects },
  },
  {
    id: 'created-event-without-worker-type',
    title: 'A consumer of payroll.created cannot tell employees from contractors.',
    area: 'webhook',
    breaks: ['EVENT-001'],
    overrides: inEnvelopes('data.workerType', remove),
  },
  {
    id: 'status-event-without-status',
    title: 'A consumer hears that a payroll changed and not to what.',
    area: 'webhook',
    breaks: ['EVENT-002', 'PAYROLL-038'],
    overrides: inEnvelopes('data.status', remove),
  },
  {
    id: 'payroll-created-not-announced',
    title: 'A consumer of webhooks does not hear of new payrolls.',
    area: 'webhook',
    breaks: ['EVENT-003'],
    overrides: webhooks({
      announced: (events) => events.filter(({ eventType }) => eventType !== 'payroll.created'),
    }),
  },
];
