/** Reads of existing resources, whoever created them. Rules of every response hold for these too, and nothing is written. */
import type { Capability, RequirementId } from '../../openapi/catalogue.ts';
import { allOperations, type OperationId, operation, responseFor } from '../../openapi/description.ts';
import { requirementsIn } from '../../openapi/evidence.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Caller } from '../http/message.ts';
import { matchesFilter } from '../judgements/page-bounds.ts';
import { type Answer, itemsOf, succeeded } from '../provider/answers.ts';
import { type Check, example } from '../provider/check.ts';
import { type ApiResponse, describe, show } from '../provider/response.ts';
import type { Scenario } from '../provider/scenario.ts';
import { orgCaller, platformCaller } from '../provider/tenant.ts';
import { type FixtureKind, fixtureParameter } from '../target/target.ts';

const marksOf = (id: OperationId): readonly RequirementId[] => {
  const schema = responseFor(operation(id), 200)?.schema;
  return schema === undefined ? [] : requirementsIn(schema);
};

const lists = allOperations.filter(
  ({ method, path, provenance }) => method === 'get' && !path.includes('{') && provenance === 'documented',
);

/** Pages of a list that are read; a list may be long. */
const mostPages = 3;
const pageSize = 25;
/** Listed items that are read one by one. */
const mostItems = 3;

/** The businesses of the keys, each with its caller. */
function owners(scenario: Scenario): readonly (readonly [string, Caller])[] {
  return [
    ...(scenario.has('org-token') ? [['the org token', orgCaller(scenario)] as const] : []),
    ...(scenario.has('platform-token') ? [['the platform token', platformCaller(scenario)] as const] : []),
  ];
}

interface Paged {
  readonly node?: { readonly next?: unknown } | null;
  readonly meta?: Readonly<Record<'limit' | 'currentPage' | 'skipped' | 'pages' | 'itemCount', number>>;
}

/** The query for the next page; undefined if there is none or it cannot be requested. */
function queryAfter(scenario: Scenario, { json }: ApiResponse, page: number) {
  const { node, meta } = (json ?? {}) as Paged;
  if (meta !== undefined) return page < meta.pages ? { page: page + 1, limit: pageSize } : undefined;
  if (typeof node?.next !== 'string' || !scenario.has('cursor-parameters')) return undefined;
  return { cursor: node.next };
}

/** Reads the first pages of a list. Each response is judged by its schema. */
async function readList(scenario: Scenario, id: OperationId, caller: Caller): Promise<readonly Answer[]> {
  const isPaged = operation(id).parameters.some(({ name }) => name === 'page');
  const items: Answer[] = [];
  let query: Record<string, string | number> | undefined = isPaged ? { page: 1, limit: pageSize } : {};
  for (let page = 1; page <= mostPages && query !== undefined; page += 1) {
    const response = await scenario.send(id, caller, { query });
    if (!succeeded(response)) break;
    items.push(...itemsOf(response));
    const { meta } = (response.json ?? {}) as Paged;
    if (isPaged && typeof meta === 'object' && meta !== null) {
      const arithmetic =
        meta.skipped === (page - 1) * pageSize && meta.pages === Math.ceil(meta.itemCount / pageSize);
      scenario.require(
        'CONV-010',
        arithmetic,
        `skipped ${(page - 1) * pageSize}, and pages that follow from itemCount and the limit ${pageSize}`,
        show(meta),
      );
    }
    query = queryAfter(scenario, response, page);
  }
  return items;
}

interface Filter {
  readonly requirement: RequirementId;
  readonly list: OperationId;
  readonly field: 'email' | 'personId';
}

const filters: readonly Filter[] = [
  { requirement: 'PERSON-007', list: 'listPersons', field: 'email' },
  { requirement: 'USER-010', list: 'listUsers', field: 'personId' },
  { requirement: 'USER-011', list: 'listUsers', field: 'email' },
  { requirement: 'CONTRACT-017', list: 'listContracts', field: 'personId' },
];

const isSameText = (shown: unknown, asked: string) => String(shown).toLowerCase() === asked.toLowerCase();

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Filters a list by values that some of its items have. */
async function tryFilter(scenario: Scenario, caller: Caller, filter: Filter, label: string): Promise<void> {
  const { requirement, list, field } = filter;
  const items = await readList(scenario, list, caller);
  const values = new Set(items.map((item) => item[field]).filter(isText));
  for (const value of [...values].slice(0, mostItems)) {
    scenario.independentStep(`${list} with the ${field} of an item, with ${label}`);
    const response = await scenario.send(list, caller, { query: { [field]: value } });
    if (!succeeded(response)) continue;
    const found = itemsOf(response);
    // A record may be removed right after it was listed.
    const isGone = async () =>
      !(await readList(scenario, list, caller)).some((item) => item[field] === value);
    if (found.length === 0 && (await isGone())) continue;
    const others = found.map((item) => item[field]).filter((other) => other !== value);
    // How ids are compared is not shown.
    const matches = field === 'email' ? matchesFilter : isSameText;
    const foreign = others.filter((other) => !matches(other, value));
    const expected = `items with the ${field} ${value}, and no others`;
    const actual = found.length === 0 ? 'no item' : `items with ${show(foreign)}`;
    scenario.require(requirement, found.length > 0 && foreign.length === 0, expected, actual);
  }
}

/** One operation that reads a resource by its id. */
interface Alternative {
  readonly kind: FixtureKind;
  readonly operation: OperationId;
  /** Violated if a read of an existing resource does not return it. */
  readonly requirement: RequirementId;
  readonly needs: readonly Capability[];
  /** The list that shows ids of these resources, and the field of the id. */
  readonly listedBy?: { readonly operation: OperationId; readonly id: string };
  /** Whether the response shows the requested resource. */
  readonly shows?: (answer: Answer, id: string) => boolean;
}

const namesIt = (answer: Answer, id: string) => answer.id === undefined || answer.id === id;

const alternatives: readonly Alternative[] = [
  {
    kind: 'persons',
    operation: 'readPerson',
    requirement: 'PERSON-015',
    needs: [],
    listedBy: { operation: 'listPersons', id: 'id' },
    shows: namesIt,
  },
  {
    kind: 'payrolls',
    operation: 'readPayroll',
    requirement: 'PAYROLL-011',
    needs: [],
    listedBy: { operation: 'listPayrolls', id: 'payrollId' },
    // How a payroll reads that was never saved is not shown.
    shows: ({ status }) => isText(status) || status === null,
  },
  {
    kind: 'payouts',
    operation: 'readPayout',
    requirement: 'PAYOUT-017',
    needs: [],
    listedBy: { operation: 'listPayouts', id: 'id' },
    shows: namesIt,
  },
  {
    kind: 'contracts',
    operation: 'readContract',
    requirement: 'CONTRACT-001',
    needs: ['read-contract'],
    listedBy: { operation: 'listContracts', id: 'id' },
    shows: namesIt,
  },
  {
    kind: 'invoices',
    operation: 'readInvoice',
    requirement: 'INVOICE-014',
    needs: ['known-invoice'],
    listedBy: { operation: 'listInvoices', id: 'id' },
    shows: (answer, id) => answer.id === id,
  },
  { kind: 'users', operation: 'readKyc', requirement: 'KYC-034', needs: ['known-user'] },
];

/** An unexpected error may pass, as its code says, so the read is repeated once. */
async function readTwice(scenario: Scenario, alternative: Alternative, caller: Caller, id: string) {
  const input = { path: { [fixtureParameter(alternative.kind)]: id } };
  const first = await scenario.send(alternative.operation, caller, input);
  return first.status < 500 ? first : await scenario.send(alternative.operation, caller, input);
}

async function judgeAlternative(
  scenario: Scenario,
  { operation: read, requirement, shows = () => true }: Alternative,
  id: string,
  response: ApiResponse,
): Promise<void> {
  const { json, status, text } = response;
  const answer = typeof json === 'object' && json !== null ? (json as Answer) : {};
  const holds = succeeded(response) && shows(answer, id);
  const expected = `a success status of ${read}, and the resource with the id ${id}`;
  scenario.require(requirement, holds, expected, describe({ status, text, json }));
}

async function listedIds(scenario: Scenario, { listedBy }: Alternative, caller: Caller): Promise<string[]> {
  if (listedBy === undefined || !scenario.offers(listedBy.operation)) return [];
  const items = await readList(scenario, listedBy.operation, caller);
  return items.map((item) => item[listedBy.id]).filter(isText);
}

/** Reads resources from the list of an owner. One that is no longer listed may have been removed meanwhile, and is not judged. */
async function readListed(
  scenario: Scenario,
  alternative: Alternative,
  [label, caller]: readonly [string, Caller],
) {
  scenario.independentStep(`find ${alternative.kind} with ${label}`);
  const ids = (await listedIds(scenario, alternative, caller)).slice(0, mostItems);
  const isDocumented = operation(alternative.operation).provenance === 'documented';
  for (const id of ids) {
    const read = () => readTwice(scenario, alternative, caller, id);
    // Another case, or another client, may just have created it.
    const response = await scenario.eventually(read, ({ status }) => status !== 404 || !isDocumented);
    const isJudged = succeeded(response) || response.status >= 500;
    const isLost = response.status === 404 && isDocumented;
    if (isJudged || (isLost && (await listedIds(scenario, alternative, caller)).includes(id))) {
      await judgeAlternative(scenario, alternative, id, response);
    } else {
      scenario.skip(
        alternative.requirement,
        `${alternative.operation} with a listed id returned ${response.status}.`,
      );
    }
  }
  return ids.length;
}

/** Reads a resource that the configuration names, with the key that finds it. */
async function readNamed(scenario: Scenario, alternative: Alternative, id: string): Promise<void> {
  const { kind, requirement } = alternative;
  const statuses: number[] = [];
  for (const [label, caller] of owners(scenario)) {
    scenario.independentStep(`read ${id} of the ${kind} with ${label}`);
    const response = await readTwice(scenario, alternative, caller, id);
    statuses.push(response.status);
    if (succeeded(response) || response.status >= 500) {
      return judgeAlternative(scenario, alternative, id, response);
    }
  }
  scenario.skip(
    requirement,
    `The id ${id} in fixtures.${kind} was rejected with ${statuses.join(' and ')}. Configure the id of an existing resource.`,
  );
}

function checkOf(alternative: Alternative): Check {
  const { kind, needs, requirement } = alternative;
  return example({
    id: `existing.${kind}`,
    title: `Existing ${kind} can be read by id, in their documented shape`,
    covers: [...new Set([requirement, ...marksOf(alternative.operation)])],
    needs,
    reads: 'existing',
    run: async (scenario) => {
      const named = scenario.target.fixtures?.[kind] ?? [];
      for (const id of named) await readNamed(scenario, alternative, id);
      let listed = 0;
      for (const owner of owners(scenario)) listed += await readListed(scenario, alternative, owner);
      if (named.length + listed === 0) {
        throw new CaseEnded(`No id is known. Configure one: fixtures: { ${kind}: ['an id'] }.`);
      }
    },
  });
}

/** No request of this check asked for the status of the users. */
function requireNoStatus(scenario: Scenario, users: readonly Answer[]): void {
  for (const { status } of users) {
    const expected = 'users without a status';
    scenario.require('USER-003', (status ?? null) === null, expected, `the status ${show(status)}`);
  }
}

export const existingChecks: readonly Check[] = [
  example({
    id: 'existing.lists',
    title: 'Existing items of every list have their documented shape',
    covers: [...new Set<RequirementId>(['CONV-010', 'USER-003', ...lists.flatMap(({ id }) => marksOf(id))])],
    needs: [],
    reads: 'existing',
    run: async (scenario) => {
      for (const [label, caller] of owners(scenario)) {
        for (const { id } of lists) {
          scenario.independentStep(`${id} with ${label}`);
          const items = await readList(scenario, id, caller);
          if (id === 'listUsers') requireNoStatus(scenario, items);
        }
      }
    },
  }),
  example({
    id: 'existing.filters',
    title: 'A filter by a value of an existing item returns that item and only items with that value',
    covers: filters.map(({ requirement }) => requirement),
    needs: [],
    reads: 'existing',
    run: async (scenario) => {
      for (const [label, caller] of owners(scenario)) {
        for (const filter of filters) await tryFilter(scenario, caller, filter, label);
      }
      for (const { requirement, list, field } of filters) {
        scenario.skip(
          requirement,
          `${list} returns no item with ${field === 'email' ? 'an email' : 'a personId'}.`,
        );
      }
    },
  }),
  ...alternatives.map(checkOf),
];
