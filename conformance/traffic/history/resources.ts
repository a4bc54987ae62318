/** Compares what several messages show of one resource. */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../openapi/is-record.ts';
import { succeeded } from '../../provider/answers.ts';
import { show } from '../../provider/response.ts';
import type { TrafficCheck } from '../check.ts';
import { jsonOf } from '../json.ts';
import type { ObservedDelivery, ObservedExchange } from '../observation.ts';
import { forLater } from '../observed-states.ts';
import { keptThings, Recent } from '../recent.ts';
import { isSameId, isUuid } from '../rules/rule.ts';
import { answerOf, type TrafficScenario } from '../scenario.ts';

interface Creation {
  readonly exchange: ObservedExchange;
  readonly body: unknown;
  readonly key: string;
  readonly businessId: string;
}

/** A server may forget a key some time later: the document does not show how long it is kept. */
const longestKeptMillis = 10 * 60_000;

function creationIn(exchange: ObservedExchange): Creation | undefined {
  const body = jsonOf(exchange.request.body);
  const answer = answerOf(exchange);
  if (answer === undefined || !succeeded(answer) || !isRecord(body) || !isRecord(answer.json))
    return undefined;
  const { idempotencyKey: key } = body;
  const { businessId } = answer.json;
  if (typeof key !== 'string' || key === '' || !isUuid(businessId)) return undefined;
  return { exchange: forLater(exchange), body, key, businessId };
}

/** Idempotency keys belong to one platform, which its token identifies. */
const businesses = (): TrafficCheck => {
  const byKey = new Recent<Creation>(keptThings);
  const byId = new Recent<Creation>(keptThings);
  return {
    id: 'businesses.keys',
    title: 'Each idempotency key creates one business',
    judgedBy: 'history',
    covers: ['PLATFORM-002', 'PLATFORM-003', 'PLATFORM-004'],
    exchange: (exchange, asked) => {
      const { authorization } = exchange.request.headers;
      const made = asked?.id === 'createBusiness' ? creationIn(exchange) : undefined;
      if (made === undefined || authorization === undefined) return undefined;
      const key = JSON.stringify([authorization, made.key]);
      const [same, other] = [byKey.get(key), byId.get(made.businessId)];
      byKey.set(key, same ?? made);
      byId.set(made.businessId, other ?? made);
      return async (scenario) => {
        if (same !== undefined) judgeRepetition(scenario, same, made);
        if (other === undefined || other.key === made.key) return;
        for (const each of [other, made]) scenario.show(asked, each.exchange);
        const expected = `another business for the key ${show(made.key)}`;
        scenario.require('PLATFORM-004', false, expected, `${made.businessId}, that of ${show(other.key)}`);
      };
    },
  };
};

/** Judges repetitions with the same body only: the document does not show the effect of a known key with another one. */
function judgeRepetition(scenario: TrafficScenario, first: Creation, again: Creation): void {
  const [before, after] = [first.exchange, again.exchange];
  const elapsed = after.startedAt - before.endedAt;
  if (elapsed > longestKeptMillis || !isDeepStrictEqual(first.body, again.body)) return;
  const holds = isSameId(first.businessId, again.businessId);
  if (!holds) for (const { exchange } of [first, again]) scenario.show(undefined, exchange);
  const expected = `the business ${first.businessId} of the key ${show(first.key)}`;
  scenario.require(elapsed < 0 ? 'PLATFORM-003' : 'PLATFORM-002', holds, expected, again.businessId);
}

interface InvoiceSeen {
  readonly read?: { readonly exchange: ObservedExchange; readonly source: string };
  readonly event?: ObservedDelivery;
}

/** Evaluates that the source of an invoice is the same in every read. */
const invoices = (): TrafficCheck => {
  const seen = new Recent<InvoiceSeen>(keptThings);
  const caseOf = (id: string, more: InvoiceSeen) => {
    const whole = { ...seen.get(id), ...more };
    seen.set(id, whole);
    const { read, event } = whole;
    if (read === undefined || event === undefined) return undefined;
    return async (scenario: TrafficScenario) => {
      const holds = read.source === 'CONTRACTOR_SUBMITTED';
      if (!holds) {
        scenario.show(undefined, read.exchange);
        scenario.showDelivery(event);
      }
      const expected = 'events of invoices with the source CONTRACTOR_SUBMITTED only';
      scenario.require('INVOICE-023', holds, expected, `one of an invoice with ${show(read.source)}`);
    };
  };
  return {
    id: 'invoices.events',
    title: 'Only invoices submitted by contractors send events',
    judgedBy: 'history',
    covers: ['INVOICE-023'],
    exchange: (exchange, asked) => {
      if (asked?.id !== 'readInvoice' || exchange.response.status !== 200) return undefined;
      const json = answerOf(exchange)?.json;
      if (!isRecord(json)) return undefined;
      const { id, source } = json;
      if (!isUuid(id) || typeof source !== 'string' || source === '') return undefined;
      return caseOf(id.toLowerCase(), { read: { exchange: forLater(exchange), source } });
    },
    delivery: (delivery, { eventType, data }) => {
      if (!String(eventType).startsWith('invoice.contractor.') || !isUuid(data?.id)) return undefined;
      return caseOf(data.id.toLowerCase(), { event: delivery });
    },
  };
};

export const resourceHistory = (): readonly TrafficCheck[] => [businesses(), invoices()];
