import { randomUUID } from 'node:crypto';
import { readBusiness } from '../../core.ts';
import type { Handlers } from '../../http/exchange.ts';
import { notFound } from '../../refusal.ts';
import type { Service } from '../../service.ts';

export function personRoutes(service: Service): Pick<Handlers, 'createPerson' | 'listPersons'> {
  const { rules } = service;
  return {
    async createPerson({ businessId, body }) {
      const command = { personId: randomUUID(), input: body };
      const { persons } = await service.change(businessId, (state, now) =>
        rules.persons.create(state, command, now),
      );
      const created = persons.find(({ id }) => id === command.personId);
      if (created === undefined) throw notFound();
      return { status: 201, body: created.person };
    },

    async listPersons({ businessId, query }) {
      return { status: 200, body: rules.persons.page(await readBusiness(service, businessId), query) };
    },
  };
}
