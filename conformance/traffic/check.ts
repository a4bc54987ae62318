/** A check of traffic: which messages are its cases. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Operation } from '../../openapi/description.ts';
import type { CheckCase, CheckDetails } from '../engine/check.ts';
import type { Envelope } from '../provider/inspect.ts';
import type { ObservedDelivery, ObservedExchange } from './observation.ts';
import type { TrafficScenario } from './scenario.ts';

/** The case that a message makes; undefined when the check is not about it. */
export type CaseOf<Message extends unknown[]> = (
  ...message: Message
) => CheckCase<TrafficScenario> | undefined;

/** The messages that a case judges: one exchange or delivery, or several together. */
export type JudgedBy = 'exchange' | 'history';

export interface TrafficCheck extends Omit<CheckDetails<RequirementId>, 'needs'> {
  readonly judgedBy: JudgedBy;
  /** Called with each exchange once, in the order of their ends. */
  readonly exchange?: CaseOf<[exchange: ObservedExchange, asked: Operation | undefined]>;
  /** Called with each delivery once. */
  readonly delivery?: CaseOf<[delivery: ObservedDelivery, envelope: Envelope]>;
}

/**
 * How certain it is that a request without a visible token had none.
 * - `certain`: every header was seen.
 * - `likely`: headers were exported, and some requests show a token.
 * - `unknown`: no request shows one; browsers, for example, leave tokens out of exports.
 */
export type TokenVisibility = 'certain' | 'likely' | 'unknown';

/** How much is known of the requests of clients. */
export interface ClientVisibility {
  readonly tokens: TokenVisibility;
  /** Base address that they used, if it was seen: clients of a proxy use the address of the proxy. */
  readonly sentTo?: string;
}
