/** The rules that a server breaks by accepting an invalid body. Section "Errors". */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { type JsonType, resolve } from '../generate/keywords.ts';
import { placesOf } from '../generate/places.ts';

/** The documented operations with a documented body. */
export const bodyRules = {
  createBusiness: 'ERR-002',
  savePayroll: 'ERR-002',
  createBusinessDeposit: 'SANDBOX-002',
  updateJobInfo: 'ERR-002',
  updateCustomField: 'FIELD-003',
  createContract: 'ERR-002',
  createBeneficiary: 'BENEFICIARY-011',
  submitKyc: 'ERR-002',
  resubmitKyc: 'ERR-002',
  reviewKyc: 'SANDBOX-008',
  exchangeJwt: 'TOKEN-002',
} as const satisfies Partial<Record<OperationId, RequirementId>>;

/** A server may read numbers in many forms, but none without a digit. */
const isWord = (value: unknown) => typeof value === 'string' && value.trim() !== '' && !/\d/.test(value);

const truths = ['true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n', 't', 'f'];

/** Whether no lenient server can read the value as one of the type. */
const isStranger: Readonly<Record<JsonType, (value: unknown) => boolean>> = {
  string: isRecord,
  integer: (value) => isWord(value) || (typeof value === 'number' && !Number.isInteger(value)),
  number: isWord,
  boolean: (value) => isWord(value) && !truths.includes(String(value).trim().toLowerCase()),
  // A server may parse JSON inside a string.
  object: (value) => typeof value === 'string' && /^\s*[^\s{[]/.test(value),
  array: (value) => isRecord(value) && !Object.keys(value).some((key) => /^\d+$/.test(key)),
  null: () => false,
};

/** A place of a body that every server must reject. */
export interface StrangePlace {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The first place of a body with a value that no server may accept, if any. */
export function strangeIn(id: keyof typeof bodyRules, body: unknown): StrangePlace | undefined {
  for (const { path, schema, value } of placesOf(operation(id).requestBody ?? {}, body)) {
    const { types, enum: words } = resolve(schema);
    const isUnlisted =
      words !== undefined &&
      typeof value === 'string' &&
      !['', ...words.map((word) => String(word).toLowerCase())].includes(value.trim().toLowerCase());
    if (isUnlisted || (types.length === 1 && types.every((type) => isStranger[type](value))))
      return { path, value };
  }
  return undefined;
}
