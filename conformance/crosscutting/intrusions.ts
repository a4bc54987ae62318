/** What a stranger could try with what belongs to somebody else. */

import { allOperations, type Operation, type OperationId } from '../../openapi/description.ts';
import { exampleOf } from '../generate/example.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { itemsOf } from '../provider/answers.ts';
import { dateAfter } from '../provider/calendar.ts';
import type { Scenario } from '../provider/scenario.ts';
import { payrollBody } from '../provider/valid-requests.ts';

import type { TestData } from '../target/test-data.ts';
import type { Belongings, ResourceName } from './belongings.ts';

export interface Intrusion {
  readonly operation: Operation;
  readonly input: OperationInput;
}

const parametersOf = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));

/** A body that the owner could send with success, as far as the document shows what succeeds. */
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
      // A file that nobody has uploaded would be a reason of its own to refuse.
      const { registrationFileId: _file, fileIds: _files, ...rest } = example;
      return rest;
    }
  }
}

/** Every operation whose path names something that the owner has. */
export function intrusionsInto(scenario: Scenario, belongings: Belongings): readonly Intrusion[] {
  return allOperations.flatMap((operation) => {
    const names = parametersOf(operation.path);
    if (names.length === 0 || !scenario.offers(operation.id) || !scenario.asksForKey(operation.id)) return [];
    const prepared = belongings.prepared.get(operation.id);
    const values = names.map((name) => prepared ?? belongings.ids.get(name as ResourceName));
    if (values.includes(undefined)) return [];
    const body = bodyFor(operation, belongings, scenario.data);
    const path = Object.fromEntries(names.map((name, index) => [name, String(values[index])]));
    return [{ operation, input: { path, ...(body !== undefined && { body }) } }];
  });
}

/** Every list, as it stands and asked for what the owner has. */
export function searchesFor(scenario: Scenario, { ids, secrets }: Belongings): readonly Intrusion[] {
  const [email] = secrets;
  const personId = ids.get('personId');
  const queries: Partial<Record<OperationId, readonly OperationInput['query'][]>> = {
    listPersons: [{ email: String(email) }],
    listUsers: [{ email: String(email) }, { personId: String(personId) }],
    listContracts: [{ personId: String(personId) }],
  };
  return allOperations
    .filter(({ id, path, method }) => method === 'get' && !path.includes('{') && scenario.offers(id))
    .flatMap((operation) =>
      [undefined, ...(queries[operation.id] ?? [])].map((query) => ({
        operation,
        input: query === undefined ? {} : { query },
      })),
    );
}

/** Operations that do something of one's own with the person of somebody else. */
export async function borrowingsOf(
  scenario: Scenario,
  caller: Caller,
  { ids }: Belongings,
): Promise<readonly Intrusion[]> {
  const personId = ids.get('personId') ?? '';
  const [template] = itemsOf(await scenario.send('listContractTemplates', caller));
  const borrowed: readonly OperationId[] = [
    'inviteUser',
    'createContract',
    'createReimbursement',
    'submitContractorInvoice',
    'calculateTax',
  ];
  return allOperations
    .filter(({ id }) => borrowed.includes(id) && scenario.offers(id))
    .map((operation) => {
      const example = operation.requestBody === undefined ? {} : exampleOf(operation.requestBody);
      const { receiptFileId: _file, ...rest } = example as Record<string, unknown>;
      const body = { ...rest, personId, ...('templateId' in rest && { templateId: template?.id }) };
      return { operation, input: { body } };
    });
}

const moving = /timestamp|updatedat|viewedat|requestid/i;

/** A value without what changes by itself, and without the order of lists. */
function still(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .map(still)
      .map((item) => JSON.stringify(item))
      .sort();
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !moving.test(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entry]) => [name, still(entry)]),
  );
}

/** Reads whose answers do not change by themselves. */
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

/** What the owner sees of what it has, by operation. */
export async function photograph(
  scenario: Scenario,
  caller: Caller,
  belongings: Belongings,
): Promise<ReadonlyMap<OperationId, string>> {
  const reads = [...intrusionsInto(scenario, belongings), ...searchesFor(scenario, { ...belongings })];
  const seen = new Map<OperationId, string>();
  for (const { operation, input } of reads) {
    const { id } = operation;
    if (!steadyReads.includes(id) || seen.has(id) || input.query !== undefined) continue;
    const { status, json } = await scenario.send(id, caller, input);
    // What cannot be read now says nothing of a change.
    if (status < 300) seen.set(id, JSON.stringify(still(json)));
  }
  return seen;
}
