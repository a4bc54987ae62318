/** Test data of requests, from a configuration or an adapter. */
import * as z from 'zod';
import { messageOf } from '../../conformance/engine/errors.ts';
import {
  type FillableId,
  fillable,
  type GivenRequests,
  type OrFunction,
  problemsOf,
} from '../../conformance/target/given-requests.ts';
import type { GivenData, Identity } from '../../conformance/target/test-data.ts';
import { isInCodeList } from '../../openapi/codes.ts';

const Text = z.string().min(1);
const countryRemedy = "must be a country code of two capitals, such as 'GB'";
const Country = z
  .string(countryRemedy)
  .regex(/^[A-Z]{2}$/, countryRemedy)
  .refine((code) => isInCodeList('iso-3166-1-alpha-2', code), 'must be a country code of ISO 3166-1');
const amountRemedy = 'must be a whole number from 1';
const Amount = z.int(amountRemedy).min(1, amountRemedy);

/** Values that decide something in the sandbox of the target, which the document names without showing them. */
const SentinelsSchema = z.strictObject({
  /** Names of bank accounts of beneficiaries whose payouts fail, each with its message. */
  payouts: z.array(z.strictObject({ accountName: Text, message: Text })).exactOptional(),
  /** Values of `line2` that decide the address in KYC. */
  address: z.strictObject({ approve: Text.exactOptional(), reject: Text.exactOptional() }).exactOptional(),
  /** SSNs of a principal, and the outcome of the KYB review that each leads to. */
  principals: z
    .array(z.strictObject({ ssn: Text, outcome: z.enum(['additional-information-needed', 'rejected']) }))
    .exactOptional(),
});

export const IdentityFields = z.strictObject({
  firstName: Text.exactOptional(),
  lastName: Text.exactOptional(),
  dateOfBirth: z.iso.date("must be a date, such as '1990-01-31'").exactOptional(),
  nationality: Country.exactOptional(),
  idNumber: Text.exactOptional(),
});

/** Sample arguments with which a function is called before the run, to check the values that it returns. */
const samples = [0, 1, 2].map((serial) => ({ seed: 0, serial }));

/** The values that a configuration gives, those of a function included. */
const valuesOf = (given: unknown): readonly unknown[] =>
  typeof given === 'function' ? samples.map((occasion) => given(occasion)) : [given];

type Issues = z.core.$ZodRawIssue[];

/** Adds the issues that `look` finds in each value, or an issue that a function returned none. */
function lookAtEach(given: unknown, issues: Issues, path: string[], look: (value: unknown) => Issues): void {
  try {
    for (const value of valuesOf(given)) {
      if (value instanceof Promise) throw new Error('it returns a promise');
      issues.push(...look(value));
    }
  } catch (error) {
    const message = `must be a function that returns a value: ${messageOf(error)}`;
    issues.push({ code: 'invalid_value', values: [], input: given, path, message });
  }
}

const IdentitySchema = z.custom<OrFunction<Identity>>().check(({ value: given, issues }) => {
  lookAtEach(given, issues, [], (value) => {
    const found = IdentityFields.safeParse(value).error?.issues ?? [];
    return found.map((issue) => ({ ...issue, input: value }) as Issues[number]);
  });
});

const fillableIds = Object.keys(fillable) as readonly FillableId[];

const Requests = z.partialRecord(z.enum(fillableIds), z.unknown()).check(({ value: given, issues }) => {
  for (const id of fillableIds) {
    if (!(id in given)) continue;
    lookAtEach(given[id], issues, [id], (value) =>
      problemsOf(id, value).map((message) => ({ code: 'custom', input: value, path: [], message })),
    );
  }
});

export const DataSchema = z.strictObject({
  /** ISO 3166-1 alpha-2. */
  country: Country.exactOptional(),
  /** ISO 4217. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be a currency code of three capitals, such as 'GBP'")
    .refine((code) => isInCodeList('iso-4217', code), 'must be a currency code of ISO 4217')
    .exactOptional(),
  phoneNumber: z.strictObject({ countryCode: Text, number: Text }).exactOptional(),
  address: z
    .strictObject({ countryCode: Text, line1: Text, city: Text, postalCode: Text, state: Text })
    .exactOptional(),
  bank: z.strictObject({ name: Text, code: Text, accountNumber: Text }).exactOptional(),
  /** The domain of all e-mail addresses, such as one that takes mail. */
  emailDomain: z.hostname("must be a domain, such as 'example.com'").exactOptional(),
  /** Between which amounts salaries and payouts have to be, in the unit of the target. */
  amounts: z
    .strictObject({ least: Amount.exactOptional(), most: Amount.exactOptional() })
    .refine(({ least = 1, most = least }) => least <= most, 'must have a least that is not above most')
    .exactOptional(),
  /** A person that the target knows, or a function that is called once for each case. */
  identity: IdentitySchema.exactOptional(),
  /** Fields of requests, by operation, or a function that is asked for each request. */
  requests: (Requests as unknown as z.ZodType<GivenRequests>).exactOptional(),
  sentinels: SentinelsSchema.exactOptional(),
}) satisfies z.ZodType<GivenData>;
