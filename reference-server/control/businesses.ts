import type { Service } from '../service/service.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

export function businessLevers({ store, clock }: Service): Pick<ControlHandlers, 'listBusinesses'> {
  const overviewOf = (business: BusinessRecord): ControlSchemas['BusinessOverview'] => {
    const { id, tenantKey, kind, details } = business;
    const name = details?.businessName;
    return {
      businessId: id,
      tenantKey,
      kind,
      ...(name !== undefined && { name }),
      clock: clock.reading(business),
    };
  };

  return {
    async listBusinesses() {
      const businesses = await store.transaction(
        (transaction) => transaction.list('businesses', {}),
        reading,
      );
      return { status: 200, body: { data: businesses.map(overviewOf) } };
    },
  };
}
