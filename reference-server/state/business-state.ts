/** The state of one business, as its rules see it. */

import type { BusinessRecord } from './records/businesses.ts';
import type { DomainEvent } from './records/webhooks.ts';
import {
  type BusinessCollection,
  type BusinessRecords,
  businessCollections,
  type OwnedRecords,
} from './records.ts';
import { notFound } from './refusal.ts';

export type BusinessState = { readonly business: BusinessRecord } & OwnedRecords;

/** The decision of a rule: the new state and the events to send. */
export interface Outcome<State = BusinessState> {
  readonly state: State;
  readonly events: readonly DomainEvent[];
}

/** A business that has nothing yet. */
export function emptyState(business: BusinessRecord): BusinessState {
  const empty = Object.fromEntries(businessCollections.map((name) => [name, []]));
  // One empty list for each collection that there is.
  return { business, ...empty } as unknown as BusinessState;
}

/**
 * The record of a business with an id.
 *
 * @throws Refusal `resource_not_found` when the business has none.
 */
export function findRecord<Found extends { readonly id: string }>(
  records: readonly Found[],
  id: string,
): Found {
  const record = records.find((candidate) => candidate.id === id);
  if (record === undefined) throw notFound();
  return record;
}

/** The state with a record: in place of the one that has its id, or as the newest. */
export function withRecord<C extends BusinessCollection>(
  state: BusinessState,
  collection: C,
  record: BusinessRecords[C],
): BusinessState {
  const records: readonly BusinessRecords[BusinessCollection][] = state[collection];
  const index = records.findIndex(({ id }) => id === record.id);
  return { ...state, [collection]: index === -1 ? [...records, record] : records.with(index, record) };
}

/** Several changes one after the other, with the events of all of them. */
export function inTurn(before: BusinessState, steps: Iterable<(state: BusinessState) => Outcome>): Outcome {
  const events: DomainEvent[] = [];
  let state = before;
  for (const step of steps) {
    const outcome = step(state);
    state = outcome.state;
    events.push(...outcome.events);
  }
  return { state, events };
}
