/** How a server delivers. */
import { eachField, fieldsOf, textOf } from '../json.ts';
import { deliveries, events, every, idLike, pause } from '../steps.ts';
import type { HeaderTexts, Hooks, Trait } from '../trait.ts';

const notGuaranteed = 'Events can arrive out of order; delivery is not guaranteed.';

/** Adds headers to each delivery, or replaces them. */
const withHeaders = (more: (headers: HeaderTexts) => HeaderTexts): Hooks =>
  deliveries((delivered, next) =>
    next({ ...delivered, headers: { ...delivered.headers, ...more(delivered.headers) } }),
  );

export const webhookTraits: Readonly<Record<string, Trait>> = {
  'every fifth event twice': {
    legal: 'id: unique webhook id; retries reuse the same id (use it to deduplicate).',
    hooks: () => {
      const isTwice = every(5);
      return deliveries(async (delivered, next) => {
        const status = await next(delivered);
        // A rejected one that came again at once would be a retry that is too early.
        return isTwice() && status >= 200 && status < 300 ? next(delivered) : status;
      });
    },
  },
  'every fourth event after later ones': {
    legal: notGuaranteed,
    hooks: () => {
      const isHeld = every(4);
      return deliveries(async (delivered, next) => {
        if (isHeld()) await pause(300);
        return next(delivered);
      });
    },
  },
  'every fifth acknowledged event again': {
    legal:
      'retries reuse the same id (use it to deduplicate). That an acknowledged event never comes again is not said.',
    hooks: () => {
      const isAgain = every(5);
      return deliveries(async (delivered, next) => {
        const status = await next(delivered);
        if (isAgain())
          void pause(4_000)
            .then(() => next(delivered))
            .catch(() => {});
        return status;
      });
    },
  },
  'one event in forty is lost': {
    legal: notGuaranteed,
    hooks: () => {
      const isLost = every(40);
      return deliveries(async (delivered, next) => (isLost() ? 200 : next(delivered)));
    },
  },
  'payloads rendered for each endpoint': {
    legal:
      'A platform endpoint receives events for all businesses. That payloads are equal byte by byte is not said.',
    hooks: () => {
      let deliveries = 0;
      return events((json) => {
        deliveries += 1;
        return {
          ...fieldsOf(json),
          data: { ...fieldsOf(fieldsOf(json).data), renderedBy: `worker-${deliveries % 7}` },
        };
      });
    },
  },
  'events after most of a second': {
    legal: 'When an event is sent: not shown.',
    hooks: () =>
      deliveries(async (delivered, next) => {
        await pause(700);
        return next(delivered);
      }),
  },
  'events one after the other': {
    legal: notGuaranteed,
    hooks: () => {
      let last: Promise<unknown> = Promise.resolve();
      return deliveries((delivered, next) => {
        const sent = last.then(() => next(delivered));
        last = sent.catch(() => {});
        return sent;
      });
    },
  },
  'more fields in each envelope': {
    legal: 'Envelope and payload fields; nothing forbids more of them.',
    hooks: () =>
      events((json) => ({
        apiVersion: '2031-01-01',
        livemode: false,
        attempt: 1,
        ...fieldsOf(json),
        data: { object: 'event', ...fieldsOf(fieldsOf(json).data) },
      })),
  },
  'another version of webhooks': {
    legal: 'version: webhook version (observed value 1.0).',
    hooks: () => events((json) => ({ ...fieldsOf(json), version: '2031-01' })),
  },
  'fields of a payload in reverse order': {
    legal: 'JSON objects have no order.',
    hooks: () => events((json) => Object.fromEntries(Object.entries(fieldsOf(json)).toReversed())),
  },
  'a test event before the first': {
    legal: 'Event list: nothing forbids other events, such as one that tries an endpoint.',
    hooks: () => {
      let isTried = false;
      return deliveries(async (delivered, next) => {
        if (!isTried) {
          isTried = true;
          const id = crypto.randomUUID();
          await next({
            ...delivered,
            headers: { ...delivered.headers, 'hook-id': id },
            json: { ...fieldsOf(delivered.json), id, eventType: 'endpoint.verified', data: {} },
          });
        }
        return next(delivered);
      });
    },
  },
  'events that no document names': {
    legal: 'Event list: nothing forbids other events.',
    hooks: () => {
      const acknowledged = new Set<string>();
      return deliveries(async (delivered, next) => {
        const about = delivered.headers['hook-id'] ?? '';
        const id = idLike('audit', about);
        const { tenantKey } = fieldsOf(fieldsOf(delivered.json).data);
        const audit = {
          ...delivered,
          headers: { ...delivered.headers, 'hook-id': id },
          json: { ...fieldsOf(delivered.json), id, eventType: 'audit.entry.created', data: { tenantKey } },
        };
        let failed: number | undefined;
        // A retry is for both, and what was acknowledged does not come again.
        for (const [key, each] of [
          [id, audit],
          [about, delivered],
        ] as const) {
          if (acknowledged.has(key)) continue;
          const status = await next(each);
          if (status >= 200 && status < 300) acknowledged.add(key);
          else failed ??= status;
        }
        return failed ?? 200;
      });
    },
  },
  'a message id of its own': {
    legal: 'hook-id (unique message id); id: unique webhook id. That they are the same is not shown.',
    hooks: () =>
      withHeaders((headers) => ({ 'hook-id': `msg_${textOf(headers['hook-id']).replaceAll('-', '')}` })),
  },
  'an envelope dated before its message': {
    legal: 'timestamp: Unix timestamp of sending; hook-timestamp: Unix timestamp.',
    hooks: () => events((json) => ({ ...fieldsOf(json), timestamp: Number(fieldsOf(json).timestamp) - 1 })),
  },
  'headers of a delivery provider': {
    legal: 'Each delivery carries three headers; nothing forbids more of them.',
    hooks: () =>
      withHeaders(() => ({
        'user-agent': 'Hooks/1.4',
        'x-attempt': '1',
        'content-type': 'application/json; charset=utf-8',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      })),
  },
  'null for what an event leaves out': {
    legal: 'Payload fields; which of them are always present is not shown.',
    hooks: () =>
      events((json) =>
        eachField(json, (name, value) =>
          name === 'data' && fieldsOf(value).id !== undefined
            ? { correlationId: null, ...fieldsOf(value) }
            : value,
        ),
      ),
  },
};
