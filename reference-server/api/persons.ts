import { randomUUID } from 'node:crypto';
import type { Handlers } from '../http/exchange.ts';
import { shownPerson } from '../resources/persons/representation.ts';
import { personOf } from '../resources/persons/rules.ts';
import { shownUser, userOfPerson } from '../resources/users/rules.ts';
import { readBusiness } from '../service/core.ts';
import type { Service } from '../service/service.ts';
import { findRecord } from '../state/business-state.ts';
import { notFound } from '../state/refusal.ts';

export function personRoutes(service: Service) {
  const rules = service.rules.persons;
  return {
    async createPerson({ businessId, body }) {
      const person = personOf(randomUUID(), body);
      await service.change(businessId, rules.create, { person });
      return { status: 201, body: person };
    },

    async listPersons({ businessId, query }) {
      return { status: 200, body: rules.page(await readBusiness(service, businessId), query) };
    },

    async readPerson({ businessId, path: { personId } }) {
      const state = await readBusiness(service, businessId);
      return { status: 200, body: shownPerson(findRecord(state.persons, personId)) };
    },

    async updatePerson({ businessId, path: { personId }, body: input }) {
      const state = await service.change(businessId, rules.update, { personId, input });
      return { status: 200, body: shownPerson(findRecord(state.persons, personId)) };
    },

    async updateJobInfo({ businessId, path: { personId }, body: input }) {
      const state = await service.change(businessId, rules.setJobInfo, { personId, input });
      return { status: 200, body: shownPerson(findRecord(state.persons, personId)) };
    },

    async updatePersonalInfo({ businessId, path: { personId }, body: input }) {
      const state = await service.change(businessId, rules.setPersonalInfo, { personId, input });
      return { status: 200, body: findRecord(state.persons, personId).personalInfo ?? {} };
    },

    async updateTaxProfile({ businessId, path: { personId }, body: input }) {
      const state = await service.change(businessId, rules.setTaxProfile, { personId, input });
      return { status: 200, body: findRecord(state.persons, personId).taxProfile ?? {} };
    },

    async scheduleOffboarding({ businessId, path: { personId }, body: input }) {
      const state = await service.change(businessId, rules.scheduleOffboarding, { personId, input });
      const { status: _, ...exit } = findRecord(state.persons, personId).exit ?? { status: 'pending' };
      return { status: 201, body: { personId, ...exit } };
    },

    async cancelOffboarding({ businessId, path: { personId } }) {
      await service.change(businessId, rules.cancelOffboarding, { personId });
      return { status: 204 };
    },

    async reinstatePerson({ businessId, path: { personId } }) {
      const state = await service.change(businessId, rules.reinstate, { personId });
      return { status: 200, body: shownPerson(findRecord(state.persons, personId)) };
    },
  } satisfies Partial<Handlers>;
}

export function userRoutes(service: Service) {
  const rules = service.rules.users;
  return {
    async inviteUser({ businessId, body: input }) {
      const userId = randomUUID();
      const state = await service.change(businessId, rules.invite, { userId, input });
      const record = userOfPerson(state, input.personId);
      if (record === undefined) throw notFound();
      return { status: record.id === userId ? 201 : 200, body: shownUser(record) };
    },

    async listUsers({ businessId, query }) {
      return { status: 200, body: rules.page(await readBusiness(service, businessId), query) };
    },

    async updateUser({ businessId, path: { userId }, body: input }) {
      const state = await service.change(businessId, rules.update, { userId, input });
      return { status: 200, body: shownUser(findRecord(state.users, userId)) };
    },

    async deleteSandboxUser({ businessId, path: { userId } }) {
      await service.change(businessId, rules.remove, { userId });
      return { status: 204 };
    },
  } satisfies Partial<Handlers>;
}
