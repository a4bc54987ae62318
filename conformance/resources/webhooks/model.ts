/** The expected state of the deliveries of one business, as plain data. Sections "Delivery" and "Limits". */

import type { Counting } from '../../judgements/retry-schedule.ts';
import type { Tenant } from '../../provider/businesses.ts';
import type { Endpoint } from '../../provider/endpoints.ts';
import type { Common, Fixture } from '../../provider/fixture.ts';
import { envelopeOf } from '../../provider/inspect.ts';
import type { Move } from '../../provider/model.ts';
import type { Channel, WebhookDelivery } from '../../webhooks/receiver.ts';
import type { Attempts, DeliveryRoute, EndpointPlace, phaseAfter } from './attempts.ts';
import { acknowledging, answerOf, lineOf, type Script } from './scripts.ts';

export type DeliveryPhase = ReturnType<typeof phaseAfter>;

/** One event on its way to one endpoint. */
export interface ExpectedDelivery extends DeliveryRoute {
  phase: DeliveryPhase;
  /** Attempts that have been judged. */
  attempts: number;
}

export interface DeliveryState {
  readonly common: Common;
  readonly deliveries: ExpectedDelivery[];
  /** The time from which the target counts its delays; unknown until a retry shows it. */
  counting?: Counting;
  /** Answers after which a retry was seen to come. */
  readonly retried: string[];
}

/** A payroll that was saved, which is announced as `payroll.status.updated`. */
export interface Announced {
  readonly name: string;
  readonly tenant: Tenant;
  readonly isForeign: boolean;
  readonly scripts: Readonly<Partial<Record<EndpointPlace, Script>>>;
  payrollId?: string;
}

export interface DeliveryContext {
  readonly fixture: Fixture;
  readonly personId: string;
  /** Whether another endpoint can be registered. */
  readonly registersMore: boolean;
  /** Whether the business belongs to the platform: events of the org key's own business do not go to the platform. */
  readonly isOfPlatform: boolean;
  /** What redirects point to, where nothing may arrive. */
  readonly elsewhere: Channel;
  readonly endpoints: Map<EndpointPlace, Endpoint>;
  /** How many deliveries have been looked at. */
  readonly inspected: Map<EndpointPlace, number>;
  /** Deliveries that the target's own log has shown. */
  readonly logged: Set<string>;
  /** In the order of their names. */
  readonly announced: Announced[];
  readonly attempts: Attempts;
  /** Attempts of a delivery that may be refused: those whose retries can be waited for. */
  readonly mostRefusals: number;
  /** Another business of the platform, once it was opened. */
  other?: { readonly tenant: Tenant; readonly personId: string };
}

export type DeliveryMove = Move<DeliveryContext, DeliveryState>;

/** Such as `event A at the endpoint of the platform`. */
export const nameOfRoute = ({ event, at }: DeliveryRoute): string =>
  `event ${event} at the endpoint of the ${at}`;

export const onTheWay = ({ deliveries }: Readonly<DeliveryState>): readonly ExpectedDelivery[] =>
  deliveries.filter(({ phase }) => phase === 'pending');

/** Such as `event A at the endpoint of the business pending after 2 attempts`. */
export function showDeliveries({ deliveries }: Readonly<DeliveryState>): string {
  return deliveries
    .map((delivery) => {
      const { phase, attempts } = delivery;
      const made = attempts === 0 ? '' : ` after ${attempts} attempt${attempts === 1 ? '' : 's'}`;
      return `${nameOfRoute(delivery)} ${phase}${made}`;
    })
    .join('; ');
}

/** The saved payroll that a delivery announces; undefined when it is about something else. */
export function announcedBy(
  context: DeliveryContext,
  { json }: Pick<WebhookDelivery, 'json'>,
): Announced | undefined {
  const { eventType, data } = envelopeOf({ json });
  // Other checks judge the spelling of the word.
  if (eventType !== 'payroll.status.updated' || !/^saved$/i.test(String(data?.status))) return undefined;
  return context.announced.find(({ payrollId }) => payrollId === data?.id);
}

/** Answers what arrives at an endpoint by the script of its event, and notes it. */
export function listenAt(context: DeliveryContext, at: EndpointPlace, endpoint: Endpoint): void {
  context.endpoints.set(at, endpoint);
  endpoint.channel.answer = (delivery) => {
    const announced = announcedBy(context, delivery);
    if (announced === undefined) return 200;
    const route = { event: announced.name, at };
    const made = context.attempts.count(route);
    const { refusals, atLast } = announced.scripts[at] ?? acknowledging;
    // A rejected delivery must be waited for.
    const said = lineOf({ refusals: refusals.slice(0, context.mostRefusals), atLast }, made);
    context.attempts.add(route, delivery, said);
    return answerOf(said, context.elsewhere.url);
  };
}
