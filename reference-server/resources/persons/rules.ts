import { type PageQuery, pageOf } from '../../pages.ts';
import { nothingByItself } from '../../progress.ts';
import type { Schemas } from '../../schemas.ts';
import type { BusinessState, Outcome } from '../../store/business-state.ts';
import type { PersonRecord } from './records.ts';

export interface CreatePerson {
  readonly person: Schemas['Person'] & { readonly id: string };
}

export interface PersonQuery extends PageQuery {
  readonly email?: string;
}

/** A person with the fields that the description names; anything else in the body is dropped. */
export function personOf(id: string, input: Schemas['PersonInput']): CreatePerson['person'] {
  const { firstName, lastName, email, type, contractorType, phoneNumber, address } = input;
  return {
    id,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
    ...(type !== undefined && { type }),
    ...(contractorType !== undefined && { contractorType }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(address !== undefined && { address }),
  };
}

export const personRules = {
  ...nothingByItself,

  /** The document has an event for this, which the part described so far does not. */
  create(state: BusinessState, { person }: CreatePerson, _now: number): Outcome {
    const record: PersonRecord = { id: person.id, businessId: state.business.id, person };
    return { state: { ...state, persons: [...state.persons, record] }, events: [] };
  },

  /** One page of the persons in the order of their creation (section "Persons and users"). */
  page({ persons }: BusinessState, { email, ...query }: PersonQuery): Schemas['PersonList'] {
    const found = persons
      .map(({ person }) => person)
      .filter((person) => email === undefined || person.email === email);
    return pageOf(found, query);
  },
};
