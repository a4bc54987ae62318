/** What the traits of vendors share. */
import { eachItem, fieldsOf, type JsonFields, textOf } from '../json.ts';
import { answerOf, deliveries, idLike, isOne, isSuccess, pause, refused } from '../steps.ts';
import type { Delivered, Hooks, RelayedAnswer, RelayedRequest } from '../trait.ts';

export type NextHop = (asked: RelayedRequest) => Promise<RelayedAnswer>;

export const itemsOf = (json: unknown): readonly JsonFields[] => {
  const { data } = fieldsOf(json);
  return Array.isArray(data) ? data.map(fieldsOf) : [];
};

export const nowSeconds = () => Math.floor(Date.now() / 1000);
export const isMoney = (value: unknown) =>
  Number.isInteger(fieldsOf(value).amount) && /^[A-Z]{3}$/.test(textOf(fieldsOf(value).currency));
export const timesOf = (money: unknown, factor: number) => ({
  ...fieldsOf(money),
  amount: Math.ceil(Number(fieldsOf(money).amount) * factor),
});

/** The resource itself or each item of the list. */
export const eachOf = (json: unknown, change: (item: JsonFields) => JsonFields) =>
  Array.isArray(fieldsOf(json).data) ? eachItem(json, change) : change(fieldsOf(json));

/** Old items before those of a list in pages; a filter finds those whose field is the same. */
export const before = (path: string, old: (asked: RelayedRequest) => readonly JsonFields[]): Hooks => ({
  http: async (asked, next) => {
    const read =
      isOne(asked, `GET ${path}/*`) && old(asked).find(({ id }) => asked.path.endsWith(textOf(id)));
    if (read) return refused(asked, next, answerOf(200, read));
    const answer = await next(asked);
    const { meta } = fieldsOf(answer.json);
    const { limit, currentPage } = fieldsOf(meta);
    if (!isOne(asked, `GET ${path}`) || !isSuccess(answer) || typeof limit !== 'number') return answer;
    const filters = [...new URLSearchParams(asked.query)].filter(
      ([name]) => name === 'email' || name === 'personId',
    );
    const found = old(asked).filter((item) => filters.every(([name, value]) => item[name] === value));
    const all = [...found];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams([...new URLSearchParams(asked.query)]);
      query.set('limit', '100');
      query.set('page', String(page));
      const { json } = await next({ ...asked, query: `?${query}` });
      all.push(...itemsOf(json));
      pages = Number(fieldsOf(fieldsOf(json).meta).pages) || 0;
    }
    const skipped = (Number(currentPage) - 1) * limit;
    const changed = { ...fieldsOf(meta), itemCount: all.length, pages: Math.ceil(all.length / limit) };
    return {
      ...answer,
      json: { ...fieldsOf(answer.json), data: all.slice(skipped, skipped + limit), meta: changed },
    };
  },
});

/** Old items in a list without pages or on the last page of cursors, which reads by id find as well. */
export const after = (
  path: string,
  old: (asked: RelayedRequest) => readonly JsonFields[],
  id: string = 'id',
): Hooks => ({
  http: async (asked, next) => {
    if (isOne(asked, `GET ${path}/*`)) {
      const found = old(asked).find((item) => asked.path.endsWith(textOf(item[id])));
      return found === undefined ? next(asked) : refused(asked, next, answerOf(200, found));
    }
    const answer = await next(asked);
    const isFiltered = [...new URLSearchParams(asked.query).keys()].some(
      (name) => !/limit|size|cursor|next|after|page|max/i.test(name),
    );
    const { data, node } = fieldsOf(answer.json);
    const hasMore = textOf(fieldsOf(node).next) !== '';
    if (!isOne(asked, `GET ${path}`) || !Array.isArray(data) || isFiltered || hasMore) return answer;
    return { ...answer, json: { ...fieldsOf(answer.json), data: [...data, ...old(asked)] } };
  },
});

/** Another event beside one that is delivered. */
const eventLike = (given: Delivered, eventType: string, data: JsonFields): Delivered => {
  const envelope = fieldsOf(given.json);
  const id = idLike('event', envelope.id, eventType);
  return {
    ...given,
    headers: Object.fromEntries(
      Object.entries(given.headers).map(([name, value]) => [name, /-id$/.test(name) ? `msg_${id}` : value]),
    ),
    json: { ...envelope, id, eventType, data },
  };
};

/** Sends further events, by their types, after one that was acknowledged. */
export const followed = (
  more: (eventType: unknown, data: JsonFields) => Readonly<Record<string, JsonFields>>,
): Hooks =>
  deliveries(async (given, next) => {
    const status = await next(given);
    const { eventType, data } = fieldsOf(given.json);
    for (const [type, fields] of Object.entries(status < 300 ? more(eventType, fieldsOf(data)) : {}))
      await next(eventLike(given, type, fields));
    return status;
  });

/** As some languages write JSON. */
export const escaped = (json: unknown) =>
  Buffer.from(
    JSON.stringify(json)
      .replaceAll('/', '\\/')
      .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

/** Carries a request out after a time. The controls wait for that, so that nothing is left when one says so. */
export const carriedOutLater = (millis: number, answer: RelayedAnswer) => {
  const left = new Set<Promise<unknown>>();
  return {
    later: async (asked: RelayedRequest, next: NextHop) => {
      const given = await refused(asked, next, answer);
      if (given !== answer) return given;
      const work: Promise<unknown> = pause(millis)
        .then(() => next(asked))
        .catch(() => undefined)
        .finally(() => left.delete(work));
      left.add(work);
      return given;
    },
    control: async (asked: RelayedRequest, next: NextHop) => {
      await Promise.all(left);
      return next(asked);
    },
  };
};

export const payrollReads = 'GET /v1/payrolls, GET /v1/payrolls/*';
export const personReads = 'GET /v1/persons, GET /v1/persons/*';
export const invoiceReads = 'GET /v1/invoices, GET /v1/invoices/*';
export const payoutReads = 'GET /v1/payouts, GET /v1/payouts/*';
export const totals = [
  'gross',
  'net',
  'tax',
  'pension',
  'statutoryDeductions',
  'employerContributions',
  'debit',
];
