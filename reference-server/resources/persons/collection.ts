import { notFound } from '../../refusal.ts';
import type { BusinessState } from '../../store/business-state.ts';
import type { PersonRecord } from './records.ts';

export interface NamesPerson {
  readonly personId: string;
}

/** @throws Refusal `resource_not_found` when the business has no such person. */
export function findPerson({ persons }: BusinessState, personId: string): PersonRecord {
  const record = persons.find(({ id }) => id === personId);
  if (record === undefined) throw notFound();
  return record;
}

/** The state with a changed record in place of the one that has its id. */
export function withPerson(state: BusinessState, record: PersonRecord): BusinessState {
  const persons = state.persons.map((other) => (other.id === record.id ? record : other));
  return { ...state, persons };
}
