/** What vendors make of persons, contracts and old records. Written from the document and from experience alone. */
import { eachField, eachItem, fieldsOf, textOf } from '../json.ts';
import {
  answerOf,
  answers,
  atMost,
  businessOf,
  events,
  idLike,
  invalid,
  isSuccess,
  refusal,
  refusals,
  responses,
} from '../steps.ts';
import { type Trait, together } from '../trait.ts';
import { after, before, eachOf, nowSeconds, personReads, totals } from './vendor-steps.ts';

export const vendorPeopleTraits: Readonly<Record<string, Trait>> = {
  'old persons with odd values': {
    legal:
      'Allowed values of compInfo.type, frequency, employmentModel, person type and contractorType beyond those observed: not shown; nothing says which fields are always there.',
    hooks: () =>
      before('/v1/persons', (asked) => [
        {
          id: idLike('odd', businessOf(asked)),
          firstName: 'Test',
          lastName: '',
          email: '',
          phoneNumber: { countryCode: '', number: '' },
          type: 'DIRECT_EMPLOYEE',
          metadata: {},
        },
        {
          id: idLike('odder', businessOf(asked)),
          firstName: 'Zoë "Żółć" 🙂',
          lastName: "O'Brien; DROP TABLE",
          email: 'ASDF@TEST.TEST',
          address: { countryCode: 'CO', line1: '', line2: '', city: '', postalCode: '', state: '' },
          type: 'CONTRACTOR',
          contractorType: 'ENTITY',
          businessName: '',
          metadata: { ' ': 'undefined', 'a.b': '' },
          compInfo: { type: 'gross', frequency: 'semi-monthly', employmentModel: 'aor' },
          jobInfo: {
            startDate: '1900-01-01',
            employeeNumber: '',
            title: '',
            department: '',
            customFields: [],
          },
        },
      ]),
  },
  '130 persons of earlier users': {
    legal: 'Omitting it scopes the request to the default platform business. Who else uses it is not shown.',
    hooks: () =>
      before('/v1/persons', (asked) =>
        asked.headers['x-multitenantkey'] === undefined
          ? Array.from({ length: 130 }, (_, number) => ({
              id: idLike('old', number),
              firstName: 'Test',
              lastName: `User ${number}`,
              email: `test+${number}@test.test`,
              phoneNumber: { countryCode: '1', number: '5555555555' },
              type: 'CONTRACTOR',
              contractorType: 'INDIVIDUAL',
              metadata: {},
            }))
          : [],
      ),
  },
  'old payrolls in each state': {
    legal:
      'Additional statuses on GET: Awaiting Funds, Rejected, Deleted, Completed. Mapping of the others: not shown.',
    hooks: () =>
      after(
        '/v1/payrolls',
        (asked) =>
          ['Completed', 'Deleted', 'Rejected', 'Awaiting Funds', 'saved'].map((status) => ({
            payrollId: idLike(status, businessOf(asked)),
            workerType: status === 'Rejected' ? 'EMPLOYEE' : 'CONTRACTOR',
            status,
            numPeople: 0,
            type: 'REGULAR',
            payrollDate: '2021-02-28',
            payPeriod: { fromDate: '2021-02-28', toDate: '2021-02-01' },
            ...Object.fromEntries(totals.map((name) => [name, { amount: 0, currency: 'USD' }])),
          })),
        'payrollId',
      ),
  },
  'old invoices in each state': {
    legal: 'Invoice status pending, paid, overdue, cancelled; which invoices a business has is not shown.',
    hooks: () =>
      after('/v1/invoices', (asked) =>
        ['pending', 'paid', 'overdue', 'cancelled'].map((status) => ({
          id: idLike('invoice', status, businessOf(asked)),
          status,
          invoiceNumber: 'asdf',
          date: '2021-03-01',
          dueDate: '2021-02-01',
          from: { name: '', address: '', email: '', phoneNumber: { countryCode: '', number: '' } },
          billTo: {
            name: 'Test',
            address: '',
            email: 'a@b.co',
            phoneNumber: { countryCode: '', number: '' },
          },
          items: [],
          subtotal: { amount: 0, currency: 'USD' },
          total: { amount: 0, currency: 'USD' },
          baseCurrency: 'USD',
          fxRates: {},
          purpose: '',
          notes: '',
          source: status === 'pending' ? 'CONTRACTOR_SUBMITTED' : 'PLATFORM',
          createdTimestamp: 1_614_556_800,
          lastUpdatedTimestamp: 1_614_556_800,
        })),
      ),
  },
  'an archived template in each list': {
    legal: 'personType (observed employee), type (observed regular); country and others are not bound.',
    hooks: () => {
      const archived = idLike('archived template');
      return together([
        after('/v1/contract-templates', (asked) => [
          {
            id: archived,
            createdTimestamp: 1_550_000_000,
            lastUpdatedTimestamp: 1_550_000_000,
            personType: 'contractor',
            type: 'archived',
            country: 'US',
            name: 'Copy of Copy of test',
            templateString: '',
            tenantKey: asked.headers['x-multitenantkey'] ?? '',
            templateVariables: [],
          },
        ]),
        refusals('POST /v1/contracts', ({ json }) =>
          fieldsOf(json).templateId === archived ? invalid('templateId is archived') : undefined,
        ),
      ]);
    },
  },
  'salaries are not read back': {
    legal: 'compInfo {type, salary (Money, on write), frequency, employmentModel}.',
    hooks: () => {
      const without = (json: unknown) =>
        eachField(json, (name, value) => {
          const { salary: _, ...others } = fieldsOf(value);
          return name === 'compInfo' && fieldsOf(value).salary !== undefined ? others : value;
        });
      return together([
        answers('GET /v1/persons, GET /v1/persons/*, PUT /v1/persons/**', without),
        events(without),
      ]);
    },
  },
  'null for what a person lacks': {
    legal: 'Person: … How an absent field of a person reads is not shown.',
    hooks: () =>
      answers(personReads, (json) =>
        eachOf(json, (person) => {
          const none = {
            address: null,
            phoneNumber: null,
            businessName: null,
            compInfo: null,
            jobInfo: null,
          };
          return {
            ...none,
            ...fieldsOf(
              eachField(person, (name, value) =>
                value === '' && /^(?:department|title)$/.test(name) ? null : value,
              ),
            ),
          };
        }),
      ),
  },
  'employee numbers given by the vendor': {
    legal: 'jobInfo {…, employeeNumber (string), …}. What it is for a person who got none is not shown.',
    hooks: () => {
      const numbered = (json: unknown) =>
        eachOf(json, (person) => {
          const { jobInfo } = person;
          const has = textOf(fieldsOf(jobInfo).employeeNumber) !== '';
          const employeeNumber = `EMP-${textOf(person.id).slice(0, 6)}`;
          return has || person.id === undefined
            ? person
            : { ...person, jobInfo: { ...fieldsOf(jobInfo), employeeNumber } };
        });
      return answers(personReads, numbered);
    },
  },
  'updates return nothing': {
    legal: 'Response bodies of this endpoint and of PUT jobInfo: not shown.',
    hooks: () => responses('PUT **', (answer) => (isSuccess(answer) ? answerOf(204) : answer)),
  },
  'job information must be whole': {
    legal:
      'PUT jobInfo body: compInfo {type, salary, frequency} and jobInfo {startDate, employeeNumber, title, department, customFields}. Which may be left out is not shown.',
    hooks: () =>
      refusals('PUT /v1/persons/*/jobInfo', ({ json }) => {
        const { compInfo, jobInfo } = fieldsOf(json);
        const missing = [
          ...['type', 'salary', 'frequency'].filter((name) => fieldsOf(compInfo)[name] === undefined),
          ...['startDate', 'title', 'department'].filter((name) => fieldsOf(jobInfo)[name] === undefined),
        ];
        return missing.length > 0 ? invalid(`${missing} required`) : undefined;
      }),
  },
  'names of custom fields are lower case without spaces': {
    legal: 'PUT customFields body {name: string}. Which names are valid is not shown.',
    hooks: () =>
      refusals('PUT /v1/businesses/*/customFields/*', ({ json }) => {
        const { name } = fieldsOf(json);
        return typeof name === 'string' && !/^[a-z][a-z0-9_]*$/.test(name)
          ? invalid('name must be a slug')
          : undefined;
      }),
  },
  'the business signs by itself': {
    legal: 'Contract statuses: Transitions: not shown; full set of contract status values: not shown.',
    hooks: () =>
      answers('GET /v1/contracts', (json) =>
        eachItem(json, (contract) => {
          const { signatures, createdAt } = contract;
          const signedAt = Number(createdAt) + 2;
          if (contract.status !== 'awaiting business signature' || !Array.isArray(signatures))
            return contract;
          if (!(signedAt < nowSeconds())) return contract;
          const signed = signatures
            .map(fieldsOf)
            .map((signature) =>
              signature.order === 0
                ? { ...signature, status: 'signed', signedAt, lastViewedAt: signedAt }
                : signature,
            );
          return { ...contract, status: 'awaiting employee signature', signatures: signed };
        }),
      ),
  },
  'an open contract of a person is a conflict': {
    legal: 'POST /v1/contracts creates a contract. Whether a person may have two at once is not shown.',
    hooks: () =>
      atMost(
        1,
        'POST /v1/contracts',
        ({ json }) => `${fieldsOf(json).personId} ${fieldsOf(json).templateId}`,
        () => refusal(409, 'contract_already_open', 'A contract waits for signature'),
      ),
  },
};
