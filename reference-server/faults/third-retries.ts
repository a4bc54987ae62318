import { type AttemptContext, signedHeaders, webhookRules } from '../webhooks/rules.ts';
import { createSecret, sign } from '../webhooks/signature.ts';
import type { Fault } from './fault.ts';
import { inHeaders, webhooks } from './tools.ts';

/** The attempt that is the third retry: the first attempt is none. */
const thirdRetry = 4;

const otherSecret = createSecret();

const isThirdRetry = ({ attempt }: AttemptContext) => attempt === thirdRetry;

/** What goes wrong with the third retry alone, after two that were good. */
export const thirdRetryFaults: readonly Fault[] = [
  {
    id: 'third-retry-under-a-fresh-id',
    title: 'A consumer does the work of an event twice when its answer was lost three times.',
    area: 'webhook',
    breaks: ['HOOK-005'],
    overrides: webhooks({
      message(context) {
        if (!isThirdRetry(context)) return webhookRules.message(context);
        const { body: _, ...delivery } = context.delivery;
        const eventId = `${delivery.eventId}_again`;
        return webhookRules.message({ ...context, delivery: { ...delivery, eventId } });
      },
    }),
  },
  {
    id: 'third-retry-signed-with-another-secret',
    title: 'A receiver that is back after half an hour takes what it missed for forgeries.',
    area: 'webhook',
    breaks: ['HOOK-010'],
    overrides: inHeaders((headers, context, body) => {
      if (!isThirdRetry(context)) return { ...headers };
      const signed = { id: context.delivery.eventId, timestamp: context.now, body: Buffer.from(body) };
      return { ...headers, 'hook-signature': sign(otherSecret, signed) };
    }),
  },
  {
    id: 'third-retry-with-the-first-timestamp',
    title: 'A receiver that refuses old signatures refuses what it missed half an hour ago.',
    area: 'webhook',
    breaks: ['HOOK-009'],
    overrides: inHeaders((headers, context, body) =>
      isThirdRetry(context)
        ? { ...signedHeaders({ ...context, now: context.delivery.attempts[0]?.at ?? context.now }, body) }
        : { ...headers },
    ),
  },
  {
    id: 'third-retry-missing',
    title: 'A receiver that is down for half an hour loses its events.',
    area: 'retry',
    breaks: ['RETRY-003'],
    overrides: webhooks({
      retryDelaySeconds: (made) => (made === 3 ? undefined : webhookRules.retryDelaySeconds(made)),
    }),
  },
];
