import type { Service } from '../service/service.ts';
import { notFound } from '../state/refusal.ts';
import { reading } from '../store/store.ts';
import type { ControlHandlers } from './exchange.ts';

export function personLevers(service: Service): Pick<ControlHandlers, 'completeOffboarding'> {
  const { store, rules } = service;
  return {
    async completeOffboarding({ path: { personId } }) {
      const person = await store.transaction((transaction) => transaction.get('persons', personId), reading);
      if (person === undefined) throw notFound();
      await service.change(person.businessId, (state, now) =>
        rules.persons.completeOffboarding(state, { personId }, now),
      );
      return { status: 204 };
    },
  };
}
