/** Valid requests for the trial of operations, from the examples of the description and ids of the target. */
import { type Operation, type OperationId, operation } from '../../../openapi/description.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { exampleOf } from '../../generate/example.ts';
import type { OperationInput } from '../../http/message.ts';
import { isFillable } from '../../target/given-requests.ts';
import { accountEndings } from '../../target/sentinels.ts';
import { amountWithin, moneyOf, type TestData, uniqueEmail } from '../../target/test-data.ts';
import {
  beneficiaryInput,
  externalAccountInput,
  invoiceInput,
  personInput,
  picture,
  reimbursementInput,
  taxInput,
  virtualAccountInput,
} from '../valid-requests.ts';

/** Ids by the name that the description has for them, such as `personId`. */
export type KnownIds = Map<string, string>;

/** The id that the response of an operation contains, and its place. */
export const bringsId: Readonly<Partial<Record<OperationId, readonly [name: string, place: string]>>> = {
  createPerson: ['personId', 'id'],
  inviteUser: ['userId', 'id'],
  uploadFile: ['fileId', 'id'],
  createBeneficiary: ['beneficiaryId', 'id'],
  createPayout: ['payoutId', 'id'],
  createPayroll: ['payrollId', 'payrollId'],
  createContract: ['contractId', 'id'],
  submitContractorInvoice: ['invoiceId', 'id'],
  createReimbursement: ['reimbursementId', 'id'],
  linkExternalAccount: ['externalAccountId', 'id'],
  createVirtualAccount: ['virtualAccountId', 'id'],
  createCustomField: ['customFieldId', 'id'],
};

/** Tried first and in this order, because their results are used by the others. */
export const trialOrder: readonly OperationId[] = [
  'createPerson',
  'inviteUser',
  'uploadFile',
  'createCustomField',
  'createBusinessDeposit',
  'createBeneficiary',
  'createPayout',
  'createPayroll',
  'savePayroll',
  'submitContractorInvoice',
  'createReimbursement',
  'linkExternalAccount',
  'createVirtualAccount',
];

/** Actions that would destroy what later ones need. */
export const notTried: ReadonlySet<OperationId> = new Set([
  'deleteSandboxUser',
  'removeExternalAccount',
  'scheduleOffboarding',
  'cancelOffboarding',
  'reinstatePerson',
]);

const isFileId = (name: string) => /File(Id|Front|Back)$/.test(name) || name === 'fileIds';

const isUuid = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** The values for an example. */
interface Filling {
  readonly known: KnownIds;
  /** Values that the target accepts, by field name. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly email: () => string;
}

/** The example with known ids and values of the target; fields with unknown ids are left out. */
export function withKnown(value: unknown, filling: Filling): unknown {
  const { known, values, email } = filling;
  if (Array.isArray(value)) return value.map((item) => withKnown(item, filling));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      if (isFileId(name) || (isUuid(inner) && !known.has(name))) return [];
      if (name === 'email') return [[name, email()]];
      const own = values[name];
      if (own !== undefined && typeof own === typeof inner) return [[name, own]];
      const id = known.get(name);
      return [[name, typeof inner === 'string' && id !== undefined ? id : withKnown(inner, filling)]];
    }),
  );
}

/** Amounts for a trial; the deposit covers all payments. */
const amountOf = (id: OperationId, data: TestData) =>
  id === 'createBusinessDeposit' ? 100_000_000 : amountWithin(data, 1_000);

/** The bodies that a run sends, so that a rejection in a trial is one of the run, too. */
const bodiesOfRun: Readonly<Partial<Record<OperationId, (data: TestData, known: KnownIds) => object>>> = {
  createPerson: (data) => personInput(data),
  createBeneficiary: beneficiaryInput,
  submitContractorInvoice: (data, known) => ({ ...invoiceInput(data), ...personIn(known) }),
  createReimbursement: (data, known) => ({
    ...reimbursementInput(data),
    ...personIn(known),
    amount: moneyOf(data, 1_000),
    sourceCurrency: data.currency,
  }),
  createVirtualAccount: (data) =>
    virtualAccountInput(data, { type: data.country === 'NG' ? 'BVN' : 'SSN', number: '99999900' }),
  linkExternalAccount: (data) => externalAccountInput(data, `00012340${accountEndings.verified}`),
  calculateTax: (data, known) => taxInput(data, known.get('personId') ?? '', amountWithin(data, 1_000)),
  reviewInvoice: () => ({ action: 'approve' }),
  reviewReimbursement: () => ({ action: 'approve' }),
};

const personIn = (known: KnownIds) => {
  const personId = known.get('personId');
  return personId === undefined ? {} : { personId };
};

function trialBody({ id, requestBody }: Operation, known: KnownIds, data: TestData): unknown {
  const own = bodiesOfRun[id];
  if (own !== undefined) return own(data, known);
  const { country, currency, phoneNumber, address } = data;
  const values = {
    country,
    countryCode: country,
    currency,
    phoneNumber,
    address,
    amount: amountOf(id, data),
  };
  const email = () => uniqueEmail(data, 'trial');
  const body = withKnown(exampleOf(requestBody ?? {}), { known, values, email });
  return isFillable(id) ? data.fill(id, body) : body;
}

const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** @returns undefined if the path needs an unknown id */
export function trialInput(
  described: Operation,
  known: KnownIds,
  data: TestData,
): OperationInput | undefined {
  const { path, requestBody, formBody } = described;
  const names = parametersIn(path);
  if (names.some((name) => !known.has(name))) return undefined;
  return {
    path: Object.fromEntries(names.map((name) => [name, known.get(name) ?? ''])),
    // The one read that says nothing without a parameter.
    ...(described.id === 'listRequiredTaxFields' && { query: { country: data.country } }),
    ...(requestBody && { body: trialBody(described, known, data) }),
    ...(formBody && { form: { file: picture('trial.png') } }),
  };
}

/** Whether the path of an operation names no resource, so that a 404 can only be about the route. */
export const namesNothing = (id: OperationId): boolean => parametersIn(operation(id).path).length === 0;
