/** Rules of every operation, tested on those that need no resource in a particular state. */

import { randomUUID } from 'node:crypto';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { allOperations, type Operation, type OperationId, operation } from '../../openapi/description.ts';
import { anySuccess, errorOf } from '../engine/expectation.ts';
import { type BodyProbe, type ParameterProbe, walkBody, walkParameters } from '../generate/constraints.ts';
import { exampleOf, fullExampleOf } from '../generate/example.ts';
import { valuesOf } from '../generate/valid.ts';
import { isSuccess } from '../http/is-success.ts';
import { type PageBound, pageBounds, requireInRange, requireLimit } from '../judgements/page-bounds.ts';
import type { Tenant } from '../provider/businesses.ts';
import { type Check, example, property } from '../provider/check.ts';
import { describe, show } from '../provider/response.ts';
import type { Scenario } from '../provider/scenario.ts';
import { offeredOf, onOperation } from '../provider/sweep.ts';
import { openTenant } from '../provider/tenant.ts';
import { requireDecided } from './refusals.ts';
import { type OperationSubject, type SubjectCase, subjects } from './subjects.ts';

const documented = allOperations.filter(({ provenance }) => provenance === 'documented');
const lists = documented.filter(({ method, path }) => method === 'get' && !path.includes('{'));

/** The requirements that a failing list violates, beside those of its schema. */
const answered: Partial<Record<OperationId, RequirementId>> = {
  listPersons: 'PERSON-002',
  listUsers: 'USER-005',
  listContracts: 'CONTRACT-015',
  listContractTemplates: 'TEMPLATE-003',
  listPayrolls: 'PAYROLL-010',
  listPayouts: 'PAYOUT-007',
  listDisbursements: 'PAYOUT-018',
};

const isRefusal = (status: number) => status >= 400 && status < 500;

const boundOf = (id: OperationId, name: string): PageBound | undefined =>
  id in pageBounds && (name === 'page' || name === 'limit')
    ? pageBounds[id as keyof typeof pageBounds][name]
    : undefined;

/**
 * Legal values that leave a server no reason to reject them. It may reject a page beyond the last, a filter by an unknown
 * person, and a filter by arbitrary text.
 */
function mustBeServed({ parameter: { name, schema }, value }: ParameterProbe): boolean {
  if (name === 'limit') return true;
  if (name === 'page') return value === 1;
  return name !== 'personId' && value === exampleOf(schema);
}

async function tryParameter(
  scenario: Scenario,
  { id }: Operation,
  tenant: Tenant,
  probe: ParameterProbe,
): Promise<void> {
  const { parameter, value, position } = probe;
  const { name } = parameter;
  scenario.independentStep(`${id} with ${name} ${String(value)}`);
  const query = { [name]: String(value) };
  const answer = await scenario.send(id, tenant.caller, { query });
  const { status } = answer;
  const bound = boundOf(id, name);
  if (position !== 'outside') {
    const served = mustBeServed(probe);
    const holds = isSuccess(status) || (!served && isRefusal(status));
    const expected = served ? 'a success status' : 'a success status or a rejection';
    scenario.require(
      bound?.within ?? 'ERR-007',
      holds,
      expected,
      describe(answer),
      served ? anySuccess : { statuses: ['2XX', '4XX'] },
    );
    if (name === 'limit' && bound !== undefined && isSuccess(status))
      requireLimit(scenario, bound, Number(value), answer);
  } else if (bound !== undefined) requireInRange(scenario, bound, answer);
}

/** Path parameters of unknown resources for the documented operations; the business is the caller's own. */
function strangerPath({ path }: Operation, { businessId }: Tenant): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  return Object.fromEntries(
    names.map((name) => [name, name === 'businessId' ? (businessId ?? randomUUID()) : randomUUID()]),
  );
}

/** Whether the document lists the value, so that no business rule can exclude it. */
const isListed = ({ position, about }: BodyProbe) => position !== 'outside' && about === 'enum';

/** Tests whether the operation is carried out at all; otherwise its responses to other values show nothing. */
async function tryValid(scenario: Scenario, subject: OperationSubject): Promise<void> {
  if (subject.acceptable === false) return;
  scenario.setup('prepare a valid request');
  const { caller, path, body } = await subject.prepare(scenario);
  scenario.step(`${subject.operation} with a valid body`);
  await scenario.askOnce(subject.operation, caller, { ...(path && { path }), body });
}

async function tryLegalValues(
  scenario: Scenario,
  subject: OperationSubject,
  ready: SubjectCase,
): Promise<void> {
  const { requestBody } = operation(subject.operation);
  if (requestBody === undefined) return;
  for (const probe of walkBody(requestBody, ready.body)) {
    // Any id other than the prepared one is unknown.
    const isId = /I[dD]$/.test(probe.path.at(-1) ?? '');
    if (probe.position === 'outside' || isId) continue;
    scenario.independentStep(
      `${subject.operation} with ${show(probe.value).slice(0, 60)} as ${probe.path.join('.')}`,
    );
    const { status, json, text } = await requireDecided(scenario, subject.operation, 'ERR-007', ready, {
      body: probe.body,
    });
    if (!isListed(probe) || subject.repeatable === undefined) continue;
    const expected = `a success status for ${show(probe.value)} as ${probe.path.join('.')}`;
    scenario.require('ERR-007', isSuccess(status), expected, describe({ status, text, json }), anySuccess);
  }
}

/** Subjects whose bodies contain free text, and that need no other resource. */
const writable = subjects.filter(({ name }) =>
  ['create-business', 'deposit', 'job-info', 'custom-field', 'create-beneficiary'].includes(name),
);

export const operationChecks: readonly Check[] = [
  example({
    id: 'operations.lists',
    title: 'Every list operation returns a list in its documented shape',
    covers: ['ERR-007', ...Object.values(answered)],
    needs: [],
    stateless: true,
    reads: true,
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      for (const { id } of lists) {
        const requirement = answered[id];
        // An empty list of beneficiaries may be an error: BENEFICIARY-012.
        if (requirement === undefined) continue;
        if (scenario.target.forbidden?.includes(id)) {
          for (const each of [requirement, 'ERR-007'] as const)
            scenario.warn(each, `${id} is rejected with 403 for every key, which may lack the permission.`);
        }
        if (!scenario.offers(id)) continue;
        await onOperation(scenario, [requirement], id, async () => {
          scenario.independentStep(`${id} in a new business`);
          const { status, json, text } = await scenario.send(id, tenant.caller);
          const expected = 'a success status';
          scenario.require(
            requirement,
            isSuccess(status),
            expected,
            describe({ status, text, json }),
            anySuccess,
          );
          scenario.require('ERR-007', isSuccess(status), 'a success status', `${status}`, anySuccess);
        });
      }
    },
  }),
  example({
    id: 'operations.parameters',
    title: 'Query parameters are accepted within their bounds and rejected outside them',
    covers: [
      ...[
        'PERSON-003',
        'PERSON-004',
        'PERSON-005',
        'USER-006',
        'USER-007',
        'USER-008',
        'CONV-009',
        'ERR-007',
      ],
    ] as RequirementId[],
    needs: [],
    stateless: ['PERSON-003', 'PERSON-004', 'USER-006', 'USER-007'],
    reads: true,
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      for (const list of lists.filter(({ id }) => scenario.offers(id))) {
        await onOperation(scenario, [], list.id, async () => {
          for (const probe of walkParameters(list)) await tryParameter(scenario, list, tenant, probe);
        });
      }
    },
  }),
  ...subjects.map((subject) =>
    example({
      id: `operations.${subject.name}`,
      title: `${subject.title} accepts every valid value`,
      covers: ['ERR-007', 'ERR-011'],
      needs: subject.needs,
      run: async (scenario) => {
        await tryValid(scenario, subject);
        scenario.setup('prepare a valid request');
        await tryLegalValues(scenario, subject, await subject.prepare(scenario));
      },
    }),
  ),
  ...writable.map((subject) =>
    property({
      id: `operations.${subject.name}-values`,
      title: `${subject.title} with a random valid body succeeds or is rejected`,
      covers: ['ERR-007'],
      needs: subject.needs,
      arbitrary: () => valuesOf(operation(subject.operation).requestBody ?? {}, { fields: 'some' }),
      run: async (scenario, value) => {
        scenario.setup('prepare a valid request');
        const ready = await subject.prepare(scenario);
        scenario.step(`${subject.operation} with a valid body`);
        await requireDecided(scenario, subject.operation, 'ERR-007', ready, { body: value });
      },
    }),
  ),
  example({
    id: 'operations.unknown-ids',
    title: 'An id that does not exist is rejected with resource_not_found',
    covers: ['ERR-001', 'ERR-006'],
    needs: [],
    reads: true,
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const named = documented.filter(({ path }) => /\{\w+\}/.test(path));
      for (const entry of offeredOf(scenario, ['ERR-006'], named)) {
        const { id, requestBody } = entry;
        await onOperation(scenario, ['ERR-006'], id, async () => {
          scenario.independentStep(`${id} with an id that does not exist`);
          const response = await scenario.send(id, tenant.caller, {
            path: strangerPath(entry, tenant),
            ...(requestBody && { body: fullExampleOf(requestBody) }),
          });
          const code = (response.json as { code?: unknown } | undefined)?.code;
          const holds = response.status === 404 && code === 'resource_not_found';
          scenario.require(
            'ERR-006',
            holds,
            '404 with the code resource_not_found',
            describe(response),
            errorOf(404, 'resource_not_found'),
          );
        });
      }
    },
  }),
];
