/** Request fields that a configuration may set. */
import { operation, resolveSchema, type Schema } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { suggestion } from '../../openapi/nearest.ts';
import { validate } from '../../openapi/validate.ts';
import type { OperationRequest } from '../adapter/operation-types.ts';
import { ConformanceError } from '../engine/errors.ts';

/**
 * The fields that a configuration may set, by operation. Checks need control of all others: ids, files, dates, amounts,
 * sentinels, and the email addresses by which persons are found again.
 */
export const fillable = {
  createBusiness: [
    'businessName',
    'businessShortName',
    'adminFirstName',
    'adminLastName',
    'adminEmail',
    'adminPhoneNumber',
    'address',
    'registrationId',
  ],
  createPerson: ['firstName', 'lastName', 'contractorType', 'phoneNumber', 'address'],
  updatePersonalInfo: ['taxId', 'socialSecurityId'],
  updateTaxProfile: ['maritalStatus', 'numberOfDependents'],
  calculateTax: ['additionalAttributes'],
  createBeneficiary: [
    'name',
    'email',
    'kyc.firstName',
    'kyc.lastName',
    'kyc.dateOfBirth',
    'kyc.countryCode',
    'kyc.idType',
    'kyc.idNumber',
    'paymentDetails.bank',
  ],
  submitKyc: [
    'firstName',
    'lastName',
    'dob',
    'nationality',
    'address.countryCode',
    'address.line1',
    'address.city',
    'address.postalCode',
    'address.state',
    'idDetails.type',
    'idDetails.number',
    'idDetails.issuedCountryCode',
    'idDetails.issuedBy',
    'idDetails.issuedDate',
  ],
  submitKyb: ['legalName', 'registrationId', 'taxId', 'incorporationDate', 'address', 'principals'],
  createContract: ['sender'],
  submitContractorInvoice: ['invoiceNumber', 'purpose', 'notes', 'items'],
  createReimbursement: ['description', 'category', 'expenseDate'],
  linkExternalAccount: ['accountName', 'routingNumber', 'bankName'],
  createVirtualAccount: ['countryCode', 'currency'],
} as const;

export type FillableId = keyof typeof fillable;
export const isFillable = (id: string): id is FillableId => Object.hasOwn(fillable, id);

type Partly<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Name in keyof T]?: Partly<T[Name]> }
    : T;
type At<T, Place> = Place extends `${infer Name}.${infer Rest}`
  ? { readonly [Key in Extract<Name, keyof T>]?: At<NonNullable<T[Key]>, Rest> }
  : { readonly [Key in Extract<Place, keyof T>]?: Partly<NonNullable<T[Key]>> };
type All<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never;

/** The fields of an operation's request that a configuration may set. */
export type GivenFields<Id extends FillableId> = All<
  At<NonNullable<OperationRequest<Id>['body']>, (typeof fillable)[Id][number]>
>;

/** The argument of the functions in a configuration. */
export interface Occasion {
  /** Seed of the run. */
  readonly seed: number;
  /** Number of earlier calls of the function in this run. */
  readonly serial: number;
}
export type OrFunction<T> = T | ((occasion: Occasion) => T);

export type GivenRequests = { readonly [Id in FillableId]?: OrFunction<GivenFields<Id>> };

const join = (place: string, name: string) => (place === '' ? name : `${place}.${name}`);

function* problemsIn(
  value: unknown,
  source: Schema,
  fields: readonly string[],
  place: string,
): Generator<string> {
  const { properties } = resolveSchema(source);
  const isGiven = fields.some((field) => place === field || place.startsWith(`${field}.`));
  if (!isRecord(value) || properties === undefined) {
    const [violation] = isGiven ? validate(source, value) : [];
    if (violation) yield `${[place, ...violation.path].join('.')} ${violation.message}`;
    else if (!isGiven)
      yield `${place} cannot be set in a configuration, because checks depend on it; fields that can be set: ${fields.join(', ')}`;
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const [at, property] = [join(place, name), properties[name]];
    if (property === undefined)
      yield `${at} is not in the description.${suggestion(name, Object.keys(properties))}`;
    else yield* problemsIn(inner, property, fields, at);
  }
}

/** Problems of the given fields of an operation's request; each sentence begins with the place. */
export function problemsOf(id: FillableId, given: unknown): readonly string[] {
  if (!isRecord(given)) return [`${id} must be an object of fields of the request`];
  const problems = [...problemsIn(given, operation(id).requestBody ?? {}, fillable[id], '')];
  return problems.map((text) => `${id}.${text}`);
}

/** A value with the given fields replaced; lists are replaced as a whole. */
export function merge(usual: unknown, given: unknown): unknown {
  if (!isRecord(usual) || !isRecord(given)) return given;
  const merged = Object.entries(given).map(([name, value]) => [name, merge(usual[name], value)]);
  return { ...usual, ...Object.fromEntries(merged) };
}

/** Replaces given fields in the usual request of an operation. */
export type Fill = <Body>(id: FillableId, usual: Body) => Body;

/** A function that returns the value, or the result of the given function with a count of its calls. */
export function countedValue<T>(given: OrFunction<T>, seed: number): () => T {
  let serial = 0;
  return () => {
    if (typeof given !== 'function') return given;
    serial += 1;
    // A value of a configuration is never a function.
    return (given as (occasion: Occasion) => T)({ seed, serial: serial - 1 });
  };
}

/** @returns a function that throws ConformanceError with code `CONFIGURATION_INVALID` for invalid fields */
export function fillerOf(requests: GivenRequests, seed: number): Fill {
  const values = new Map(
    Object.entries(requests).map(([id, given]) => [id, countedValue<unknown>(given, seed)]),
  );
  return (id, usual) => {
    const value = values.get(id);
    if (value === undefined) return usual;
    const given = value();
    const [problem] = problemsOf(id, given);
    if (problem !== undefined)
      throw new ConformanceError('CONFIGURATION_INVALID', `data.requests.${problem}`);
    // It has the fields of the request and no others.
    return merge(usual, given) as typeof usual;
  };
}
