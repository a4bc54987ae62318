import { randomBytes, randomUUID } from 'node:crypto';
import type { Handlers } from '../../http/exchange.ts';
import type { Service } from '../../service.ts';

export function businessRoutes({ store, rules, clock }: Service): Pick<Handlers, 'createBusiness'> {
  return {
    async createBusiness({ caller, body }) {
      const command = {
        businessId: randomUUID(),
        tenantKey: `tk_${randomBytes(12).toString('hex')}`,
        input: body,
      };
      // Finding the idempotency key and creating the business are one transaction, so simultaneous requests agree.
      const business = await store.transaction(async (transaction) => {
        const businesses = await transaction.list('businesses', { kind: 'created' });
        const outcome = rules.businesses.create({ businesses }, command, clock.now(caller.business));
        if (!businesses.includes(outcome.business)) await transaction.put('businesses', outcome.business);
        return outcome.business;
      });
      return { status: 201, body: { businessId: business.id, tenantKey: business.tenantKey } };
    },
  };
}
