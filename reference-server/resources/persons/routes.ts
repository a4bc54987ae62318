import { randomUUID } from 'node:crypto';
import { readBusiness } from '../../core.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { Service } from '../../service.ts';
import { personOf } from './rules.ts';

export function personRoutes(service: Service): Pick<Handlers, 'createPerson' | 'listPersons'> {
  const { rules } = service;
  return {
    async createPerson({ businessId, body }) {
      const person = personOf(randomUUID(), body);
      await service.change(businessId, (state, now) => rules.persons.create(state, { person }, now));
      return { status: 201, body: person };
    },

    async listPersons({ businessId, query }) {
      return { status: 200, body: rules.persons.page(await readBusiness(service, businessId), query) };
    },
  };
}
