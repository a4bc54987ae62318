/** A check of traffic: which messages are its cases. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Operation } from '../../openapi/description.ts';
import type { CheckDetails, Conversation } from '../engine/check.ts';
import type { Envelope } from '../provider/inspect.ts';
import type { ObservedDelivery, ObservedExchange } from './observation.ts';
import type { TrafficScenario } from './scenario.ts';

/** The case that a message makes; undefined when the check is not about it. */
export type CaseOf<Message extends unknown[]> = (
  ...message: Message
) => Conversation<TrafficScenario> | undefined;

/** What a check judges: one exchange or delivery, or several. */
export type JudgedBy = 'exchange' | 'history';

export interface TrafficCheck extends Omit<CheckDetails<RequirementId>, 'needs'> {
  readonly judgedBy: JudgedBy;
  /** Told of each exchange once, in the order of their ends. */
  readonly exchange?: CaseOf<[exchange: ObservedExchange, asked: Operation | undefined]>;
  /** Told of each delivery once. */
  readonly delivery?: CaseOf<[delivery: ObservedDelivery, envelope: Envelope]>;
}

/**
 * How sure it is that a request which shows no token had none.
 *
 * - `certain`: every header was seen.
 * - `likely`: headers were exported, and some requests show a token.
 * - `unknown`: no request shows one, as of browsers, which leave it out of what they export.
 */
export type TokenVisibility = 'certain' | 'likely' | 'unknown';

/** What is known of how clients sent their requests. */
export interface ClientVisibility {
  readonly tokens: TokenVisibility;
  /** Base address that they used, where it was seen: clients of a proxy use the address of the proxy. */
  readonly sentTo?: string;
}
