/** What clients sent, by what the document says of requests. */

import { isAssumedAt } from '../../openapi/assumed-at.ts';
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Operation, Parameter } from '../../openapi/description.ts';
import { type SchemaViolation, validate } from '../../openapi/validate.ts';
import { parse } from '../adapter/perform.ts';
import { byList } from '../engine/check.ts';
import { show, showAt } from '../provider/scenario.ts';
import type { ObservedExchange, Traffic } from './observation.ts';
import { operationFor } from './recognise.ts';
import type { TrafficScenario } from './scenario.ts';
import type { TrafficCheck } from './server-checks.ts';

const ofRequests: readonly RequirementId[] = [
  'CLIENT-001',
  'CLIENT-002',
  'CLIENT-003',
  'CLIENT-004',
  'CLIENT-005',
  'CLIENT-006',
];

function judgeBody(
  scenario: TrafficScenario,
  { requestBody }: Operation,
  { request }: ObservedExchange,
): void {
  const { body, headers } = request;
  if (requestBody === undefined || body === undefined || body === '') return;
  const type = headers['content-type'];
  if (type !== undefined)
    scenario.require(
      'CLIENT-002',
      /^application\/json\b/i.test(type),
      'Content-Type: application/json',
      type,
    );
  const json = parse(body);
  const violations = validate(requestBody, json);
  const isOurs = ({ missing, path }: SchemaViolation) => missing === true || isAssumedAt(requestBody, path);
  const where = ({ path, message }: SchemaViolation) => `${['body', ...path].join('.')} ${message}`;
  const judge = (requirement: RequirementId, broken: SchemaViolation | undefined) =>
    scenario.require(
      requirement,
      broken === undefined,
      () => (broken === undefined ? '' : where(broken)),
      () => (broken === undefined ? '' : showAt(json ?? body, broken.path)),
      broken?.path,
    );
  judge(
    'CLIENT-003',
    violations.find((violation) => !isOurs(violation)),
  );
  judge('CLIENT-004', violations.find(isOurs));
}

/** A parameter as its schema sees it: in an address everything is text. */
function valueIn({ schema }: Parameter, text: string): unknown {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function judgeQuery(
  scenario: TrafficScenario,
  { parameters }: Operation,
  { request }: ObservedExchange,
): void {
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  for (const parameter of parameters) {
    const { name, provenance, schema } = parameter;
    const text = query.get(name);
    if (parameter.in !== 'query' || text === null || provenance !== 'documented') continue;
    const [violation] = validate(schema, valueIn(parameter, text));
    const expected = `${name} ${violation?.message ?? ''}`;
    scenario.require('CLIENT-005', violation === undefined, expected, `${name}=${show(text)}`);
  }
}

const requests = (
  operation: Operation,
  exchanges: readonly ObservedExchange[],
  hasTokens: boolean,
): TrafficCheck => ({
  id: `requests.${operation.id}`,
  title: `Requests of ${operation.method.toUpperCase()} ${operation.path} are as described`,
  covers: ofRequests,
  needs: [],
  ...byList(() =>
    exchanges.map((exchange) => async (scenario: TrafficScenario) => {
      scenario.show(operation, exchange);
      const { headers, method, path } = exchange.request;
      scenario.require('CLIENT-006', true, '', '');
      if (hasTokens) {
        const said = headers.authorization === undefined ? `${method} ${path} without one` : 'another scheme';
        const isBearer = /^bearer \S/i.test(headers.authorization ?? '');
        scenario.require('CLIENT-001', isBearer, 'a header Authorization with a Bearer token', said);
      }
      judgeBody(scenario, operation, exchange);
      judgeQuery(scenario, operation, exchange);
    }),
  ),
});

const strays = (exchanges: readonly ObservedExchange[]): TrafficCheck => ({
  id: 'requests.unknown',
  title: 'Requests go to what the description has',
  covers: ['CLIENT-006'],
  needs: [],
  ...byList(() =>
    exchanges.map((exchange) => async (scenario: TrafficScenario) => {
      scenario.show(undefined, exchange);
      const { method, path } = exchange.request;
      scenario.require('CLIENT-006', false, 'an operation of the description', `${method} ${path}`);
    }),
  ),
});

/** What browsers ask on their own. */
const isPreflight = ({ request }: ObservedExchange) => request.method === 'OPTIONS';

export function clientChecks({ exchanges }: Traffic): readonly TrafficCheck[] {
  const own = exchanges.filter((exchange) => !isPreflight(exchange));
  // Browsers leave the header out of what they export.
  const hasTokens = own.some(({ request }) => request.headers.authorization !== undefined);
  const byOperation = Map.groupBy(own, ({ request }) => operationFor(request.method, request.path));
  return [...byOperation].map(([operation, some]) =>
    operation === undefined ? strays(some) : requests(operation, some, hasTokens),
  );
}
