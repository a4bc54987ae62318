/** What the section "Errors" of the interface document says of bodies that are not valid. */
import type fc from 'fast-check';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type OperationId, operation } from '../../openapi/description.ts';
import { type BodyViolation, bodyViolations, nearValid, rawViolations } from '../generate/violations.ts';
import type { OperationInput } from '../http/message.ts';
import { type ApiResponse, describe, type Scenario, show } from '../provider/scenario.ts';
import type { Subject, SubjectCase } from './subjects.ts';

const codeOf = ({ json }: ApiResponse) => (json as { code?: unknown } | undefined)?.code;

/**
 * A refusal in other words than the documented ones may be for a reason of the target's own, if the valid body is refused
 * as well.
 */
async function requireInvalid(
  scenario: Scenario,
  id: OperationId,
  requirement: RequirementId,
  subject: SubjectCase,
  response: ApiResponse,
): Promise<void> {
  const { status } = response;
  const holds = status === 400 && codeOf(response) === 'invalid_request_body';
  if (!holds && status >= 400 && status <= 499 && subject.body !== undefined) {
    const valid = { ...inputOf(subject), body: subject.body };
    if (subject.acceptable === false) {
      // The valid request cannot be carried out either. If it is rejected the same way, there is another reason; a 401 is about its token.
      const other = await scenario.send(id, subject.caller, valid);
      const isSame = other.status === status && codeOf(other) === codeOf(response);
      if (isSame && status !== 401) throw scenario.refusal(id, other);
    } else await scenario.ask(id, subject.caller, valid);
  }
  scenario.require(requirement, holds, '400 with the code invalid_request_body', describe(response));
}

/** Fields for which the document states another answer than 400, or none: unknown file ids are 404. */
const namesFile = (path: readonly string[]) => /File(Id|Front|Back)$/.test(path.at(-1) ?? '');

/** The document says only that the fields of an address are strings. */
const isOfAddress = (path: readonly string[]) => path.at(-2)?.toLowerCase().endsWith('address') ?? false;

/** Whether the document leaves no room: a stranger to the type is refused, and refused as a body that is not valid. */
function mustBeRefused({ certain, kind, path }: BodyViolation): boolean {
  return certain && (kind === 'wrong type' || !(namesFile(path) || isOfAddress(path)));
}

const placeOf = (path: readonly string[]) => (path.length === 0 ? 'the body' : path.join('.'));

function inputOf({ path }: SubjectCase): OperationInput {
  return path === undefined ? {} : { path };
}

/** The message and the entry of params that come with a refusal. */
function requireExplained(scenario: Scenario, place: readonly string[], { json }: ApiResponse): void {
  const { message, params } = (json ?? {}) as { message?: unknown; params?: unknown };
  const holds = /request body provided is not valid/i.test(String(message));
  const expected = 'a message that states that the request body provided is not valid';
  scenario.require('ERR-004', holds, expected, show(message));
  if (place.length === 0) return;
  const keys = typeof params === 'object' && params !== null ? Object.keys(params) : [];
  // The document does not show how params writes a nested field, so the key only has to contain the name.
  const named = keys.some((key) => place.some((part) => !/^\d+$/.test(part) && key.includes(part)));
  const wanted = `an entry in params that names ${placeOf(place)}`;
  const actual = params === undefined ? 'no params' : `params ${show(params)}`;
  scenario.require('ERR-010', keys.length > 0, wanted, actual);
  // The error object may have no params.
  if (keys.length > 0) scenario.require('ERR-008', named, wanted, actual);
}

/** A body that is not JSON is valid nowhere, whatever an operation wants in it. */
export async function refusesBrokenJson(
  scenario: Scenario,
  id: OperationId,
  requirement: RequirementId,
  subject: SubjectCase,
): Promise<void> {
  const [broken] = rawViolations;
  scenario.independentStep(`${id} with ${broken.what}`);
  const input = { ...inputOf(subject), rawBody: broken.text };
  const response = await scenario.send(id, subject.caller, input);
  await requireInvalid(scenario, id, requirement, subject, response);
}

/** A key that an earlier case has used may be answered as it was then, so generated bodies carry none. */
function withoutKey({ body, ...violation }: BodyViolation): BodyViolation {
  if (typeof body !== 'object' || body === null || violation.path[0] === 'idempotencyKey')
    return { ...violation, body };
  const { idempotencyKey: _, ...rest } = body as Record<string, unknown>;
  return { ...violation, body: rest };
}

/** Any body with one violation that must be refused, whatever else is in it. */
export function refusedBodies({ operation: id }: Subject): fc.Arbitrary<BodyViolation> {
  return nearValid(operation(id).requestBody ?? {})
    .filter(mustBeRefused)
    .map(withoutKey);
}

/**
 * Sends one body that must be refused. Which field the refusal names is only sure when the rest of the body is as the
 * target wants it, so that is left to the caller.
 */
export async function refusesBody(
  scenario: Scenario,
  { operation: id, requirement }: Subject,
  subject: SubjectCase,
  { path, what, body }: BodyViolation,
): Promise<ApiResponse> {
  scenario.independentStep(`${id} with ${what} as ${placeOf(path)}`);
  const response = await scenario.send(id, subject.caller, { ...inputOf(subject), body });
  await requireInvalid(scenario, id, requirement, subject, response);
  return response;
}

/** Sends every violation of a valid body, one at a time, and asks for the documented refusal. */
export async function refusesViolations(
  scenario: Scenario,
  subject: Subject,
  ready: SubjectCase,
): Promise<void> {
  const { operation: id, requirement } = subject;
  const schema = operation(id).requestBody;
  if (schema === undefined) throw new Error(`${id} takes no body`);
  for (const violation of bodyViolations(schema, ready.body).filter(mustBeRefused)) {
    const response = await refusesBody(scenario, subject, ready, violation);
    if (response.status === 400) requireExplained(scenario, violation.path, response);
  }
  scenario.independentStep(`${id} with a list as the body`);
  const listed = await scenario.send(id, ready.caller, { ...inputOf(ready), body: [] });
  await requireInvalid(scenario, id, requirement, ready, listed);
}

/**
 * Sends what a lenient server may take for valid: null, an empty text, a number in quotes. It may be carried out and it
 * may be refused; what is neither is a fault.
 */
export async function survivesDoubtfulBodies(
  scenario: Scenario,
  { operation: id, requirement }: Subject,
  subject: SubjectCase,
): Promise<void> {
  const schema = operation(id).requestBody;
  if (schema === undefined) throw new Error(`${id} takes no body`);
  for (const violation of bodyViolations(schema, subject.body)) {
    if (mustBeRefused(violation)) continue;
    const { path, what, body } = violation;
    scenario.independentStep(`${id} with ${what} as ${placeOf(path)}`);
    await requireDecided(scenario, id, requirement, subject, { body }, 'unjudged');
  }
  for (const { kind, what, text, contentType } of rawViolations) {
    if (kind === 'wrong JSON') continue;
    scenario.independentStep(`${id} with ${what} as ${contentType}`);
    const content = { rawBody: text, headers: { 'content-type': contentType } };
    await requireDecided(scenario, id, requirement, subject, content, 'unjudged');
  }
}

/**
 * Sends a body to which the document knows no answer of the server's own trouble. An unexpected error may pass and be
 * tried again, as its code says; one that comes back is the server's answer to this body.
 *
 * @param shape whether what is answered must have its form: it may show what was sent, which is then of that form
 */
export async function requireDecided(
  scenario: Scenario,
  id: OperationId,
  requirement: RequirementId,
  subject: SubjectCase,
  content: Pick<OperationInput, 'body' | 'rawBody' | 'headers'>,
  shape: 'judged' | 'unjudged' = 'judged',
): Promise<ApiResponse> {
  const input = { ...inputOf(subject), ...content };
  const send = () =>
    shape === 'judged'
      ? scenario.send(id, subject.caller, input)
      : scenario.sendUnjudged(id, subject.caller, input);
  const first = await send();
  const response = first.status < 500 ? first : await send();
  const expected = 'a success status or a rejection';
  scenario.require(requirement, response.status < 500, expected, () => `twice ${describe(response)}`);
  return response;
}
