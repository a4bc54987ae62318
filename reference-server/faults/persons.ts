import type { SchemaViolation } from '../../openapi/validate.ts';
import { personRules } from '../resources/persons/rules.ts';
import { validationRules } from '../resources/validation.ts';
import type { BusinessState } from '../state/business-state.ts';
import { invalidBody } from '../state/refusal.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inAnswers, remove } from './tools.ts';

type Query = Parameters<typeof personRules.page>[1];
type Page = ReturnType<typeof personRules.page>;

const page = (replacement: (state: BusinessState, query: Query) => Page): FaultOverrides => ({
  rules: { persons: { page: replacement } },
});

/** Overlooks some violations of the query of the list. */
const lenient = (
  overlooks: (violation: SchemaViolation) => boolean,
  serve = personRules.page,
): FaultOverrides => ({
  rules: {
    validation: {
      ofParameters: (operation, place, values) =>
        validationRules
          .ofParameters(operation, place, values)
          .filter((violation) => operation.id !== 'listPersons' || !overlooks(violation)),
    },
    persons: { page: serve },
  },
});

/** The persons whose address is as `matches` wants it, in place of those that have it. */
const filtered = (matches: (email: string, wanted: string) => boolean) =>
  page((state, { email, ...query }) => {
    if (email === undefined) return personRules.page(state, query);
    const persons = state.persons.filter(({ person }) => matches(person.email ?? '', email));
    return personRules.page({ ...state, persons }, query);
  });

/** Pages after the first that begin some persons off their place. */
const shifted = (by: number) =>
  page((state, { page: number = 1, limit = 20, email }) => {
    const right = personRules.page(state, { page: number, limit, ...(email !== undefined && { email }) });
    if (number === 1) return right;
    const all = personRules.page(state, {
      limit: state.persons.length + 1,
      ...(email !== undefined && { email }),
    });
    const begin = right.meta.skipped + by;
    return { ...right, data: all.data.slice(begin, begin + limit) };
  });

export const personFaults: readonly Fault[] = [
  {
    id: 'person-first-name-is-an-object',
    title: 'A client cannot show the name of a person.',
    area: 'person',
    breaks: ['PERSON-001'],
    overrides: inAnswers('listPersons', 'data.*.firstName', (name) => ({ value: name })),
  },
  {
    id: 'person-phone-country-code-is-a-number',
    title: 'The plus sign of a phone number is lost.',
    area: 'person',
    breaks: ['CONV-007', 'PERSON-001'],
    overrides: inAnswers('listPersons', 'data.*.phoneNumber.countryCode', Number),
  },
  {
    id: 'person-address-in-one-line',
    title: 'The address of a person cannot be taken apart.',
    area: 'person',
    breaks: ['CONV-008', 'PERSON-001'],
    overrides: inAnswers('listPersons', 'data.*.address', (address) =>
      Object.values(address ?? {}).join(', '),
    ),
  },
  {
    id: 'persons-without-data',
    title: 'A client that reads data finds no persons.',
    area: 'person',
    breaks: ['PERSON-002'],
    overrides: inAnswers('listPersons', 'data', remove),
  },
  {
    id: 'persons-without-meta',
    title: 'A client cannot tell how many pages there are.',
    area: 'person',
    breaks: ['PERSON-002', 'CONV-009'],
    overrides: inAnswers('listPersons', 'meta', remove),
  },
  {
    id: 'page-meta-as-strings',
    title: 'A client that counts pages concatenates them.',
    area: 'person',
    breaks: ['CONV-009', 'PERSON-002'],
    overrides: inAnswers('listPersons', 'meta.pages', String),
  },
  {
    id: 'page-meta-counts-the-page',
    title: 'A client stops after the first page, because itemCount counts only the page.',
    area: 'person',
    breaks: ['CONV-010'],
    overrides: page((state, query) => {
      const { data, meta } = personRules.page(state, query);
      return { data, meta: { ...meta, itemCount: data.length } };
    }),
  },
  {
    id: 'page-zero-served',
    title: 'A client that counts from 0 gets its first page twice, as page 0 and as page 1.',
    area: 'person',
    breaks: ['PERSON-003'],
    overrides: lenient(
      ({ path }) => path.includes('page'),
      (state, { page: number = 1, ...query }) => {
        const { data, meta } = personRules.page(state, { ...query, page: Math.max(1, number) });
        return { data, meta: { ...meta, currentPage: number } };
      },
    ),
  },
  {
    id: 'limit-above-100-honoured',
    title: 'One request can ask for everything there is.',
    area: 'person',
    breaks: ['PERSON-004'],
    overrides: lenient(({ path, message }) => path.includes('limit') && message.startsWith('must be <=')),
  },
  {
    id: 'limit-zero-honoured',
    title: 'A client whose page size is not set finds no persons instead of an error.',
    area: 'person',
    breaks: ['PERSON-004'],
    overrides: lenient(
      ({ path, message }) => path.includes('limit') && message.startsWith('must be >='),
      (state, query) => {
        const { data, meta } = personRules.page(state, { ...query, limit: Math.max(1, query.limit ?? 20) });
        return query.limit === 0 ? { data: [], meta: { ...meta, limit: 0, pages: 0 } } : { data, meta };
      },
    ),
  },
  {
    id: 'limit-100-refused',
    title: 'A client that asks for pages of the full size is refused.',
    area: 'person',
    breaks: ['PERSON-005', 'ERR-007'],
    overrides: page((state, query) => {
      if (query.limit === 100) throw invalidBody({ limit: 'must be < 100' });
      return personRules.page(state, query);
    }),
  },
  {
    id: 'limit-ignored',
    title: 'A client with room for five persons gets twenty, whatever it asks for.',
    area: 'person',
    breaks: ['PERSON-005'],
    overrides: page((state, { limit: _, ...query }) => personRules.page(state, query)),
  },
  {
    id: 'page-skips-a-person',
    title: 'One person of every page but the first is never listed.',
    area: 'person',
    breaks: ['PERSON-006'],
    overrides: shifted(1),
  },
  {
    id: 'page-repeats-a-person',
    title: 'Every page but the first begins with the last person of the page before.',
    area: 'person',
    breaks: ['PERSON-006'],
    overrides: shifted(-1),
  },
  {
    id: 'email-filter-ignored',
    title: 'Looking a person up by address finds everybody.',
    area: 'person',
    breaks: ['PERSON-007'],
    overrides: filtered(() => true),
  },
  {
    id: 'email-filter-matches-parts',
    title: 'Looking for a@example.com also finds aa@example.com.',
    area: 'person',
    breaks: ['PERSON-007'],
    overrides: filtered((email, wanted) => email.includes(wanted)),
  },
  {
    id: 'email-filter-finds-one',
    title: 'Of two persons with one address only the first is found.',
    area: 'person',
    breaks: ['PERSON-007'],
    overrides: page((state, query) => {
      const { data, meta } = personRules.page(state, query);
      return query.email === undefined
        ? { data, meta }
        : { data: data.slice(0, 1), meta: { ...meta, itemCount: Math.min(1, meta.itemCount) } };
    }),
  },
];
