/** Helpers that most faults use. */
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../openapi/description.ts';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { Answer } from '../../reference-server/http/exchange.ts';
import type { RuleOverrides } from '../../reference-server/service/rules.ts';
import type { BusinessState, Outcome } from '../../reference-server/state/business-state.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import type { Store, Transaction } from '../../reference-server/store/store.ts';
import {
  type AttemptContext,
  envelopeOf,
  signedHeaders,
  type WebhookRules,
} from '../../reference-server/webhooks/rules.ts';

export type RuleChange = (value: unknown) => unknown;

/**
 * Changes the places that a path such as `data.*.debit.amount` leads to; a change to undefined removes the place.
 * Places that are not there are left alone.
 */
export function rewrite(value: unknown, path: string, change: RuleChange): unknown {
  const [name, ...rest] = path.split('.');
  if (name === undefined || name === '') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const next = (child: unknown) => rewrite(child, rest.join('.'), change);
  if (Array.isArray(value)) return name === '*' ? value.map(next) : value;
  return Object.hasOwn(value, name)
    ? Object.fromEntries(
        Object.entries(value).map(([key, child]) => [key, key === name ? next(child) : child]),
      )
    : value;
}

export const remove = (): undefined => undefined;
export const asNull = (): null => null;
/** A word in place of another one. */
export const instead =
  (of: string, word: string): RuleChange =>
  (value) =>
    value === of ? word : value;
export const milliseconds: RuleChange = (seconds) => Number(seconds) * 1000;
export const isoTime: RuleChange = (seconds) => new Date(Number(seconds) * 1000).toISOString();
export const dateTime: RuleChange = (date) => `${date}T00:00:00.000Z`;
export const lowerCase: RuleChange = (text) => String(text).toLowerCase();
export const upperCase: RuleChange = (text) => String(text).toUpperCase();
/** UTF-8 that is read as Latin-1, as in "GarcÃ­a". */
export const garbled = (text: unknown): string => Buffer.from(String(text), 'utf8').toString('latin1');
/** An id of nobody. */
export const anotherId = (): string => randomUUID();
export const prefixed =
  (prefix: string): RuleChange =>
  (id) =>
    `${prefix}_${id}`;
/** A country code of two letters as one of three. */
export const threeLetters: RuleChange = (code) => (code === '' ? '' : `${code}A`);

type Properties = Readonly<Record<string, unknown>>;

/** The fields of what may be an object. */
export const fieldsOf = (value: unknown): Properties => ({ ...(typeof value === 'object' ? value : {}) });

/** Changes an object as a whole; anything else is left alone. */
export const asObject =
  (change: (object: Properties) => unknown): RuleChange =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? change({ ...value }) : value;

/** An amount of money as a bare number. */
export const withoutCurrency: RuleChange = asObject(({ amount }) => amount);

/** The value of a list response's data in place of the response. */
export const bareList: RuleChange = asObject(({ data }) => data);

/** Changes a place of the bodies of successful answers of some operations. */
export function inAnswers(
  operations: OperationId | readonly OperationId[],
  path: string,
  change: RuleChange,
): FaultOverrides {
  return {
    answer: (answer, { id }) =>
      answer.status < 300 && [operations].flat().includes(id)
        ? { ...answer, body: rewrite(answer.body, path, change) }
        : answer,
  };
}

/** The same for places that are objects. */
export const inObjects = (
  operations: OperationId | readonly OperationId[],
  path: string,
  change: (object: Properties) => unknown,
): FaultOverrides => inAnswers(operations, path, asObject(change));

/** Changes answers of one status, of every operation or only of some. */
export function onStatus(
  status: number,
  change: (answer: Answer) => Answer,
  operations?: readonly OperationId[],
): FaultOverrides {
  return {
    answer: (answer, { id }) =>
      answer.status === status && (operations?.includes(id) ?? true) ? change(answer) : answer,
  };
}

/** Replaces rules of an area. */
export const replacing = <Area extends keyof RuleOverrides>(
  area: Area,
  rules: RuleOverrides[Area] & object,
): FaultOverrides => ({ rules: { [area]: rules } });

/** A rule of which something else comes. */
export const changing =
  <Args extends readonly unknown[], Came>(
    rule: (...args: Args) => Came,
    change: (came: Came, ...args: Args) => Came,
  ) =>
  (...args: Args): Came =>
    change(rule(...args), ...args);

/** A rule that announces nothing. */
export const silenced =
  <Args extends readonly unknown[]>(rule: (...args: Args) => Outcome) =>
  (...args: Args): Outcome => ({ ...rule(...args), events: [] });

/** A rule that announces what it does not do. */
export const onlyAnnounced =
  <Rest extends readonly unknown[]>(rule: (state: BusinessState, ...rest: Rest) => Outcome) =>
  (state: BusinessState, ...rest: Rest): Outcome => ({ ...rule(state, ...rest), state });

/** Replaces rules of webhooks. */
export const webhooks = (rules: Partial<WebhookRules>): FaultOverrides => ({ rules: { webhooks: rules } });

/** Changes a place of the delivered body; the signature is over what is sent. */
export function inEnvelopes(
  path: string,
  change: (value: unknown, context: AttemptContext) => unknown,
): FaultOverrides {
  return webhooks({
    message(context) {
      const envelope = rewrite(envelopeOf(context), path, (value) => change(value, context));
      const body = context.delivery.body ?? JSON.stringify(envelope);
      return { body, headers: signedHeaders(context, body) };
    },
  });
}

/** Changes the headers of a delivery. */
export function inHeaders(
  change: (
    headers: Readonly<Record<string, string>>,
    context: AttemptContext,
    body: string,
  ) => Record<string, string>,
): FaultOverrides {
  return webhooks({
    message(context) {
      const body = context.delivery.body ?? JSON.stringify(envelopeOf(context));
      return { body, headers: change(signedHeaders(context, body), context, body) };
    },
  });
}

/** The payroll and the word of a status event. */
export function statusIn(event: DomainEvent): { payrollId: string; word: string } | undefined {
  return event.eventType === 'payroll.status.updated'
    ? { payrollId: event.data.id, word: event.data.status }
    : undefined;
}

/** The id of the item that a cursor of this server stands behind. */
export function followed(cursor: string | undefined): unknown {
  const position: unknown = cursor && JSON.parse(Buffer.from(cursor, 'base64url').toString());
  return typeof position === 'object' && position !== null && 'after' in position
    ? position.after
    : undefined;
}

interface Timed {
  readonly id?: string;
  readonly createdTimestamp?: number;
}

/** A page without its first item, when that was made in the second of the last item of the page before. */
export function skippingOne<Item extends Timed>(
  data: readonly Item[],
  all: readonly Timed[],
  cursor: string | undefined,
): Item[] {
  const last = all.find(({ id }) => id === followed(cursor));
  const [first, ...rest] = data;
  return last !== undefined && first?.createdTimestamp === last.createdTimestamp ? rest : [...data];
}

/** A transaction whose methods can be replaced one by one. */
const loose = (transaction: Transaction): Transaction => ({
  get: (collection, id) => transaction.get(collection, id),
  list: (collection, where) => transaction.list(collection, where),
  listOwned: (businessId) => transaction.listOwned(businessId),
  firstDeliveries: (businessId) => transaction.firstDeliveries(businessId),
  finishedBeyond: (kept) => transaction.finishedBeyond(kept),
  put: (collection, record) => transaction.put(collection, record),
  delete: (collection, id) => transaction.delete(collection, id),
  clear: () => transaction.clear(),
  plan: (businessId, occasion, delayMillis) => transaction.plan(businessId, occasion, delayMillis),
});

/** Replaces methods of every transaction. */
export const inTransactions =
  (replaced: (transaction: Transaction) => Partial<Transaction>) =>
  (store: Store): Store => ({
    transaction: (work, scope) =>
      store.transaction((transaction) => work({ ...loose(transaction), ...replaced(transaction) }), scope),
    close: () => store.close(),
  });
