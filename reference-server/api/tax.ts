import type { Handlers } from '../http/exchange.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';

export function taxRoutes(service: Service) {
  const rules = service.rules.tax;
  return {
    async calculateTax({ businessId, body }) {
      return { status: 200, body: rules.calculate(await readBusiness(service, businessId), body) };
    },

    async listSupportedLocations() {
      return { status: 200, body: rules.locations() };
    },

    async listRequiredTaxFields({ query: { country } }) {
      return { status: 200, body: rules.requiredFields(country) };
    },
  } satisfies Partial<Handlers>;
}
