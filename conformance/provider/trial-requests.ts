/** Valid requests for a trial of operations, made of the examples of the description and of ids that the target has given. */
import { randomUUID } from 'node:crypto';
import { type Operation, type OperationId, operation } from '../../openapi/description.ts';
import { isFields } from '../adapter/names.ts';
import { exampleOf } from '../generate/example.ts';
import type { OperationInput } from '../http/message.ts';
import { picture } from './valid-requests.ts';

/** Ids by the name that the description has for them, such as `personId`. */
export type KnownIds = Map<string, string>;

/** Which id an operation brings, and where in its answer it is. */
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

/** Before the others, and in this order: what they bring is what the others need. */
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

/** What takes something away from those that come after it. */
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

/** The example with ids that the target knows; what refers to nothing is left out. */
function withKnown(value: unknown, known: KnownIds, amount: number): unknown {
  if (Array.isArray(value)) return value.map((item) => withKnown(item, known, amount));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      if (isFileId(name) || (isUuid(inner) && !known.has(name))) return [];
      if (name === 'email') return [[name, `trial.${randomUUID()}@example.com`]];
      // What is paid out is in the currency of the beneficiary.
      if (name === 'currency') return [[name, 'USD']];
      if (name === 'amount' && typeof inner === 'number') return [[name, amount]];
      const id = known.get(name);
      return [[name, typeof inner === 'string' && id !== undefined ? id : withKnown(inner, known, amount)]];
    }),
  );
}

/** What is deposited is enough for all that is paid. */
const amountOf = (id: OperationId) => (id === 'createBusinessDeposit' ? 100_000_000 : 1_000);

const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** @returns undefined when the path needs an id that nobody has given */
export function trialInput(
  { id, path, requestBody, formBody }: Operation,
  known: KnownIds,
): OperationInput | undefined {
  const names = parametersIn(path);
  if (names.some((name) => !known.has(name))) return undefined;
  return {
    path: Object.fromEntries(names.map((name) => [name, known.get(name) ?? ''])),
    ...(requestBody && { body: withKnown(exampleOf(requestBody), known, amountOf(id)) }),
    ...(formBody && { form: { file: picture('trial.png') } }),
  };
}

/** What the path of an operation names, so that an answer that there is nothing can only be about the route. */
export const namesNothing = (id: OperationId): boolean => parametersIn(operation(id).path).length === 0;
