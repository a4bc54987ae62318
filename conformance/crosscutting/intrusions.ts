/** Attempts of a stranger to access the resources of someone else. */

import { allOperations, type Operation, type OperationId } from '../../openapi/description.ts';
import { exampleOf } from '../generate/example.ts';
import { isSuccess } from '../http/is-success.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { part } from '../provider/answers.ts';
import { dateAfter } from '../provider/calendar.ts';
import { type Naming, namingOf } from '../provider/credentials.ts';
import type { Scenario } from '../provider/scenario.ts';
import { beneficiaryInput, payrollBody } from '../provider/valid-requests.ts';

import type { TestData } from '../target/test-data.ts';
import { type Belongings, findTemplate, type ResourceName } from './belongings.ts';
import { resourcesIn } from './restless.ts';

export interface Intrusion {
  readonly operation: Operation;
  readonly input: OperationInput;
}

const parametersOf = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));

/** A valid body for the owner, as far as the document shows one. */
function bodyFor({ id, requestBody }: Operation, { ids, now }: Belongings, data: TestData): unknown {
  const { country, currency } = data;
  if (requestBody === undefined) return undefined;
  const example = exampleOf(requestBody) as Readonly<Record<string, unknown>>;
  const identity = { type: 'passport', number: 'auto-approve', issuedCountryCode: country };
  switch (id) {
    case 'savePayroll':
      return payrollBody(data, dateAfter(now, 40), [{ personId: ids.get('personId') ?? '', salary: 9_999 }]);
    case 'submitKyc':
    case 'resubmitKyc':
      return { firstName: 'Intruder', lastName: 'Okafor', nationality: country, idDetails: identity };
    case 'renewKyc':
      return { idDetails: identity };
    case 'signContract':
      return { signatureId: ids.get('signatureId') };
    case 'recordInvoicePayment':
      return { ...example, amount: { amount: 1_000, currency } };
    case 'scheduleOffboarding':
      return { exitDate: dateAfter(now, 40), reason: 'Intrusion' };
    default: {
      // An unknown file would be another reason to reject the request.
      const { registrationFileId: _file, fileIds: _files, ...rest } = example;
      return rest;
    }
  }
}

/** The operations that the target offers and that need a key, by where the request names a resource. */
const offered = (scenario: Scenario, naming: Naming) =>
  allOperations.filter(
    (operation) =>
      namingOf(operation) === naming && scenario.offers(operation.id) && scenario.asksForKey(operation.id),
  );

/** Every operation whose path names a resource of the owner. */
export function intrusionsInto(scenario: Scenario, belongings: Belongings): readonly Intrusion[] {
  return offered(scenario, 'path').flatMap((operation) => {
    const names = parametersOf(operation.path);
    const prepared = belongings.prepared.get(operation.id);
    const values = names.map((name) => prepared ?? belongings.ids.get(name as ResourceName));
    if (values.includes(undefined)) return [];
    const body = bodyFor(operation, belongings, scenario.data);
    const path = Object.fromEntries(names.map((name, index) => [name, String(values[index])]));
    return [{ operation, input: { path, ...(body !== undefined && { body }) } }];
  });
}

/** Has somebody else wherever a list that is cut to what a caller may see is not cut on this page. */
const secondPage = { page: '2', limit: '1' };

/** Every list, without a query and with a query for the owner's resources. */
export function searchesFor(scenario: Scenario, { ids, secrets }: Belongings): readonly Intrusion[] {
  const [email] = secrets;
  const personId = ids.get('personId');
  const queries: Partial<Record<OperationId, readonly OperationInput['query'][]>> = {
    listPersons: [{ email: String(email) }, secondPage],
    listUsers: [{ email: String(email) }, { personId: String(personId) }, secondPage],
    listContracts: [{ personId: String(personId) }],
  };
  return offered(scenario, 'list').flatMap((operation) =>
    [undefined, ...(queries[operation.id] ?? [])].map((query) => ({
      operation,
      input: query === undefined ? {} : { query },
    })),
  );
}

/** The owner's resource that an operation takes in its body. */
const namedInBody: Partial<Record<OperationId, ResourceName>> = {
  createPayout: 'beneficiaryId',
  createVirtualAccount: 'userId',
};

/**
 * Operations on one's own business that use a resource of somebody else.
 *
 * @param caller may list the contract templates of its own business
 */
export async function borrowingsOf(
  scenario: Scenario,
  caller: Caller,
  { ids }: Belongings,
): Promise<readonly Intrusion[]> {
  scenario.independentStep('find a contract template');
  const template = await findTemplate(scenario, caller);
  return offered(scenario, 'body').flatMap((operation) => {
    const name = namedInBody[operation.id] ?? 'personId';
    const id = ids.get(name);
    if (id === undefined) return [];
    const example = operation.requestBody === undefined ? {} : exampleOf(operation.requestBody);
    const { receiptFileId: _file, ...rest } = example as Record<string, unknown>;
    const body = { ...rest, [name]: id, ...('templateId' in rest && { templateId: template?.id }) };
    return [{ operation, input: { body } }];
  });
}

/** Operations that create a resource in the business that the keys of the request select. */
export const creationsIn = (scenario: Scenario): readonly Intrusion[] =>
  offered(scenario, 'nowhere').flatMap((operation) => {
    const { id, requestBody } = operation;
    if (requestBody === undefined) return [];
    const body = id === 'createBeneficiary' ? beneficiaryInput(scenario.data) : exampleOf(requestBody);
    return [{ operation, input: { body } }];
  });

/** Fields that change by themselves. */
const moving = /timestamp|(?:updated|viewed|generated|served)_?at|(?:request|trace)_?id|^node$/i;

/** What else may change by itself: without a control to sign, a business may sign a contract without the suite. */
const movingIn = (scenario: Scenario, id: OperationId): RegExp | undefined =>
  id === 'listContracts' && !scenario.has('sign-contract') ? /^(?:status|signatures)$/ : undefined;

/** A value without fields that change by themselves, and without the order of lists. */
function still(value: unknown, own?: RegExp): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => still(item, own));
    return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !moving.test(name) && !own?.test(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entry]) => [name, still(entry, own)]),
  );
}

/** Reads whose responses do not change by themselves. */
const steadyReads: readonly OperationId[] = [
  'readBusiness',
  'listCustomFields',
  'readKyb',
  'readPerson',
  'listPersons',
  'listUsers',
  'readKyc',
  'listContracts',
  'readPayroll',
  'listBeneficiaries',
  'readInvoice',
  'readReimbursement',
  'listExternalAccounts',
];

/** The resources of the owner as it reads them, by operation. */
export async function photograph(
  scenario: Scenario,
  caller: Caller,
  belongings: Belongings,
  /** Of these reads. */
  from: readonly OperationId[] = steadyReads,
): Promise<ReadonlyMap<OperationId, unknown>> {
  const reads = [...intrusionsInto(scenario, belongings), ...searchesFor(scenario, { ...belongings })];
  const seen = new Map<OperationId, unknown>();
  for (const { operation, input } of reads) {
    const { id } = operation;
    if (!from.includes(id) || seen.has(id) || input.query !== undefined) continue;
    // If it cannot be read now, nothing is known about a change.
    await part(scenario, [], async () => {
      const { status, json } = await scenario.send(id, caller, input);
      if (isSuccess(status)) seen.set(id, still(resourcesIn(json), movingIn(scenario, id)));
    });
  }
  return seen;
}
