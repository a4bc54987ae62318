/** Servers whose webhooks come otherwise, as the document allows. Each has the form of a fault, and breaks nothing. */
// biome-ignore-all lint/suspicious/noExplicitAny: a variant reaches into bodies of every shape
import { randomUUID } from 'node:crypto';
import type { BlindAttempt, BlindFault } from '../blind/fault.ts';
import { hold, mapOf, resourceOf, underWay } from './races.ts';

export interface WebhookVariant extends BlindFault {
  /** Whether the server can report that all webhooks were delivered. */
  readonly canDrain: boolean;
}

type Delivering = NonNullable<BlindFault['deliver']>;

const withEvent = (attempt: BlindAttempt, change: object): BlindAttempt => ({
  ...attempt,
  event: { ...attempt.event, ...change },
});

/** What is kept for later, the earliest first. */
function keptIn(memory: Map<string, any>): (() => Promise<unknown>)[] {
  const kept: (() => Promise<unknown>)[] = memory.get('kept') ?? [];
  memory.set('kept', kept);
  return kept;
}

/** Keeps so many webhooks until others come. */
const keeping =
  (most: number): Delivering =>
  async (attempt, { memory, send }) => {
    const kept = keptIn(memory);
    kept.push(() => send(attempt));
    while (kept.length > most) await kept.shift()?.();
    return 200;
  };

/** The resource, or the part of it, that an event is about. */
const subjectOf = ({ event }: BlindAttempt) =>
  `${event?.eventType} ${event?.data?.id ?? event?.data?.userId} ${event?.data?.type}`;

const writes = [
  { method: 'POST', path: /^\/v1\/payrolls\/([^/]+)\/(?:approve|save)\/?$/ },
  { method: 'PUT', path: /^\/v1\/persons\/([^/]+)\/jobInfo\/?$/ },
  { method: 'POST', path: /^\/v1\/sandbox\/users\/([^/]+)\/kyc\/review\/?$/ },
  { method: 'POST', path: /^\/v1\/sandbox\/business-deposits\/?$/ },
];

export const webhookVariants: readonly WebhookVariant[] = [
  {
    id: 'late-webhooks',
    title: 'Webhooks come after later requests',
    breaks: 'Nothing: "delivery is not guaranteed".',
    canDrain: false,
    deliver: keeping(5),
  },
  {
    id: 'webhooks-in-another-order',
    title: 'Of two webhooks, the later one comes first',
    breaks: 'Nothing: "Events can arrive out of order".',
    canDrain: false,
    deliver: async (attempt, { memory, send }) => {
      const [before] = keptIn(memory).splice(0);
      if (before === undefined) keptIn(memory).push(() => send(attempt));
      else {
        await send(attempt);
        await before();
      }
      return 200;
    },
  },
  {
    id: 'payload-written-at-delivery',
    title: 'A webhook waits for the next one about the same resource, and shows the state of that time',
    breaks: 'Nothing: the document does not say of which time a payload is.',
    canDrain: false,
    deliver: async (attempt, hands) => {
      const waiting = mapOf<BlindAttempt>(hands, 'waiting');
      const before = waiting.get(subjectOf(attempt));
      waiting.set(subjectOf(attempt), attempt);
      // Deposits are transactions of their own.
      if (attempt.event?.eventType?.startsWith('transaction.')) return hands.send(attempt);
      if (before !== undefined) await hands.send(withEvent(before, { data: attempt.event.data }));
      return 200;
    },
  },
  {
    id: 'webhooks-sent-twice',
    title: 'Each webhook is sent twice under its id',
    breaks: 'Nothing: "retries reuse the same id (use it to deduplicate)".',
    canDrain: true,
    deliver: async (attempt, { send }) => {
      await send(attempt);
      return send(attempt);
    },
  },
  {
    id: 'webhooks-of-others',
    title: 'An endpoint gets events of other resources, and of types that the document does not show',
    breaks: 'Nothing: the document does not say that there are no other events.',
    canDrain: true,
    deliver: async (attempt, { send }) => {
      const { data, eventType } = attempt.event;
      const id = () => `evt_${randomUUID()}`;
      const other = { ...data, id: randomUUID(), ...(data.userId && { userId: randomUUID() }) };
      if (!eventType.startsWith('transaction.')) await send(withEvent(attempt, { id: id(), data: other }));
      await send(withEvent(attempt, { id: id(), eventType: `${eventType}.noted` }));
      return send(attempt);
    },
  },
  {
    id: 'answers-that-fail',
    title: 'A request that is carried out while another is under way gets 500, and is announced',
    breaks: 'Nothing: "internal_error, unexpected error; retry later" does not say that nothing was done.',
    canDrain: true,
    answer: async (call, hands) => {
      const key = resourceOf(writes, call);
      if (key === undefined) return hands.next(call);
      return underWay(hands, 'writes', key, call, async (others) => {
        const answer = await hands.next(call);
        await hold();
        if (others.length === 0) return answer;
        const body = { code: 'internal_error', message: 'Something went wrong.' };
        return { status: 500, headers: { 'content-type': 'application/json' }, body };
      });
    },
  },
];
