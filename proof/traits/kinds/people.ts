/** What a server makes of persons, users, contracts and verifications. */
import { eachField, eachItem, fieldsOf, type JsonFields, textOf } from '../json.ts';
import {
  answers,
  atMost,
  businessOf,
  events,
  every,
  idLike,
  invalid,
  isOne,
  isSuccess,
  otherwise,
  refusal,
  refusals,
} from '../steps.ts';
import { type Trait, together } from '../trait.ts';

/** Changes a field by its name wherever the server shows it. */
const shown = (names: RegExp, change: (value: unknown) => unknown) => {
  const changed = (json: unknown) =>
    eachField(json, (name, value) => (names.test(name) ? change(value) : value));
  return together([answers('**', changed), events(changed)]);
};

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);
const masked = (value: unknown) =>
  typeof value === 'string' && value.length > 4 ? `****${value.slice(-4)}` : value;

/** Refuses a value in a field that another request has given before. */
const onlyOnce = (operations: string, field: string) =>
  atMost(
    1,
    operations,
    ({ json }) => textOf(fieldsOf(json)[field]).toLowerCase(),
    () => refusal(409, 'already_exists', `${field} is already in use`),
  );

/** Refuses a body in which a field is not as it must be. */
const refusing = (operations: string, name: RegExp, isValid: (text: string) => boolean, message: string) =>
  refusals(operations, ({ json }) => {
    let wrong: string | undefined;
    eachField(json, (field, value) => {
      if (name.test(field) && typeof value === 'string' && value !== '' && !isValid(value)) wrong = field;
      return value;
    });
    return wrong === undefined ? undefined : invalid(`${wrong} ${message}`);
  });

export const peopleTraits: Readonly<Record<string, Trait>> = {
  'e-mail addresses in lower case': {
    legal: 'email: string. Whether an address is kept letter by letter is not shown.',
    hooks: () => shown(/email/i, lowerCase),
  },
  'phone numbers without signs': {
    legal: 'Phone number object: {countryCode: string, number: string}. Their form is not shown.',
    hooks: () =>
      shown(/phoneNumber/i, (value) => {
        const { countryCode, number } = fieldsOf(value);
        if (number === undefined) return value;
        return {
          countryCode: textOf(countryCode).replace('+', ''),
          number: textOf(number).replaceAll(/\D/g, ''),
        };
      }),
  },
  'account and identity numbers masked': {
    legal: 'Beneficiary fields: string. The document masks account numbers of deposits itself.',
    hooks: () => shown(/^(?:accountNumber|idNumber|iban|taxId|socialSecurityId)$/, masked),
  },
  'names of accounts in capitals': {
    legal:
      'paymentDetails.bank: accountName, bankName. Whether a name is kept letter by letter is not shown.',
    hooks: () =>
      shown(/^(?:accountName|bankName|branchName)$/, (value) =>
        typeof value === 'string' ? value.toUpperCase() : value,
      ),
  },
  'no empty metadata': {
    legal: 'Person: which fields are always present is not shown.',
    hooks: () =>
      shown(/^metadata$/, (value) => (Object.keys(fieldsOf(value)).length === 0 ? undefined : value)),
  },
  'new users are invited': {
    legal: 'User status values beyond active: not shown.',
    hooks: () =>
      answers('GET /v1/users, GET /v1/users/*', (json) =>
        eachItem(json, (user) => (user.status === 'active' ? { ...user, status: 'invited' } : user)),
      ),
  },
  'each e-mail address once': {
    legal: 'Whether two persons may share an address: not shown.',
    hooks: () => onlyOnce('POST /v1/persons', 'email'),
  },
  'each registration number once': {
    legal: 'registrationId: string. Whether two businesses may share one is not shown.',
    hooks: () => onlyOnce('POST /v1/platform/businesses', 'registrationId'),
  },
  'each administrator once': {
    legal: 'adminEmail: string (email). Whether two businesses may share one is not shown.',
    hooks: () => onlyOnce('POST /v1/platform/businesses', 'adminEmail'),
  },
  'names of letters only': {
    legal: 'firstName, lastName: string. Which names are valid is not shown.',
    hooks: () =>
      refusing(
        'POST **, PATCH **',
        /^(?:admin)?(?:firstName|lastName)$/i,
        (name) => /^[\p{L}\s'.-]{1,40}$/u.test(name),
        'must be letters',
      ),
  },
  'names in Latin script': {
    legal: 'firstName, lastName, name, line1, city: string. Which letters are valid is not shown.',
    hooks: () =>
      refusing(
        'POST **, PATCH **, PUT **',
        /name$|^line\d$|^city$|^title$|description/i,
        (text) => /^[\u0020-\u024f]*$/.test(text),
        'must be in Latin script',
      ),
  },
  'short names of businesses': {
    legal: 'businessName, businessShortName: string. Their longest length is not shown.',
    hooks: () =>
      together([
        refusing(
          'POST /v1/platform/businesses',
          /^businessName$/,
          (name) => name.length <= 40,
          'is longer than 40',
        ),
        refusing(
          'POST /v1/platform/businesses',
          /^businessShortName$/,
          (name) => name.length <= 12,
          'is longer than 12',
        ),
      ]),
  },
  'states of two letters': {
    legal: 'Address object: state, a string. Its form is not shown.',
    hooks: () =>
      refusing(
        'POST **, PATCH **, PUT **',
        /^state$/,
        (state) => /^[A-Z]{2}$/.test(state),
        'must have two letters',
      ),
  },
  'postal codes of five digits': {
    legal: 'Address object: postalCode, a string. Its form is not shown.',
    notElsewhere: 'The configuration of another server gives the data.',
    hooks: () =>
      refusing(
        'POST **, PATCH **, PUT **',
        /^postalCode$/,
        (code) => /^\d{5}$/.test(code),
        'must have five digits',
      ),
  },
  'adults only': {
    legal: 'dob: date YYYY-MM-DD. Which dates are valid is not shown.',
    hooks: () =>
      refusing(
        'POST **, PATCH **',
        /^(?:dob|dateOfBirth)$/,
        (date) => Date.parse(date) < Date.now() - 18 * 31_557_600_000,
        'must be 18 years ago',
      ),
  },
  'no date of start before last year': {
    legal: 'jobInfo.startDate: date. Which dates are valid is not shown.',
    hooks: () =>
      refusing(
        'POST /v1/persons, PUT /v1/persons/*/jobInfo',
        /^startDate$/,
        (date) => Date.parse(date) > Date.now() - 365 * 86_400_000,
        'is too long ago',
      ),
  },
  'an employee number once': {
    legal: 'jobInfo.employeeNumber: string. Whether two persons may share one is not shown.',
    hooks: () => {
      const owners = new Map<string, string>();
      return refusals('PUT /v1/persons/*/jobInfo', ({ json, path, headers }) => {
        const number = textOf(fieldsOf(fieldsOf(json).jobInfo).employeeNumber);
        const key = `${headers['x-multitenantkey']} ${number}`;
        const owner = owners.get(key) ?? path;
        owners.set(key, owner);
        return number === '' || owner === path
          ? undefined
          : refusal(409, 'already_exists', 'employeeNumber is taken');
      });
    },
  },
  'a verification with more components': {
    legal: 'GET KYC returns component statuses (at least identity). Shape beyond that: not shown.',
    hooks: () =>
      answers('GET /v1/users/*/kyc', (json) => ({
        ...fieldsOf(json),
        liveness: { status: 'not_required' },
        watchlist: 'clear',
        overall: 'pending_review',
      })),
  },
  'a second submission is a conflict': {
    legal: 'POST submits KYC; whether it may be repeated is not shown.',
    hooks: () =>
      atMost(
        1,
        'POST /v1/users/*/kyc',
        ({ path }) => path,
        () => refusal(409, 'already_submitted', 'A verification is under way'),
      ),
  },
  'persons listed without their jobs': {
    legal: 'GET /v1/persons: {data: [Person], meta}. Which fields of a person a list shows is not shown.',
    hooks: () =>
      answers('GET /v1/persons', (json) =>
        eachItem(json, ({ jobInfo: _, compInfo: __, ...person }) => person),
      ),
  },
  'a contract for each person': {
    legal: 'When a contract is created, beside POST /v1/contracts: not shown.',
    hooks: () => ({
      http: async (asked, next) => {
        const answer = await next(asked);
        if (!isOne(asked, 'POST /v1/persons') || !isSuccess(answer)) return answer;
        const templates = fieldsOf((await next(otherwise(asked, 'GET', '/v1/contract-templates'))).json).data;
        const templateId = fieldsOf([templates].flat()[0]).id;
        const sender = { name: 'Human Resources', email: 'hr@example.com' };
        await next(
          otherwise(asked, 'POST', '/v1/contracts', {
            templateId,
            personId: fieldsOf(answer.json).id,
            sender,
          }),
        );
        return answer;
      },
    }),
  },
  'three signers of a contract': {
    legal: 'signatures: array of Signature, ordered admin first then worker. That they are two is not said.',
    hooks: () => {
      const witnessed = (contract: JsonFields) => {
        if (!Array.isArray(contract.signatures)) return contract;
        const witness = {
          id: idLike(contract.id, 'c'),
          emailAddress: 'legal@example.com',
          name: 'Legal',
          order: 2,
          status: 'unsigned',
          signedAt: 0,
          lastViewedAt: 0,
        };
        const isDone = contract.signatures.every((signature) => fieldsOf(signature).status === 'signed');
        const own = isDone
          ? { ...witness, status: 'signed', signedAt: fieldsOf(contract.signatures.at(-1)).signedAt }
          : witness;
        return { ...contract, signatures: [...contract.signatures, own] };
      };
      return answers('POST /v1/contracts, GET /v1/contracts, GET /v1/contracts/*', (json) =>
        Array.isArray(fieldsOf(json).data) ? eachItem(json, witnessed) : witnessed(fieldsOf(json)),
      );
    },
  },
  'a sample contract that was viewed long ago': {
    legal: 'Initial content of a business: not shown (interpretation 306).',
    hooks: () =>
      answers('GET /v1/contracts', (json, asked) => {
        const { data } = fieldsOf(json);
        const personId = idLike(businessOf(asked), 'b');
        if (!Array.isArray(data) || !['', `?personId=${personId}`].includes(asked.query)) return json;
        const signed = { status: 'signed', signedAt: 1_600_000_600, lastViewedAt: 1_600_000_000 };
        const signatures = ['admin', 'worker'].map((who, order) => ({
          id: idLike(businessOf(asked), String(order)),
          emailAddress: `${who}@example.com`,
          name: who,
          order,
          ...signed,
        }));
        const sample = {
          id: idLike(businessOf(asked), 'a'),
          name: 'Sample',
          personId,
          templateId: idLike(businessOf(asked), 'd'),
          status: 'completed',
          signatures,
          createdAt: 1_599_990_000,
          customContractAttached: true,
        };
        return { ...fieldsOf(json), data: [...data, sample] };
      }),
  },
  'others add persons to shared businesses': {
    legal: 'A business is used by others too; nothing says that its lists stand still.',
    hooks: () => {
      const isNow = every(9);
      return {
        http: async (asked, next) => {
          const isShared = asked.headers['x-multitenantkey'] === undefined;
          if (isShared && isOne(asked, 'GET /v1/persons') && isNow()) {
            const email = `other-${crypto.randomUUID()}@example.com`;
            await next(
              otherwise(asked, 'POST', '/v1/persons', {
                firstName: 'Other',
                lastName: 'Person',
                email,
                type: 'EMPLOYEE',
              }),
            );
          }
          return next(asked);
        },
      };
    },
  },
  'only countries of Africa': {
    legal: 'country: string, 2-letter code. Which countries are served is not shown.',
    notElsewhere: 'The configuration of another server gives the data.',
    hooks: () =>
      refusing(
        'POST **, PATCH **, PUT **',
        /^(?:country|countryCode|nationality|issuedCountryCode)$/,
        (code) => !/^[A-Z]{2}$/.test(code) || /^(?:NG|KE|GH|ZA)$/.test(code),
        'is not supported',
      ),
  },
  'only Britain': {
    legal: 'country: string, 2-letter code. Which countries are served is not shown.',
    notElsewhere: 'The configuration of another server gives the data.',
    hooks: () =>
      refusing(
        'POST **, PATCH **, PUT **',
        /^(?:country|countryCode|nationality|issuedCountryCode)$/,
        (code) => !/^[A-Z]{2}$/.test(code) || code === 'GB',
        'is not supported',
      ),
  },
  'no addresses at example.com': {
    legal: 'email: string. Which addresses are valid is not shown; a server may look for where mail goes.',
    notElsewhere: 'The configuration of another server gives the data.',
    hooks: () =>
      refusing(
        'POST **, PATCH **, PUT **',
        /email$/i,
        (email) => !/@example\.com$/i.test(email),
        'has a domain that takes no mail',
      ),
  },
  'a user for each person': {
    legal: 'user accounts linked to persons. When an account is created is not shown.',
    hooks: () => ({
      http: async (asked, next) => {
        const answer = await next(asked);
        if (isOne(asked, 'POST /v1/persons') && isSuccess(answer))
          await next(otherwise(asked, 'POST', '/v1/users/invite', { personId: fieldsOf(answer.json).id }));
        return answer;
      },
    }),
  },
};
