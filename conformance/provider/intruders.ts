/** Sends operations with keys that must be rejected. Section "Authentication" of the interface document. */
import { randomUUID } from 'node:crypto';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { allOperations, type Operation, type OperationId, operation } from '../../openapi/description.ts';
import { exampleOf } from '../generate/example.ts';
import type { Caller, OperationInput } from '../http/message.ts';
import { isRebound, type Target } from '../target/target.ts';
import { type CredentialName, credentials } from './credentials.ts';
import type { Scenario } from './scenario.ts';

/** A request that is valid but for its credentials; path parameters name nothing. */
export function inputFor({ path, requestBody }: Operation): OperationInput {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  return {
    path: Object.fromEntries(names.map((name) => [name, randomUUID()])),
    ...(requestBody && { body: exampleOf(requestBody) }),
  };
}

/** Somebody who must not be let in. */
interface Intruder {
  readonly credential: CredentialName;
  readonly caller: Caller;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the document describes comes first: all else may refuse as it likes. */
const documentedFirst = [
  ...allOperations.filter(({ provenance }) => provenance === 'documented'),
  ...allOperations.filter(({ provenance }) => provenance !== 'documented'),
];

const openRoutes = new WeakMap<Target, Map<OperationId, Promise<boolean>>>();

/**
 * Whether an operation that the document does not show is bound to a route which asks for no key, such as one for
 * tests: who may use that, no rule says. Looked up once per run.
 *
 * @returns whether it was, which is then said of the requirement
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
 * Evaluates that an operation is refused with 403. Whether the key, the body or the id is looked at first is not shown, and
 * a target may have rules of its own for a body; an assumed operation may not exist, and then any refusal will do.
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

/** Tries every operation with everybody who must not be let in, one operation after the other. */
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
