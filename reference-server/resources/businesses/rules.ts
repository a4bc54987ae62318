import type { Schemas } from '../../schemas.ts';
import type { Outcome } from '../../store/business-state.ts';
import type { BusinessRecord } from './records.ts';

/** The businesses that the platform created. */
export interface PlatformState {
  readonly businesses: readonly BusinessRecord[];
}

export interface CreateBusiness {
  readonly businessId: string;
  readonly tenantKey: string;
  readonly input: Schemas['BusinessInput'];
}

export const businessRules = {
  /**
   * Creates a business of the platform, or finds the one that an earlier request with the same idempotencyKey created
   * (section "Businesses and platform"). The scope of a key is the platform; the rest of the body is not compared.
   */
  create(
    state: PlatformState,
    { businessId, tenantKey, input: { idempotencyKey } }: CreateBusiness,
    _now: number,
  ): Outcome<PlatformState> & { business: BusinessRecord } {
    const existing =
      idempotencyKey === undefined
        ? undefined
        : state.businesses.find((business) => business.idempotencyKey === idempotencyKey);
    if (existing !== undefined) return { state, events: [], business: existing };
    const business = {
      id: businessId,
      tenantKey,
      kind: 'created' as const,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
    return { state: { businesses: [...state.businesses, business] }, events: [], business };
  },
};
