/** Judges the requests of clients. */

import { isAssumedAt } from '../../openapi/assumed-at.ts';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { allOperations, type Operation, type Parameter } from '../../openapi/description.ts';
import { nearestPath } from '../../openapi/path-methods.ts';
import { firstViolationWithAssumed, type SchemaViolation, validate } from '../../openapi/validate.ts';
import { isPublic } from '../http/addresses.ts';
import { show, showAt } from '../provider/response.ts';
import type { ClientVisibility, TokenVisibility, TrafficCheck } from './check.ts';
import { jsonOf } from './json.ts';
import type { ObservedExchange } from './observation.ts';
import type { TrafficScenario } from './scenario.ts';

function judgeBody(
  scenario: TrafficScenario,
  { requestBody }: Operation,
  { request }: ObservedExchange,
): void {
  const { body } = request;
  if (requestBody === undefined || body === undefined || body === '') return;
  const json = jsonOf(body);
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
  const isDocumented = violations.some((violation) => !isOurs(violation));
  judge(
    'CLIENT-004',
    violations.find(isOurs) ?? (isDocumented ? undefined : firstViolationWithAssumed(requestBody, json)),
  );
}

/** A parameter value with the type of its schema: in a URL everything is text. */
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
  { requestBody }: Operation,
  hasTokens: boolean,
): void {
  if (hasTokens) {
    const isBearer = /^bearer \S/i.test(headers.authorization ?? '');
    const said = headers.authorization === undefined ? 'none' : 'one with another scheme or without a token';
    const expected = 'a header Authorization with Bearer and a token';
    scenario.require('CLIENT-001', isBearer, expected, `${said} in ${method} ${path}`);
  }
  const type = headers['content-type'];
  if (requestBody === undefined || body === undefined || body === '' || type === undefined) return;
  scenario.require('CLIENT-002', /^application\/json\b/i.test(type), 'Content-Type: application/json', type);
}

const headers = (tokens: TokenVisibility): TrafficCheck => ({
  id: 'requests.headers',
  title: 'Requests have an Authorization header and the Content-Type of their bodies',
  judgedBy: 'exchange',
  covers: ['CLIENT-001', 'CLIENT-002'],
  exchange: (exchange, asked) => {
    // Other paths, such as a health check, may be public.
    if (asked === undefined) return undefined;
    return async (scenario) => {
      scenario.show(asked, exchange);
      judgeHeaders(scenario, exchange, asked, tokens !== 'unknown');
    };
  },
});

/** Plain HTTP is safe within a private network, also behind a TLS proxy. */
const address = (baseUrl: string): TrafficCheck => ({
  id: 'requests.address',
  title: 'Requests are made over HTTPS',
  judgedBy: 'exchange',
  covers: ['CLIENT-007'],
  exchange: (exchange, asked) => {
    const isHttps = baseUrl.startsWith('https:');
    if (asked === undefined || (!isHttps && !isPublic(baseUrl))) return undefined;
    return async (scenario) => {
      scenario.show(asked, exchange);
      scenario.require('CLIENT-007', isHttps, 'an address with https:', baseUrl);
    };
  },
});

const requests = (operation: Operation): TrafficCheck => ({
  id: `requests.${operation.id}`,
  title: `Requests to ${operation.method.toUpperCase()} ${operation.path} match the description`,
  judgedBy: 'exchange',
  covers: ['CLIENT-003', 'CLIENT-004', 'CLIENT-005', 'CLIENT-006'],
  exchange: (exchange, asked) => {
    if (asked !== operation) return undefined;
    return async (scenario) => {
      scenario.judged(operation, exchange);
      scenario.require('CLIENT-006', true, '', '');
      judgeBody(scenario, operation, exchange);
      judgeQuery(scenario, operation, exchange);
    };
  },
});

const strays: TrafficCheck = {
  id: 'requests.unknown',
  title: 'Requests go to paths and methods of the description',
  judgedBy: 'exchange',
  covers: ['CLIENT-006'],
  exchange: (exchange, asked) => {
    if (asked !== undefined) return undefined;
    return async (scenario) => {
      scenario.judged(undefined, exchange);
      const { method, path } = exchange.request;
      const [meant = path] = path.split('?');
      const near = nearestPath(meant, allOperations);
      const expected = `an operation of the description${near === undefined ? '' : `, such as one at ${near}`}`;
      scenario.require('CLIENT-006', false, expected, `${method} ${path}`);
    };
  },
};

/** Requests that browsers send on their own. */
const isPreflight = ({ request }: ObservedExchange) => request.method === 'OPTIONS';

const ofClients = ({ exchange: caseOf, ...check }: TrafficCheck): TrafficCheck => ({
  ...check,
  exchange: (exchange, asked) => (isPreflight(exchange) ? undefined : caseOf?.(exchange, asked)),
});

export const clientChecks = ({ tokens, sentTo }: ClientVisibility): readonly TrafficCheck[] =>
  [
    headers(tokens),
    ...(sentTo === undefined ? [] : [address(sentTo)]),
    ...allOperations.map(requests),
    strays,
  ].map(ofClients);
