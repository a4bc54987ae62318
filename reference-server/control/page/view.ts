/** Everything that the page of a business shows. */

import type { LoggedRequest } from '../../http/request-log.ts';
import type { Rules } from '../../service/rules.ts';
import type { BusinessState } from '../../state/business-state.ts';
import type { DeliveryRecord, EndpointRecord } from '../../state/records/webhooks.ts';
import { loadBusiness, reading } from '../../store/store.ts';
import { type ActionName, actions, type PageParts } from './actions.ts';

export interface BusinessView {
  readonly id: string;
  readonly state: BusinessState;
  /** Unix seconds on the clock of the business. */
  readonly now: number;
  /** Newest first. */
  readonly deliveries: readonly DeliveryRecord[];
  /** Endpoints that receive the events of this business. */
  readonly endpoints: readonly EndpointRecord[];
  /** Newest first. */
  readonly requests: readonly LoggedRequest[];
  readonly environment: 'sandbox' | 'production';
  readonly rules: Rules;
  /** Whether the environment supports an action. */
  can(action: ActionName): boolean;
}

/** @throws Refusal when there is no such business. */
export async function viewOf(parts: PageParts, businessId: string): Promise<BusinessView> {
  const { store, clock, rules, environment } = parts.service;
  const { state, deliveries, endpoints } = await store.transaction(
    async (transaction) => ({
      state: await loadBusiness(transaction, businessId),
      deliveries: await transaction.list('deliveries', { businessId }),
      endpoints: await transaction.list('endpoints', {}),
    }),
    reading,
  );
  return {
    id: businessId,
    state,
    now: clock.now(state.business),
    deliveries: deliveries.toReversed(),
    endpoints: endpoints.filter((endpoint) => rules.webhooks.subscribes(endpoint, state.business)),
    requests: parts.log.latest({ businessId }),
    environment,
    rules,
    can: (action) => actions[action].isServed(parts),
  };
}
