import type { FaultOverrides } from '../../reference-server/fault.ts';
import { personRules } from '../../reference-server/resources/persons/rules.ts';
import { type BusinessState, findRecord } from '../../reference-server/state/business-state.ts';
import { daysAfter } from '../../reference-server/state/dates.ts';
import { invalidBody, invalidState, Refusal } from '../../reference-server/state/refusal.ts';
import { inEvents, inPayloads, silentAbout } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { failsOn, overlookingInQuery, refusedAt, refusingNumber, unexpected } from './request-tools.ts';
import { anotherId, fieldsOf, garbled, inAnswers, inObjects, remove, replacing, upperCase } from './tools.ts';

type Update = Parameters<typeof personRules.setJobInfo>[1];
type Job = NonNullable<Update['input']['jobInfo']>;

const jobOf = (state: Pick<BusinessState, 'persons'>, { personId }: Pick<Update, 'personId'>) =>
  findRecord(state.persons, personId).person.jobInfo;

/** Stores another job than the one that was given. */
const storingJob = (change: (job: Job, before: Job) => Job): FaultOverrides =>
  replacing('persons', {
    setJobInfo(state, { personId, input }) {
      const before = jobOf(state, { personId }) ?? {};
      const jobInfo = input.jobInfo && change(input.jobInfo, before);
      return personRules.setJobInfo(state, { personId, input: { ...input, ...(jobInfo && { jobInfo }) } });
    },
  });

const page = (replacement: typeof personRules.page): FaultOverrides =>
  replacing('persons', { page: replacement });

/** Serves a list of persons although some of its query is not valid. */
const lenient = (
  overlooks: Parameters<typeof overlookingInQuery>[1],
  serve = personRules.page,
): FaultOverrides => ({
  rules: { ...overlookingInQuery('listPersons', overlooks), persons: { page: serve } },
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

/** The persons whose address is as `matches` wants it, in place of those that have it. */
const filtered = (matches: (email: string, wanted: string) => boolean) =>
  page((state, { email, ...query }) => {
    if (email === undefined) return personRules.page(state, query);
    const persons = state.persons.filter(({ person }) => matches(person.email ?? '', email));
    return personRules.page({ ...state, persons }, query);
  });

/** Knows each address once in the whole service. */
function addressesOfAll(): FaultOverrides {
  const owners = new Map<string, string>();
  return replacing('persons', {
    create(state, command) {
      const { email } = command.person;
      if (email !== undefined && !owners.has(email)) owners.set(email, state.business.id);
      return personRules.create(state, command);
    },
    page(state, query) {
      const owner = query.email === undefined ? undefined : owners.get(query.email);
      const isElsewhere = owner !== undefined && owner !== state.business.id;
      return personRules.page(isElsewhere ? { ...state, persons: [] } : state, query);
    },
  });
}

export const personFaults = faultsOf('person', {
  'person-first-name-is-an-object': {
    title: 'A client cannot show the name of a person.',
    breaks: ['PERSON-001'],
    overrides: inAnswers('listPersons', 'data.*.firstName', (name) => ({ value: name })),
  },
  'persons-without-ids': {
    title: 'A client that lists persons cannot pay any of them.',
    breaks: ['PERSON-001'],
    overrides: inAnswers('listPersons', 'data.*.id', remove),
  },
  'person-without-last-name': {
    title: 'A payslip shows a person without a last name.',
    breaks: ['PERSON-001'],
    overrides: inAnswers('listPersons', 'data.*.lastName', remove),
  },
  'person-phone-without-country-code': {
    title: 'The phone number of a person has no country code.',
    breaks: ['CONV-007', 'PERSON-001'],
    overrides: inAnswers('listPersons', 'data.*.phoneNumber.countryCode', remove),
  },
  'person-phone-country-code-is-a-number': {
    title: 'The country code of a phone number is a number and loses its plus sign.',
    breaks: ['CONV-007', 'PERSON-001'],
    overrides: inAnswers('listPersons', 'data.*.phoneNumber.countryCode', Number),
  },
  'person-address-in-one-line': {
    title: 'The address of a person is one string, so a client cannot read its parts.',
    breaks: ['CONV-008', 'PERSON-001'],
    overrides: inAnswers('listPersons', 'data.*.address', (address) =>
      Object.values(address ?? {}).join(', '),
    ),
  },
  'persons-without-data': {
    title: 'A client that reads data finds no persons.',
    breaks: ['PERSON-002'],
    overrides: inAnswers('listPersons', 'data', remove),
  },
  'persons-without-meta': {
    title: 'A client cannot tell how many pages there are.',
    breaks: ['PERSON-002', 'CONV-009'],
    overrides: inAnswers('listPersons', 'meta', remove),
  },
  'page-meta-as-strings': {
    title: 'A client that adds page numbers concatenates strings instead.',
    breaks: ['CONV-009', 'PERSON-002'],
    overrides: inAnswers('listPersons', 'meta.pages', String),
  },
  'page-meta-counts-the-page': {
    title: 'A client stops after the first page, because itemCount counts only the page.',
    breaks: ['CONV-010'],
    overrides: page((state, query) => {
      const { data, meta } = personRules.page(state, query);
      return { data, meta: { ...meta, itemCount: data.length } };
    }),
  },
  'skipped-counts-the-page': {
    title: 'A client that numbers the persons of a page by skipped begins after the page.',
    breaks: ['CONV-016', 'CONV-010'],
    overrides: page((state, query) => {
      const { data, meta } = personRules.page(state, query);
      return { data, meta: { ...meta, skipped: meta.skipped + data.length } };
    }),
  },
  'page-zero-served': {
    title: 'A client that counts pages from 0 gets the first page twice, as page 0 and as page 1.',
    breaks: ['PERSON-003'],
    beyond: 'page of the persons from 1',
    overrides: lenient(
      ({ path }) => path.includes('page'),
      (state, { page: number = 1, ...query }) => {
        const { data, meta } = personRules.page(state, { ...query, page: Math.max(1, number) });
        return { data, meta: { ...meta, currentPage: number } };
      },
    ),
  },
  'limit-above-100-honoured': {
    title: 'One request can return all persons at once.',
    breaks: ['PERSON-004'],
    overrides: lenient(({ path, message }) => path.includes('limit') && message.startsWith('must be <=')),
  },
  'limit-zero-honoured': {
    title: 'A client that sends limit 0 by mistake gets an empty list instead of an error.',
    breaks: ['PERSON-004'],
    beyond: 'limit of the persons from 1',
    overrides: lenient(
      ({ path, message }) => path.includes('limit') && message.startsWith('must be >='),
      (state, query) => {
        const { data, meta } = personRules.page(state, { ...query, limit: Math.max(1, query.limit ?? 20) });
        return query.limit === 0 ? { data: [], meta: { ...meta, limit: 0, pages: 0 } } : { data, meta };
      },
    ),
  },
  'limit-100-refused': {
    title: 'A client that requests pages of the maximum size gets an error.',
    breaks: ['PERSON-005', 'ERR-007'],
    within: 'limit of the persons to 100',
    overrides: page((state, query) => {
      if (query.limit === 100) throw invalidBody({ limit: 'must be < 100' });
      return personRules.page(state, query);
    }),
  },
  'limit-ignored': {
    title: 'A client that requests five persons gets twenty.',
    breaks: ['PERSON-005'],
    overrides: page((state, { limit: _, ...query }) => personRules.page(state, query)),
  },
  'page-skips-a-person': {
    title: 'One person of every page but the first is never listed.',
    breaks: ['PERSON-006'],
    subtle: ['cursor'],
    overrides: shifted(1),
  },
  'page-repeats-a-person': {
    title: 'Every page but the first begins with the last person of the page before.',
    breaks: ['PERSON-006'],
    subtle: ['cursor'],
    overrides: shifted(-1),
  },
  'email-filter-ignored': {
    title: 'Searching for a person by email returns everyone.',
    breaks: ['PERSON-007'],
    overrides: filtered(() => true),
  },
  'email-filter-finds-one': {
    title: 'Searching by email returns only the first of two persons with the same address.',
    breaks: ['PERSON-007'],
    overrides: page((state, query) => {
      const { data, meta } = personRules.page(state, query);
      return query.email === undefined
        ? { data, meta }
        : { data: data.slice(0, 1), meta: { ...meta, itemCount: Math.min(1, meta.itemCount) } };
    }),
  },
  'person-metadata-holds-a-number': {
    title: 'A client that reads metadata values as strings fails on a number.',
    breaks: ['PERSON-009'],
    overrides: inObjects('listPersons', 'data.*', ({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...fieldsOf(metadata), revision: 1 },
    })),
  },
  'person-metadata-as-a-list': {
    title: 'A client that looks up a key of the metadata finds a list instead of a map.',
    breaks: ['PERSON-009'],
    overrides: inAnswers('listPersons', 'data.*.metadata', (metadata) => Object.entries(metadata ?? {})),
  },
  'job-start-date-is-a-timestamp': {
    title: 'The start date of a job is a number instead of a date.',
    breaks: ['PERSON-010', 'CONV-002', 'PERSON-012'],
    overrides: inAnswers(
      'listPersons',
      'data.*.jobInfo.startDate',
      (date) => Date.parse(String(date)) / 1000,
    ),
  },
  'job-custom-fields-by-name': {
    title: 'A client that iterates over the custom fields of a job gets an object instead of a list.',
    breaks: ['PERSON-010', 'PERSON-012'],
    overrides: inAnswers('listPersons', 'data.*.jobInfo.customFields', (fields) => ({ ...(fields ?? {}) })),
  },
  'compensation-in-one-word': {
    title: 'A client cannot tell the type of a compensation from its frequency.',
    breaks: ['PERSON-010', 'PERSON-014'],
    overrides: inAnswers('listPersons', 'data.*.compInfo', (compInfo) =>
      Object.values(compInfo ?? {}).join(' '),
    ),
  },
  'second-job-update-refused': {
    title: 'The job of a person can be set only once, so nobody can be promoted.',
    breaks: ['PERSON-011'],
    subtle: ['second-time'],
    overrides: replacing('persons', {
      setJobInfo(state, command) {
        if (jobOf(state, command)) throw invalidState('The job information is set already');
        return personRules.setJobInfo(state, command);
      },
    }),
  },
  'job-update-answers-500': {
    title:
      'A client repeats an update of a job forever, because the update is carried out but the response is 500.',
    breaks: ['PERSON-011'],
    overrides: refusedAt(200, unexpected, 'updateJobInfo'),
  },
  'job-update-drops-custom-fields': {
    title: 'The custom fields of a job are not stored.',
    breaks: ['PERSON-012', 'EVENT-008'],
    subtle: ['half-applied'],
    overrides: storingJob(({ customFields: _, ...job }) => job),
  },
  'job-starts-a-day-early': {
    title: 'A person starts a day early, because the date was converted to another time zone.',
    breaks: ['PERSON-012', 'EVENT-008'],
    overrides: storingJob(({ startDate, ...job }) => ({
      ...job,
      ...(startDate !== undefined && { startDate: daysAfter(startDate, -1) }),
    })),
  },
  'second-job-update-keeps-the-department': {
    title: 'A person who moves to another department stays in the first one.',
    breaks: ['PERSON-012', 'EVENT-008'],
    subtle: ['second-time', 'half-applied'],
    overrides: storingJob((job, { department }) => ({
      ...job,
      ...(department !== undefined && { department }),
    })),
  },
  'job-update-not-announced': {
    title: 'A consumer is not notified of changes of jobs.',
    breaks: ['PERSON-013'],
    overrides: silentAbout('person.jobinfo.updated'),
  },
  'second-job-update-not-announced': {
    title: 'A consumer is notified only of the first job of a person.',
    breaks: ['PERSON-013'],
    subtle: ['second-time', 'event-missing'],
    overrides: replacing('persons', {
      setJobInfo(state, command) {
        const outcome = personRules.setJobInfo(state, command);
        return jobOf(state, command) ? { ...outcome, events: [] } : outcome;
      },
    }),
  },
  'compensation-dropped-beside-a-job': {
    title: 'An update of a salary and a title stores only the title.',
    breaks: ['PERSON-014'],
    subtle: ['coincidence', 'half-applied'],
    overrides: replacing('persons', {
      setJobInfo(state, { personId, input }) {
        const { compInfo: _, ...job } = input;
        return personRules.setJobInfo(state, { personId, input: input.jobInfo ? job : input });
      },
    }),
  },
  'compensation-frequency-in-capitals': {
    title: 'The frequency of a compensation comes back in capitals, so a client takes it for another value.',
    breaks: ['PERSON-014'],
    overrides: inAnswers('listPersons', 'data.*.compInfo.frequency', upperCase),
  },
  'person-read-under-another-id': {
    title: 'Reading a person returns another id than the requested one.',
    breaks: ['PERSON-015'],
    subtle: ['wrong-id'],
    overrides: inAnswers('readPerson', 'id', anotherId),
  },
  'listed-person-not-found': {
    title: 'A person who is in the list cannot be read.',
    breaks: ['PERSON-015'],
    overrides: refusedAt(
      200,
      new Refusal(404, 'resource_not_found', 'There is no such person'),
      'readPerson',
    ),
  },
  'personal-info-answers-500': {
    title: 'Setting the tax id of a person always fails with 500.',
    breaks: ['PERSON-017'],
    overrides: refusedAt(200, unexpected, 'updatePersonalInfo'),
  },
  'tax-profile-answers-500': {
    title: 'Setting the tax profile of a person always fails with 500.',
    breaks: ['PERSON-018'],
    overrides: refusedAt(200, unexpected, 'updateTaxProfile'),
  },
  'tax-profile-without-dependents-refused': {
    title: 'The tax profile of a person without dependents is rejected.',
    breaks: ['PERSON-018'],
    overrides: replacing('persons', {
      setTaxProfile(state, command) {
        if (command.input.numberOfDependents === 0)
          throw invalidBody({ numberOfDependents: 'must be positive' });
        return personRules.setTaxProfile(state, command);
      },
    }),
  },
  'job-event-shows-the-job-before': {
    title: 'The event of a job update shows the previous job.',
    breaks: ['EVENT-008'],
    subtle: ['stale-data'],
    overrides: replacing('persons', {
      setJobInfo(state, command) {
        const before = jobOf(state, command);
        const { state: after } = personRules.setJobInfo(state, command);
        const data = { id: command.personId, ...(before && { jobInfo: before }) };
        return { state: after, events: [{ eventType: 'person.jobinfo.updated', data }] };
      },
    }),
  },
  'job-event-without-title': {
    title: 'The event of a job update lacks the title.',
    breaks: ['EVENT-008'],
    overrides: inEvents('person.jobinfo.updated', 'jobInfo.title', remove),
  },
  'job-event-frequency-is-an-object': {
    title: 'A consumer that reads the compensation as it reads that of a person fails.',
    breaks: ['EVENT-009'],
    overrides: inEvents('person.jobinfo.updated', 'compInfo.frequency', (every) => ({ every })),
  },
  'job-event-compensation-under-other-names': {
    title: 'A consumer that reads the compensation as it reads that of a person finds nothing.',
    breaks: ['EVENT-009'],
    overrides: inPayloads('person.jobinfo.updated', ({ compInfo, ...rest }) => {
      const { type, frequency } = { type: undefined, frequency: undefined, ...(compInfo ?? {}) };
      return {
        ...rest,
        ...(compInfo !== undefined && { compInfo: { payType: type, payPeriod: frequency } }),
      };
    }),
  },
  'leap-day-answers-500': {
    title: 'A job that starts on February 29 fails with 500.',
    breaks: ['ERR-007'],
    subtle: ['coincidence'],
    overrides: failsOn('updateJobInfo', (_, body) => body.includes('-02-29')),
  },
  'limit-101-honoured': {
    title: 'A client that requests 101 persons gets them, although the limit is 100.',
    breaks: ['PERSON-004'],
    beyond: 'limit of the persons to 100',
    overrides: { rules: overlookingInQuery('listPersons', (_, { limit }) => Number(limit) === 101) },
  },
  'limit-1-refused': {
    title: 'A client that requests a single person to see whether there are any gets an error.',
    breaks: ['PERSON-005', 'ERR-007'],
    within: 'limit of the persons from 1',
    overrides: refusingNumber('listPersons', 'limit', 1),
  },
  'first-page-refused-by-its-number': {
    title:
      'A client that requests page 1 of the persons gets an error; without a page number it gets the page.',
    breaks: ['PERSON-006', 'ERR-007'],
    within: 'page of the persons from 1',
    overrides: refusingNumber('listPersons', 'page', 1),
  },
  'job-title-garbled': {
    title: 'A job title with an umlaut is garbled.',
    breaks: ['PERSON-012', 'EVENT-008'],
    subtle: ['non-ascii'],
    overrides: storingJob(({ title, ...job }) => ({
      ...job,
      ...(title !== undefined && { title: garbled(title) }),
    })),
  },
  'address-filter-lost-on-the-second-page': {
    title: 'The second page of a search by email ignores the filter.',
    breaks: ['PERSON-007', 'PERSON-006'],
    subtle: ['coincidence'],
    overrides: page((state, { email, ...query }) =>
      personRules.page(state, {
        ...query,
        ...(email !== undefined && (query.page ?? 1) === 1 && { email }),
      }),
    ),
  },
  'limit-100-means-99': {
    title: 'A page of 100 persons contains only 99.',
    breaks: ['PERSON-005', 'CONV-010'],
    within: 'limit of the persons to 100',
    overrides: page((state, { limit, ...query }) =>
      personRules.page(state, { ...query, ...(limit !== undefined && { limit: Math.min(limit, 99) }) }),
    ),
  },
  'job-update-keeps-one-custom-field': {
    title: 'An update of a job succeeds but stores only the first custom field.',
    breaks: ['PERSON-012', 'EVENT-008'],
    subtle: ['half-applied'],
    overrides: storingJob(({ customFields, ...job }) => ({
      ...job,
      ...(customFields && { customFields: customFields.slice(0, 1) }),
    })),
  },
  'address-known-to-another-business-not-found': {
    title: 'A person who works for two businesses can be found by email only in the first one.',
    breaks: ['PERSON-007'],
    subtle: ['second-business'],
    overrides: addressesOfAll,
  },
});
