/** Servers that reject requests for reasons of their own, which the document neither states nor excludes. */
import { type Operation, resolveSchema } from '../../openapi/description.ts';
import { beneficiaryRules } from '../../reference-server/resources/beneficiaries/rules.ts';
import { businessRules } from '../../reference-server/resources/businesses/rules.ts';
import { createPayrollRules } from '../../reference-server/resources/payrolls/rules.ts';
import { personRules } from '../../reference-server/resources/persons/rules.ts';
import { validationRules } from '../../reference-server/resources/validation.ts';
import { findRecord } from '../../reference-server/state/business-state.ts';
import { invalidBody } from '../../reference-server/state/refusal.ts';
import { inEvents } from '../faults/event-tools.ts';
import { replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup } from './variant.ts';

const payrollRules = createPayrollRules();

/** Fields of a body, or of an object in it, that the description does not have. */
function unknownFields(
  schema: NonNullable<Operation['requestBody']>,
  body: unknown,
  place: readonly string[] = [],
) {
  const found: string[][] = [];
  const { properties } = resolveSchema(schema);
  if (properties === undefined || typeof body !== 'object' || body === null || Array.isArray(body))
    return found;
  for (const [name, value] of Object.entries(body)) {
    const inner = properties[name];
    if (inner === undefined) found.push([...place, name]);
    else found.push(...unknownFields(inner, value, [...place, name]));
  }
  return found;
}

/** The only country in which this server does business. */
const home = { country: 'NG', currency: 'NGN', callingCode: '+234', digits: 10 };

function requirePhone(phone: { countryCode?: string; number?: string } | undefined, field: string): void {
  if (phone === undefined) return;
  const { countryCode = '', number = '' } = phone;
  if (countryCode !== home.callingCode || number.length !== home.digits || /^(\d)\1*$/.test(number))
    throw invalidBody({ [field]: `must be a number of ${home.digits} digits in ${home.country}` });
}

const requireCurrency = (currency: string | undefined, field: string): void => {
  if (currency !== undefined && currency !== home.currency)
    throw invalidBody({ [field]: `must be ${home.currency}` });
};

const overlaps = (one: { fromDate?: string; toDate?: string }, other: typeof one) =>
  (one.fromDate ?? '') <= (other.toDate ?? '') && (other.fromDate ?? '') <= (one.toDate ?? '');

export const validationVariants: BenignGroup = {
  checks: /^(?!webhook-delivery\.)/,
  variants: {
    'businesses that share no registration number and no administrator': {
      interpretations: [230],
      overrides: replacing('businesses', {
        create(state, command) {
          const { registrationId, adminEmail, idempotencyKey } = command.input;
          if (registrationId === undefined) throw invalidBody({ registrationId: 'is missing' });
          if (adminEmail === undefined) throw invalidBody({ adminEmail: 'is missing' });
          for (const other of state.businesses) {
            if (idempotencyKey !== undefined && other.idempotencyKey === idempotencyKey) continue;
            if (other.details?.registrationId === registrationId)
              throw invalidBody({ registrationId: 'is that of another business' });
            if (other.details?.adminEmail === adminEmail)
              throw invalidBody({ adminEmail: 'is that of the administrator of another business' });
          }
          return businessRules.create(state, command);
        },
      }),
    },
    'payrolls that pay one type of worker, and nobody twice for a day': {
      interpretations: [230],
      overrides: replacing('payrolls', {
        save(state, command) {
          const { payrollId, input } = command;
          const { workerType } = findRecord(state.payrolls, payrollId);
          const { entries = [], payPeriod = {} } = input;
          const paid = new Set<unknown>();
          for (const [index, { personId }] of entries.entries()) {
            const field = `entries.${index}.personId`;
            const person = state.persons.find(({ id }) => id === personId)?.person;
            const isContractor = person?.type === 'CONTRACTOR';
            if (person !== undefined && isContractor !== (workerType === 'CONTRACTOR'))
              throw invalidBody({ [field]: `is no ${workerType}` });
            if (paid.has(personId)) throw invalidBody({ [field]: 'is paid by another entry' });
            paid.add(personId);
          }
          for (const other of state.payrolls) {
            if (other.id === payrollId || other.status === 'draft') continue;
            const { terms } = other;
            if (
              overlaps(terms.payPeriod, payPeriod) &&
              terms.lines.some(({ personId }) => paid.has(personId))
            )
              throw invalidBody({ payPeriod: 'overlaps with that of another payroll of the same person' });
          }
          return payrollRules.save(state, command);
        },
      }),
    },
    'fields that nobody described and are refused': {
      interpretations: [230],
      overrides: replacing('validation', {
        ofBody(operation, body) {
          const { requestBody } = operation;
          const strangers = requestBody === undefined ? [] : unknownFields(requestBody, body);
          return [
            ...validationRules.ofBody(operation, body),
            ...strangers.map((path) => ({ path, message: 'is not known' })),
          ];
        },
      }),
    },
    'persons without a phone number and an address': {
      interpretations: [230, 270],
      overrides: {
        ...inEvents(['person.created', 'person.updated', 'user.created'], 'phoneNumber', () => null),
        async request(request) {
          const { phoneNumber, address } = asRecord(request.body);
          if (request.operation === 'createPerson' && (phoneNumber ?? address) !== undefined)
            throw invalidBody({
              [phoneNumber === undefined ? 'address' : 'phoneNumber']: 'is not taken here',
            });
          return request;
        },
      },
    },
    'one country, its currency and its phone numbers': {
      interpretations: [230],
      overrides: {
        rules: {
          businesses: {
            create(state, command) {
              const { country, adminPhoneNumber, address } = command.input;
              if (country !== undefined && country !== home.country)
                throw invalidBody({ country: `must be ${home.country}` });
              if (address?.countryCode !== undefined && address.countryCode !== home.country)
                throw invalidBody({ 'address.countryCode': 'must be the country of the business' });
              requirePhone(adminPhoneNumber, 'adminPhoneNumber');
              return businessRules.create(state, command);
            },
          },
          persons: {
            create(state, command) {
              requirePhone(command.person.phoneNumber, 'phoneNumber');
              return personRules.create(state, command);
            },
          },
          beneficiaries: {
            create(state, command, context) {
              const { countryCode, currency } = command.input;
              if (countryCode === home.country) requireCurrency(currency, 'currency');
              return beneficiaryRules.create(state, command, context);
            },
          },
          payrolls: {
            save(state, command) {
              for (const [index, { salary }] of (command.input.entries ?? []).entries())
                requireCurrency(salary?.currency, `entries.${index}.salary.currency`);
              return payrollRules.save(state, command);
            },
          },
        },
      },
    },
    'payrolls whose type is ONE-OFF': {
      interpretations: [230],
      overrides: replacing('payrolls', {
        create(state, command) {
          if (command.input.type !== 'ONE-OFF') throw invalidBody({ type: 'must be ONE-OFF' });
          return payrollRules.create(state, command);
        },
      }),
    },
    'beneficiaries with the file of their document': {
      interpretations: [230],
      overrides: replacing('beneficiaries', {
        create(state, command, context) {
          const { idFileFront } = command.input.kyc ?? {};
          if (!state.files.some(({ id }) => id === idFileFront))
            throw invalidBody({ 'kyc.idFileFront': 'must name a file that was uploaded' });
          return beneficiaryRules.create(state, command, context);
        },
      }),
    },
  },
};
