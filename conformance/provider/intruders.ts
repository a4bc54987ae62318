/** Sends operations with keys that must be rejected. Section "Authentication" of the interface document. */
import { randomUUID } from 'node:crypto';
import { allOperations, type Operation, type OperationId, operation } from '../../openapi/description.ts';
import { refused } from '../engine/expectation.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { exampleOf } from '../generate/example.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { isRebound, type Target } from '../target/target.ts';
import { type CredentialName, credentials, namingOf } from './credentials.ts';
import type { Scenario } from './scenario.ts';
import { offeredOf, onOperation } from './sweep.ts';
import { picture } from './valid-requests.ts';

/** A request that is valid except for its credentials; path parameters name no existing resource. */
export function inputFor({ path, requestBody, formBody }: Operation): OperationInput {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  return {
    path: Object.fromEntries(names.map((name) => [name, randomUUID()])),
    ...(requestBody && { body: exampleOf(requestBody) }),
    ...(formBody && { form: { file: picture('intruder.png') } }),
  };
}

/** A caller that must be rejected. */
interface Intruder {
  readonly credential: CredentialName;
  readonly caller: Caller;
  readonly headers?: Readonly<Record<string, string>>;
  /** Reads each list first, so that a cache holds it. */
  readonly after?: Caller;
}

/** Documented operations come first: all others may reject in any way. */
const documentedFirst = [
  ...allOperations.filter(({ provenance }) => provenance === 'documented'),
  ...allOperations.filter(({ provenance }) => provenance !== 'documented'),
];

const openRoutes = new WeakMap<Target, Map<OperationId, Promise<boolean>>>();

/**
 * An assumed operation may be bound to a route that requires no key, such as one for tests. No rule says who may use such
 * a route. Looked up once per run.
 *
 * @throws CaseEnded if the route is open
 */
export async function mustAskForKey(scenario: Scenario, operation: Operation): Promise<void> {
  const { target } = scenario;
  const { id, provenance } = operation;
  if (provenance !== 'assumed' || !isRebound(target, id)) return;
  const known = openRoutes.get(target) ?? new Map<OperationId, Promise<boolean>>();
  openRoutes.set(target, known);
  const look = async () => {
    const { status } = await scenario.send(id, {}, inputFor(operation));
    return status !== 401 && status !== 403;
  };
  const looked = known.get(id) ?? look();
  known.set(id, looked);
  if (await looked) throw new CaseEnded(`${id} is bound to a route that requires no key.`);
}

/**
 * Evaluates that an operation is rejected with 403. The document does not show whether a server first checks the key, the
 * body or the id, and a target may have its own rules for a body. An assumed operation may not exist, so any rejection is
 * accepted.
 *
 * @throws CaseEnded if the response may be about the body or the id
 */
export function requireForbidden(
  scenario: Scenario,
  requirement: 'AUTH-004' | 'AUTH-005',
  id: OperationId,
  status: number,
): void {
  const { path, method, provenance } = operation(id);
  const others = [...(method === 'get' ? [] : [400, 409, 422]), ...(path.includes('{') ? [400, 404] : [])];
  if (others.includes(status))
    throw new CaseEnded(`${id} answered ${status}, which may be about the body or the id.`);
  const holds = provenance === 'assumed' ? status >= 300 : status === 403;
  scenario.require(
    requirement,
    holds,
    `403 for ${method.toUpperCase()} ${path}`,
    String(status),
    provenance === 'assumed' ? refused : { statuses: [403] },
  );
}

async function requireRejected(
  scenario: Scenario,
  operation: Operation,
  { credential, caller, headers = {}, after }: Intruder,
): Promise<void> {
  const { label, requirement } = credentials[credential];
  if (after !== undefined && namingOf(operation) === 'list') await scenario.send(operation.id, after);
  scenario.independentStep(`${operation.summary.toLowerCase()} ${label}`);
  const input = { ...inputFor(operation), headers };
  const { status, withoutCaller } = await scenario.send(operation.id, caller, input);
  if (withoutCaller) throw new CaseEnded(`${operation.id} sends no request with the key of the caller.`);
  // An assumed operation may not exist; then any rejection is accepted.
  const isRefused = operation.provenance === 'assumed' ? status >= 300 : status === 401;
  const expected = `401 to ${operation.method.toUpperCase()} ${operation.path} ${label}`;
  scenario.require(
    requirement,
    isRefused,
    expected,
    String(status),
    operation.provenance === 'assumed' ? refused : { statuses: [401] },
  );
}

/** Tests every operation with every caller that must be rejected, one operation after the other. */
export async function refusedEverywhere(
  scenario: Scenario,
  ...intruders: readonly Intruder[]
): Promise<void> {
  const requirements = [...new Set(intruders.map(({ credential }) => credentials[credential].requirement))];
  for (const operation of offeredOf(scenario, requirements, documentedFirst)) {
    if (!scenario.asksForKey(operation.id)) continue;
    await onOperation(scenario, requirements, operation.id, async () => {
      await mustAskForKey(scenario, operation);
      for (const intruder of intruders) await requireRejected(scenario, operation, intruder);
    });
  }
}
