/** Persons (section "Persons and users"), as pure functions of state, command and time. */

import { isDeepStrictEqual } from 'node:util';
import { type BusinessState, findRecord, type Outcome, withRecord } from '../../state/business-state.ts';
import { type PageQuery, pageOf } from '../../state/pages.ts';
import type { PersonRecord } from '../../state/records/people.ts';
import { invalidBody } from '../../state/refusal.ts';
import type { Asks } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { fieldsOf } from '../../state/values.ts';
import { lifecycleRules } from './lifecycle.ts';
import { contactOf, shownPerson } from './representation.ts';

export interface CreatePerson {
  readonly person: Schemas['Person'] & { readonly id: string };
}

export interface PersonQuery extends PageQuery {
  readonly email?: string;
}

export type Update<Input> = Asks<'personId', Input>;

/** A person with the fields that the description names; anything else in the body is dropped. */
export function personOf(id: string, input: Schemas['PersonInput']): CreatePerson['person'] {
  const names = [
    'firstName',
    'lastName',
    'email',
    'type',
    'contractorType',
    'phoneNumber',
    'address',
  ] as const;
  return { id, ...fieldsOf(input, names) };
}

const changeable = [
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'address',
  'businessName',
  'metadata',
] as const;

function jobInfoOf(input: Schemas['JobDetailsInput']): Schemas['JobInfo'] {
  const { customFields } = input;
  return {
    ...fieldsOf(input, ['startDate', 'employeeNumber', 'title', 'department']),
    ...(customFields && { customFields: customFields.map((one) => fieldsOf(one, ['id', 'name', 'value'])) }),
  };
}

export const personRules = {
  ...lifecycleRules,

  create(state: BusinessState, { person }: CreatePerson): Outcome {
    const record: PersonRecord = { id: person.id, businessId: state.business.id, person };
    const { type: personType = '', contractorType = '' } = person;
    const data = {
      id: person.id,
      ...contactOf(person),
      personType,
      ...(personType === 'CONTRACTOR' && { contractorType }),
    };
    return {
      state: { ...state, persons: [...state.persons, record] },
      events: [{ eventType: 'person.created', data }],
    };
  },

  /** Replaces the given fields. An update without a change sends no event. */
  update(state: BusinessState, { personId, input }: Update<Schemas['PersonUpdate']>): Outcome {
    const record = findRecord(state.persons, personId);
    const person = { ...record.person, ...fieldsOf(input, changeable) };
    if (isDeepStrictEqual(person, record.person)) return { state, events: [] };
    return {
      state: withRecord(state, 'persons', { ...record, person }),
      events: [{ eventType: 'person.updated', data: { id: personId, ...contactOf(person) } }],
    };
  },

  /**
   * Replaces the job, the compensation or both, and always sends an event. Fields that cannot be written
   * (employmentModel, entityId) stay.
   */
  setJobInfo(state: BusinessState, { personId, input }: Update<Schemas['JobInfoInput']>): Outcome {
    const record = findRecord(state.persons, personId);
    const { employmentModel } = record.person.compInfo ?? {};
    const { entityId } = record.person.jobInfo ?? {};
    const person: Schemas['Person'] = {
      ...record.person,
      ...(input.compInfo && {
        compInfo: {
          ...fieldsOf(input.compInfo, ['type', 'salary', 'frequency']),
          ...(employmentModel !== undefined && { employmentModel }),
        },
      }),
      ...(input.jobInfo && {
        jobInfo: { ...jobInfoOf(input.jobInfo), ...(entityId !== undefined && { entityId }) },
      }),
    };
    const shown = fieldsOf(shownPerson({ person }), ['compInfo', 'jobInfo']);
    return {
      state: withRecord(state, 'persons', { ...record, person }),
      events: [{ eventType: 'person.jobinfo.updated', data: { id: personId, ...shown } }],
    };
  },

  setPersonalInfo(state: BusinessState, { personId, input }: Update<Schemas['PersonalInfo']>): Outcome {
    const personalInfo = fieldsOf(input, ['taxId', 'socialSecurityId']);
    return {
      state: withRecord(state, 'persons', { ...findRecord(state.persons, personId), personalInfo }),
      events: [],
    };
  },

  /** @throws Refusal `invalid_request_body` when the number of dependents is negative. */
  setTaxProfile(state: BusinessState, { personId, input }: Update<Schemas['TaxProfile']>): Outcome {
    const taxProfile = fieldsOf(input, ['maritalStatus', 'numberOfDependents']);
    const record = findRecord(state.persons, personId);
    if ((taxProfile.numberOfDependents ?? 0) < 0)
      throw invalidBody({ numberOfDependents: 'must not be negative' });
    return { state: withRecord(state, 'persons', { ...record, taxProfile }), events: [] };
  },

  /** One page of the persons in the order of their creation (section "Persons and users"). */
  page({ persons }: BusinessState, { email, ...query }: PersonQuery): Schemas['PersonList'] {
    const found = persons.filter(({ person }) => email === undefined || person.email === email);
    const { data, meta } = pageOf(found, query);
    return { data: data.map(shownPerson), meta };
  },
};
