/** When a server shows what was written. */
import { eachField, fieldsOf, textOf } from '../json.ts';
import { businessOf, interruptions, isOne, isSuccess, later, pause, refusal } from '../steps.ts';
import type { Hooks, RelayedAnswer, Trait } from '../trait.ts';

const silence = 'When a write can be read: not shown.';

/** When each id was created, as far as the relay saw it. */
function births() {
  const born = new Map<string, number>();
  return {
    note(json: unknown) {
      const id = textOf(fieldsOf(json).id);
      if (id !== '' && !born.has(id)) born.set(id, performance.now());
    },
    isYoung: (id: unknown, millis: number) => performance.now() - (born.get(textOf(id)) ?? -millis) < millis,
  };
}

export const timingTraits: Readonly<Record<string, Trait>> = {
  'lists that lag': {
    legal: silence,
    waits: { seconds: 10, why: 'Each step of a model waits for what it did before.' },
    hooks: () => {
      const { note, isYoung } = births();
      return {
        http: async (asked, next) => {
          const answer = await next(asked);
          if (asked.method === 'POST') note(answer.json);
          const { data, ...others } = fieldsOf(answer.json);
          if (asked.method !== 'GET' || !Array.isArray(data)) return answer;
          const seen = data.filter((item) => !isYoung(fieldsOf(item).id ?? fieldsOf(item).payrollId, 400));
          return seen.length === data.length ? answer : { ...answer, json: { ...others, data: seen } };
        },
      };
    },
  },
  'reads by id that are not found at first': {
    legal: silence,
    waits: { seconds: 10, why: 'Each step of a model waits for what it did before.' },
    hooks: () => {
      const { note, isYoung } = births();
      return {
        http: async (asked, next) => {
          const id = asked.path.split('/')[3];
          if (asked.method === 'GET' && isYoung(id, 300))
            return refusal(404, 'resource_not_found', 'There is no such resource');
          const answer = await next(asked);
          if (asked.method === 'POST') note(answer.json);
          return answer;
        },
      };
    },
  },
  'a cache of a second': {
    legal: silence,
    waits: { seconds: 25, why: 'Each step of a model waits for a second.' },
    hooks: () => {
      const kept = new Map<string, { at: number; answer: RelayedAnswer }>();
      return {
        http: async (asked, next) => {
          if (asked.method !== 'GET') return next(asked);
          const key = `${businessOf(asked)} ${asked.path}${asked.query}`;
          const known = kept.get(key);
          if (known !== undefined && performance.now() - known.at < 1_000) return known.answer;
          const answer = await next(asked);
          if (isSuccess(answer)) kept.set(key, { at: performance.now(), answer });
          return answer;
        },
      };
    },
  },
  'a business that needs two seconds': {
    legal: 'internal_error: unexpected error; retry later. When a new business can be used is not shown.',
    waits: { seconds: 15, why: 'The longest check opens four businesses, one after the other.' },
    hooks: () => newBusinesses(2_000, () => later(503, 2)),
  },
  'a business that is a conflict at first': {
    legal: 'When a new business can be used is not shown, nor what it returns until then.',
    waits: { seconds: 15, why: 'The longest check opens four businesses, one after the other.' },
    hooks: () =>
      newBusinesses(1_500, () => refusal(409, 'business_not_ready', 'The business is being set up')),
  },
  'one write at a time in a business': {
    legal: 'What a server returns to writes at the same time: not shown.',
    hooks: () => {
      const busy = new Set<string>();
      return {
        http: async (asked, next) => {
          const business = businessOf(asked);
          if (asked.method === 'GET' || asked.path === '/v1/platform/businesses') return next(asked);
          if (busy.has(business)) return later(409, 1);
          busy.add(business);
          try {
            return await next(asked);
          } finally {
            busy.delete(business);
          }
        },
      };
    },
  },
  'one error in fifteen where the document names it': {
    legal:
      'internal_error: unexpected error; retry later. Observed with: deposit, JWT exchange, custom field update, beneficiary list.',
    hooks: () => {
      let calls = 0;
      return interruptions(
        'POST /v1/sandbox/business-deposits, POST /v1/auth/login/jwt, PUT /v1/businesses/*/customFields/*, GET /v1/beneficiaries',
        () => {
          calls += 1;
          return calls % 15 === 0
            ? refusal(500, 'internal_error', 'Something went wrong, retry later')
            : undefined;
        },
      );
    },
  },
  'a clock four days ahead': {
    legal: 'Time of the service: not shown.',
    hooks: () => clockAhead(4),
  },
  'a clock three years behind': {
    legal: 'Time of the service: not shown.',
    hooks: () => clockAhead(-1_096),
  },
  'a clock that is moved on while a receiver hangs': {
    legal: 'How long a receiver may take, and that the clock of a sandbox stands meanwhile: not shown.',
    hooks: goesOnWhileReceiversHang,
  },
  'away for two seconds every twenty': {
    legal: 'Availability: not shown. internal_error: unexpected error; retry later.',
    hooks: () => {
      const start = performance.now() + 3_000;
      return interruptions('**', () => {
        const second = ((performance.now() - start) / 1_000) % 20;
        return performance.now() > start && second < 2 ? later(503, Math.ceil(2 - second)) : undefined;
      });
    },
  },
};

/** All dates and times moved by some days, in both directions, as if the clock of the server were elsewhere. */
function clockAhead(days: number): Hooks {
  const ahead = (by: number) => (json: unknown) =>
    eachField(json, (name, value) => {
      if (typeof value === 'number' && value > 1e9 && /(?:At|imestamp|arrivalDate|now)$/.test(name))
        return value + by * 86_400;
      if (
        typeof value === 'string' &&
        /^\d{4}-\d{2}-\d{2}(?:T.*)?$/.test(value) &&
        isDate(value.slice(0, 10)) &&
        !Number.isNaN(Date.parse(value))
      )
        return moved(value, by);
      return value;
    });
  const isDate = (date: string) =>
    !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
  const moved = (date: string, by: number) =>
    new Date(Date.parse(date) + by * 86_400_000).toISOString().slice(0, date.length > 10 ? undefined : 10);
  const step: NonNullable<Hooks['http']> = async (asked, next) => {
    const query = asked.query.replaceAll(/(?<==)\d{4}-\d{2}-\d{2}(?=&|$)/g, (date) => moved(date, -days));
    const answer = await next({ ...asked, query, json: ahead(-days)(asked.json) });
    const { date, ...headers } = answer.headers;
    return {
      ...answer,
      headers: {
        ...headers,
        ...(date && { date: new Date(Date.parse(date) + days * 86_400_000).toUTCString() }),
      },
      json: ahead(days)(answer.json),
    };
  };
  return {
    http: step,
    control: step,
    webhook: ({ headers, ...delivered }, next) =>
      next({
        ...delivered,
        headers: { ...headers, 'hook-timestamp': String(Number(headers['hook-timestamp']) + days * 86_400) },
        json: ahead(days)(delivered.json),
      }),
  };
}

/** Does not wait for a receiver that hangs: its first retry is due after the time at which it was given up. */
function goesOnWhileReceiversHang(): Hooks {
  const keys = new Map<string, unknown>();
  const times = new Map<unknown, number>();
  const retries: { readonly key: unknown; readonly due: number; readonly send: () => Promise<unknown> }[] =
    [];
  return {
    http: async (asked, next) => {
      const answer = await next(asked);
      const { businessId, tenantKey } = fieldsOf(answer.json);
      if (isOne(asked, 'POST /v1/platform/businesses')) keys.set(textOf(businessId), tenantKey);
      return answer;
    },
    webhook: async (delivered, next) => {
      const answered = next(delivered);
      const soon = await Promise.race([answered, pause(500).then(() => undefined)]);
      if (soon !== undefined) return soon;
      const key = fieldsOf(fieldsOf(delivered.json).data).tenantKey;
      answered.catch(() => {
        const due = (times.get(key) ?? Number(delivered.headers['hook-timestamp'])) + 5;
        const headers = { ...delivered.headers, 'hook-timestamp': String(due) };
        retries.push({ key, due, send: () => next({ ...delivered, headers }) });
      });
      return 200;
    },
    control: async (asked, next) => {
      const answer = await next(asked);
      if (!isOne(asked, 'POST /_control/clocks/*/advance')) return answer;
      const key = keys.get(asked.path.split('/')[3] ?? '');
      const now = Number(fieldsOf(answer.json).now);
      times.set(key, now);
      const isDue = (retry: (typeof retries)[number]) => retry.key === key && retry.due <= now;
      const due = retries.filter(isDue);
      for (const retry of due) retries.splice(retries.indexOf(retry), 1);
      await Promise.all(due.map(({ send }) => send()));
      return answer;
    },
  };
}

/** What new businesses return for a while. */
function newBusinesses(millis: number, answer: () => RelayedAnswer) {
  const born = new Map<string, number>();
  return {
    http: async (asked, next) => {
      const at = born.get(asked.headers['x-multitenantkey'] ?? '');
      if (at !== undefined && performance.now() - at < millis) return answer();
      const created = await next(asked);
      const tenantKey = textOf(fieldsOf(created.json).tenantKey);
      if (isOne(asked, 'POST /v1/platform/businesses') && tenantKey !== '')
        born.set(tenantKey, performance.now());
      return created;
    },
  } satisfies ReturnType<Trait['hooks']>;
}
