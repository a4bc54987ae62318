/** Sends operations with keys that must be rejected. Section "Authentication" of the interface document. */
import { randomUUID } from 'node:crypto';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { allOperations, type Operation, type OperationId, operation } from '../../openapi/description.ts';
import { exampleOf } from '../generate/example.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { isRebound, type Target } from '../target/target.ts';
import { type CredentialName, credentials } from './credentials.ts';
import type { Scenario } from './scenario.ts';

/** A request that is valid except for its credentials; path parameters name no existing resource. */
export function inputFor({ path, requestBody }: Operation): OperationInput {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  return {
    path: Object.fromEntries(names.map((name) => [name, randomUUID()])),
    ...(requestBody && { body: exampleOf(requestBody) }),
  };
}

/** A caller that must be rejected. */
interface Intruder {
  readonly credential: CredentialName;
  readonly caller: Caller;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Documented operations come first: all others may reject in any way. */
const documentedFirst = [
  ...allOperations.filter(({ provenance }) => provenance === 'documented'),
  ...allOperations.filter(({ provenance }) => provenance !== 'documented'),
];

const openRoutes = new WeakMap<Target, Map<OperationId, Promise<boolean>>>();

/**
 * Whether an assumed operation is bound to a route that requires no key, such as one for tests. No rule says who may use
 * such a route. Looked up once per run.
 *
 * @returns whether it is open; the requirement is then skipped with this reason
 */
export async function isOpenRoute(
  scenario: Scenario,
  operation: Operation,
  requirement: RequirementId,
): Promise<boolean> {
  const { target } = scenario;
  const { id, provenance } = operation;
  if (provenance !== 'assumed' || !isRebound(target, id)) return false;
  const known = openRoutes.get(target) ?? new Map<OperationId, Promise<boolean>>();
  openRoutes.set(target, known);
  const look = async () => {
    const { status } = await scenario.send(id, {}, inputFor(operation));
    return status !== 401 && status !== 403;
  };
  const looked = known.get(id) ?? look();
  known.set(id, looked);
  const isOpen = await looked;
  if (isOpen) scenario.skip(requirement, `${id} is bound to a route that requires no key.`);
  return isOpen;
}

/**
 * Evaluates that an operation is rejected with 403. The document does not show whether a server first checks the key, the
 * body or the id, and a target may have its own rules for a body. An assumed operation may not exist, so any rejection is
 * accepted.
 */
export function requireForbidden(
  scenario: Scenario,
  requirement: 'AUTH-004' | 'AUTH-005',
  id: OperationId,
  status: number,
): void {
  const { path, method, provenance } = operation(id);
  const others = [...(method === 'get' ? [] : [400, 409, 422]), ...(path.includes('{') ? [400, 404] : [])];
  if (others.includes(status)) {
    scenario.skip(requirement, `${id} answered ${status}, which may be about the body or the id.`);
    return;
  }
  const holds = provenance === 'assumed' ? status >= 300 : status === 403;
  scenario.require(requirement, holds, `403 for ${method.toUpperCase()} ${path}`, String(status));
}

/** Tests every operation with every caller that must be rejected, one operation after the other. */
export async function refusedEverywhere(
  scenario: Scenario,
  ...intruders: readonly Intruder[]
): Promise<void> {
  for (const operation of documentedFirst) {
    if (!scenario.offers(operation.id) || !scenario.asksForKey(operation.id)) continue;
    for (const { credential, caller, headers = {} } of intruders) {
      const { label, requirement } = credentials[credential];
      if (await isOpenRoute(scenario, operation, requirement)) continue;
      scenario.independentStep(`${operation.summary.toLowerCase()} ${label}`);
      const { status, withoutCaller } = await scenario.send(operation.id, caller, {
        ...inputFor(operation),
        headers,
      });
      if (withoutCaller) continue;
      // An assumed operation may not exist; then any rejection is accepted.
      const refused = operation.provenance === 'assumed' ? status >= 300 : status === 401;
      const expected = `401 to ${operation.method.toUpperCase()} ${operation.path} ${label}`;
      scenario.require(requirement, refused, expected, String(status));
    }
  }
}
