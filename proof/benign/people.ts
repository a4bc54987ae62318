/** Persons, users and their businesses with more or less than the reference server keeps and shows. */

import type { UncheckedRequest } from '../../reference-server/http/exchange.ts';
import { businessRules } from '../../reference-server/resources/businesses/rules.ts';
import { personRules } from '../../reference-server/resources/persons/rules.ts';
import { userRules } from '../../reference-server/resources/users/rules.ts';
import { type BusinessState, findRecord } from '../../reference-server/state/business-state.ts';
import { invalidBody } from '../../reference-server/state/refusal.ts';
import { changing, inAnswers, replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup, eachObject } from './variant.ts';

/** Fields of a business of which the rules know no other. */
const onlyField = (state: BusinessState, customFieldId?: string): BusinessState => ({
  ...state,
  customFields: state.customFields.filter(({ id }) => id === customFieldId),
});

const withFieldsOf = ({ customFields }: BusinessState, others: BusinessState) => {
  const known = new Set(customFields.map(({ id }) => id));
  return [...others.customFields.filter(({ id }) => !known.has(id)), ...customFields];
};

/** The salaries of the persons of a business, when persons are asked for. */
const salaries = new WeakMap<UncheckedRequest, ReadonlyMap<string, unknown>>();

/** In every list an empty string stands for an absent value: interpretation 231. */
const nowhere = { countryCode: '', line1: '', line2: '', city: '', postalCode: '', state: '' };
const blank = {
  businessName: '',
  address: nowhere,
  phoneNumber: { countryCode: '', number: '' },
  compInfo: { type: '', frequency: '', employmentModel: '' },
  jobInfo: { startDate: '', employeeNumber: '', title: '', department: '', entityId: '', customFields: [] },
};

/** Adds the fields that an object lacks of another one, at any depth. */
function filled(value: unknown, model: object): Readonly<Record<string, unknown>> {
  const given = asRecord(value);
  const parts = Object.entries(model).map(([name, part]) => {
    const isBlock = typeof part === 'object' && !Array.isArray(part);
    return [name, isBlock ? filled(given[name], part) : (given[name] ?? part)];
  });
  return { ...given, ...Object.fromEntries(parts) };
}

const marked = { metadata: { mark: 'of a change' } };

export const peopleVariants: BenignGroup = {
  checks: /^(person|persons|users|events|businesses|custom-fields|existing|answers|operations)\./,
  variants: {
    'users without role, metadata and phone number': {
      interpretations: [57],
      overrides: inAnswers('listUsers', 'data.*', (user) => {
        const { roleId: _role, metadata: _metadata, phoneNumber: _phone, ...rest } = asRecord(user);
        return rest;
      }),
    },
    'a job and a compensation that are merged into what is stored': {
      interpretations: [72],
      overrides: replacing('persons', {
        setJobInfo(state, { personId, input: { compInfo, jobInfo } }) {
          const { person } = findRecord(state.persons, personId);
          const input = {
            ...(compInfo && { compInfo: { ...person.compInfo, ...compInfo } }),
            ...(jobInfo && { jobInfo: { ...person.jobInfo, ...jobInfo } }),
          };
          return personRules.setJobInfo(state, { personId, input });
        },
      }),
    },
    'a salary that reads and events show': {
      interpretations: [43, 71],
      overrides: {
        ...replacing('persons', {
          setJobInfo(state, command) {
            const came = personRules.setJobInfo(state, command);
            const { salary } = findRecord(came.state.persons, command.personId).person.compInfo ?? {};
            const events = came.events.map((event) =>
              event.eventType === 'person.jobinfo.updated' && event.data.compInfo && salary
                ? { ...event, data: { ...event.data, compInfo: { ...event.data.compInfo, salary } } }
                : event,
            );
            return { ...came, events };
          },
        }),
        async request(request, { store }) {
          const { operation, business } = request;
          if (operation !== 'readPerson' && operation !== 'listPersons') return request;
          const persons = await store.transaction((transaction) =>
            transaction.list('persons', { businessId: business.id }),
          );
          salaries.set(request, new Map(persons.map(({ id, person }) => [id, person.compInfo?.salary])));
          return request;
        },
        answer(answer, _operation, request) {
          const known = request && salaries.get(request);
          if (known === undefined || answer.status >= 300) return answer;
          const body = eachObject(answer.body, ({ compInfo, ...person }) => {
            const salary = known.get(String(person.id));
            if (compInfo === undefined) return person;
            return {
              ...person,
              compInfo: { ...asRecord(compInfo), ...(salary !== undefined && { salary }) },
            };
          });
          return { ...answer, body };
        },
      },
    },
    'two custom fields with one name': {
      interpretations: [64],
      overrides: replacing('businesses', {
        createCustomField(state, command) {
          const came = businessRules.createCustomField(onlyField(state), command);
          return { ...came, state: { ...state, customFields: withFieldsOf(came.state, state) } };
        },
        renameCustomField(state, command) {
          const came = businessRules.renameCustomField(onlyField(state, command.customFieldId), command);
          return { ...came, state: { ...state, customFields: withFieldsOf(came.state, state) } };
        },
      }),
    },
    'a job with a custom field that the business does not have': {
      interpretations: [64],
      overrides: replacing('persons', {
        setJobInfo(state, command) {
          const fields = command.input.jobInfo?.customFields ?? [];
          if (fields.some(({ id }) => !state.customFields.some((known) => known.id === id)))
            throw invalidBody({ 'jobInfo.customFields': 'must name custom fields of the business' });
          return personRules.setJobInfo(state, command);
        },
      }),
    },
    'changes that change nothing and are announced': {
      interpretations: [65],
      overrides: {
        rules: {
          persons: {
            update: changing(personRules.update, (came, state, command) => {
              if (came.events.length > 0) return came;
              const persons = state.persons.map((record) => ({
                ...record,
                person: { ...record.person, ...marked },
              }));
              return { state, events: personRules.update({ ...state, persons }, command).events };
            }),
          },
          users: {
            update: changing(userRules.update, (came, state, command) => {
              if (came.events.length > 0) return came;
              const users = state.users.map((record) => ({ ...record, user: { ...record.user, ...marked } }));
              return { state, events: userRules.update({ ...state, users }, command).events };
            }),
          },
          businesses: {
            updateBasicInfo: changing(businessRules.updateBasicInfo, (came, state, input) => {
              if (came.events.length > 0) return came;
              const details = { ...state.business.details, registrationId: 'the one before' };
              const before = { ...state, business: { ...state.business, details } };
              const changed = { ...input, registrationId: 'another one' };
              return { state, events: businessRules.updateBasicInfo(before, changed).events };
            }),
          },
        },
      },
    },
    'empty strings in the list of persons': {
      interpretations: [231],
      overrides: inAnswers('listPersons', 'data.*', (person) => filled(person, blank)),
    },
  },
};
