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

function judgeBody(
  scenario: TrafficScenario,
  { requestBody }: Operation,
  { request }: ObservedExchange,
): void {
  const { body } = request;
  if (requestBody === undefined || body === undefined || body === '') return;
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

function judgeHeaders(
  scenario: TrafficScenario,
  { request: { headers, method, path, body } }: ObservedExchange,
  hasTokens: boolean,
): void {
  if (hasTokens) {
    const isBearer = /^bearer \S/i.test(headers.authorization ?? '');
    const said = headers.authorization === undefined ? 'none' : 'one with another scheme or without a token';
    const expected = 'a header Authorization with Bearer and a token';
    scenario.require('CLIENT-001', isBearer, expected, `${said} in ${method} ${path}`);
  }
  const type = headers['content-type'];
  const takesJson = operationFor(method, path)?.requestBody !== undefined;
  if (!takesJson || body === undefined || body === '' || type === undefined) return;
  scenario.require('CLIENT-002', /^application\/json\b/i.test(type), 'Content-Type: application/json', type);
}

const headers = (exchanges: readonly ObservedExchange[]): TrafficCheck => {
  // Browsers leave the header out of what they export.
  const hasTokens = exchanges.some(({ request }) => request.headers.authorization !== undefined);
  return {
    id: 'requests.headers',
    title: 'Requests say who asks, and what their bodies are',
    covers: ['CLIENT-001', 'CLIENT-002'],
    needs: [],
    ...byList(() =>
      exchanges.map((exchange) => async (scenario: TrafficScenario) => {
        scenario.show(operationFor(exchange.request.method, exchange.request.path), exchange);
        judgeHeaders(scenario, exchange, hasTokens);
      }),
    ),
  };
};

const requests = (operation: Operation, exchanges: readonly ObservedExchange[]): TrafficCheck => ({
  id: `requests.${operation.id}`,
  title: `Requests of ${operation.method.toUpperCase()} ${operation.path} are as described`,
  covers: ['CLIENT-003', 'CLIENT-004', 'CLIENT-005', 'CLIENT-006'],
  needs: [],
  ...byList(() =>
    exchanges.map((exchange) => async (scenario: TrafficScenario) => {
      scenario.judged(operation, exchange);
      scenario.require('CLIENT-006', true, '', '');
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
      scenario.judged(undefined, exchange);
      const { method, path } = exchange.request;
      scenario.require('CLIENT-006', false, 'an operation of the description', `${method} ${path}`);
    }),
  ),
});

/** What browsers ask on their own. */
const isPreflight = ({ request }: ObservedExchange) => request.method === 'OPTIONS';

export function clientChecks({ exchanges }: Traffic): readonly TrafficCheck[] {
  const own = exchanges.filter((exchange) => !isPreflight(exchange));
  if (own.length === 0) return [];
  const byOperation = Map.groupBy(own, ({ request }) => operationFor(request.method, request.path));
  const some = [...byOperation].map(([operation, asked]) =>
    operation === undefined ? strays(asked) : requests(operation, asked),
  );
  return [headers(own), ...some];
}
