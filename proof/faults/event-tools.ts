/** Helpers for faults in events. */
import type { OperationId } from '../../openapi/description.ts';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { RuleOverrides } from '../../reference-server/service/rules.ts';
import type { Outcome } from '../../reference-server/state/business-state.ts';
import type { DeliveryRecord, DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { Refusal } from '../../reference-server/state/refusal.ts';
import { inEnvelopes, webhooks } from './tools.ts';

type EventType = DomainEvent['eventType'];
type Payload = Readonly<Record<string, unknown>>;

/** One event or some. */
export type EventTypes = EventType | readonly EventType[];

const isOneOf = (eventTypes: EventTypes, { eventType }: DomainEvent) =>
  [eventTypes].flat().includes(eventType);

/** What the payload of an event holds. */
export const payloadOf = ({ data }: DomainEvent): Payload => ({ ...data });

/** Changes a place of the payloads of some events. */
export const inEvents = (
  eventTypes: EventTypes,
  path: string,
  change: (value: unknown) => unknown,
): FaultOverrides =>
  inEnvelopes(`data.${path}`, (value, { delivery }) =>
    isOneOf(eventTypes, delivery.event) ? change(value) : value,
  );

/** Changes the payloads of some events as a whole. */
export const inPayloads = (
  eventTypes: EventTypes,
  change: (payload: Payload, delivery: DeliveryRecord) => Payload,
): FaultOverrides =>
  inEnvelopes('data', (value, { delivery }) =>
    isOneOf(eventTypes, delivery.event) && typeof value === 'object' ? change({ ...value }, delivery) : value,
  );

/** Gives a field of a payload another name. */
export const renamedIn = (eventTypes: EventTypes, name: string, other: string): FaultOverrides =>
  inPayloads(eventTypes, ({ [name]: value, ...rest }) => ({ ...rest, [other]: value }));

/** Gives some events the id of another resource. */
export const withId = (
  events: readonly DomainEvent[],
  eventTypes: EventTypes,
  id: string,
): readonly DomainEvent[] =>
  events.map((event) =>
    isOneOf(eventTypes, event) ? ({ ...event, data: { ...event.data, id } } as DomainEvent) : event,
  );

/** Keeps some events to itself. */
export const silentAbout = (
  eventTypes: EventTypes,
  matches: (payload: Payload) => boolean = () => true,
): FaultOverrides =>
  webhooks({
    announced: (events) =>
      events.filter((event) => !isOneOf(eventTypes, event) || !matches(payloadOf(event))),
  });

/** Sends some events twice, under two ids. */
export const twice = (eventTypes: EventTypes): FaultOverrides =>
  webhooks({
    announced: (events) => events.flatMap((event) => (isOneOf(eventTypes, event) ? [event, event] : [event])),
  });

/**
 * Sends an event although the change that it is about is refused, as when it is sent before the transaction ends.
 *
 * @param rules of the operation, with `orAnnounced` around what may refuse.
 * @param path parameter of the path that names what the request is about.
 */
export const announcedAnyway =
  (
    operation: OperationId,
    path: string,
    rules: (
      orAnnounced: (
        id: string,
        state: Outcome['state'],
        event: DomainEvent,
        change: () => Outcome,
      ) => Outcome,
    ) => RuleOverrides,
  ) =>
  (): FaultOverrides => {
    const refusals = new Map<string, Refusal>();
    return {
      rules: rules((id, state, event, change) => {
        try {
          return change();
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refusals.set(id, error);
          return { state, events: [event] };
        }
      }),
      answer(answer, { id }, request) {
        const about = String(request?.path[path]);
        const refusal = id === operation ? refusals.get(about) : undefined;
        if (refusal === undefined) return answer;
        refusals.delete(about);
        return { status: refusal.status, body: refusal.body };
      },
    };
  };

/** Shows in each event what the one before it with the same key showed; every endpoint is told the same. */
export function oneBehind() {
  const latest = new Map<string, unknown>();
  const shown = new Map<string, unknown>();
  return (key: string, eventId: string, value: unknown): unknown => {
    if (!shown.has(eventId)) {
      shown.set(eventId, latest.get(key) ?? value);
      latest.set(key, value);
    }
    return shown.get(eventId);
  };
}
