/** Rules for invalid bodies in the section "Errors" of the interface document. */
import type fc from 'fast-check';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { UnsendableBody } from '../adapter/own-function.ts';
import { decided, errorOf } from '../engine/expectation.ts';
import { type BodyViolation, bodyViolations, nearValid, rawViolations } from '../generate/violations.ts';
import type { OperationInput } from '../http/message.ts';
import { type ApiResponse, describe, show } from '../provider/response.ts';
import type { Scenario } from '../provider/scenario.ts';
import type { OperationSubject, SubjectCase } from './subjects.ts';

const codeOf = ({ json }: ApiResponse) => (json as { code?: unknown } | undefined)?.code;

/** Cases whose valid body was carried out as well, so that what it names has changed. */
const sentValid = new WeakSet<SubjectCase>();

export const hasSentValid = (subject: SubjectCase): boolean => sentValid.has(subject);

/**
 * A rejection that is not the documented one may have a reason of the target's own. So the valid body is sent too: if it
 * is rejected as well, nothing is judged.
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
    sentValid.add(subject);
    if (subject.acceptable === false) {
      // The valid request cannot be carried out either. If it is rejected the same way, there is another reason; a 401 is about its token.
      const other = await scenario.send(id, subject.caller, valid);
      const isSame = other.status === status && codeOf(other) === codeOf(response);
      if (isSame && status !== 401) throw scenario.refusal(id, other);
    } else await scenario.ask(id, subject.caller, valid);
  }
  const expects = { ...errorOf(400, 'invalid_request_body'), seen: status };
  scenario.require(requirement, holds, '400 with the code invalid_request_body', describe(response), expects);
}

/** Fields for which the document gives another status than 400, or none: unknown file ids are 404. */
const namesFile = (path: readonly string[]) => /File(Id|Front|Back)$/.test(path.at(-1) ?? '');

/** The document says only that the fields of an address are strings, so their formats are open. */
const isOfAddress = (path: readonly string[]) => path.at(-2)?.toLowerCase().endsWith('address') ?? false;

/** Whether the document requires a rejection of the body as invalid: always for a wrong type. */
function mustBeRefused({ certain, kind, path }: BodyViolation): boolean {
  return certain && (kind === 'wrong type' || !(namesFile(path) || isOfAddress(path)));
}

const placeOf = (path: readonly string[]) => (path.length === 0 ? 'the body' : path.join('.'));

function inputOf({ path }: SubjectCase): OperationInput {
  return path === undefined ? {} : { path };
}

/** Evaluates the message of a rejection and its entry of params. */
function requireExplained(
  scenario: Scenario,
  { acceptable }: SubjectCase,
  place: readonly string[],
  { json }: ApiResponse,
): void {
  const { message, params } = (json ?? {}) as { message?: unknown; params?: unknown };
  const holds = /request body provided is not valid/i.test(String(message));
  const expected = 'a message that states that the request body provided is not valid';
  const body = {
    at: ['message'],
    rule: { type: 'matches', pattern: '[Rr]equest body provided is not valid' },
  } as const;
  scenario.require('ERR-004', holds, expected, show(message), { values: [body] });
  if (place.length === 0) return;
  const keys = typeof params === 'object' && params !== null ? Object.keys(params) : [];
  // The document does not show how params writes a nested field, so the key only has to contain the name.
  const named = keys.some((key) => place.some((part) => !/^\d+$/.test(part) && key.includes(part)));
  const wanted = `an entry in params that names ${placeOf(place)}`;
  const actual = params === undefined ? 'no params' : `params ${show(params)}`;
  scenario.require('ERR-010', keys.length > 0, wanted, actual);
  // The error object may have no params, and those of a body that is never accepted may name something else.
  if (keys.length > 0 && acceptable !== false) scenario.require('ERR-008', named, wanted, actual);
}

/** A body that is not JSON is invalid for every operation. */
export async function refusesBrokenJson(
  scenario: Scenario,
  id: OperationId,
  requirement: RequirementId,
  subject: SubjectCase,
): Promise<void> {
  const [broken] = rawViolations;
  scenario.independentStep(`${id} with ${broken.what}`);
  const input = { ...inputOf(subject), body: subject.body, rawBody: broken.text };
  const response = await scenario.send(id, subject.caller, input);
  await requireInvalid(scenario, id, requirement, subject, response);
}

/** A server may repeat its earlier response to a known idempotency key, so generated bodies have none. */
function withoutKey({ body, ...violation }: BodyViolation): BodyViolation {
  if (typeof body !== 'object' || body === null || violation.path[0] === 'idempotencyKey')
    return { ...violation, body };
  const { idempotencyKey: _, ...rest } = body as Record<string, unknown>;
  return { ...violation, body: rest };
}

/** Any body with one violation that must be rejected, whatever the rest of the body is. */
export function refusedBodies({ operation: id }: OperationSubject): fc.Arbitrary<BodyViolation> {
  return nearValid(operation(id).requestBody ?? {})
    .filter(mustBeRefused)
    .map(withoutKey);
}

/**
 * Sends one body that must be rejected. The rejection must name the field only if the rest of the body is valid for the
 * target, so the caller judges that.
 */
export async function refusesBody(
  scenario: Scenario,
  { operation: id, requirement }: OperationSubject,
  subject: SubjectCase,
  { path, what, body }: BodyViolation,
): Promise<ApiResponse> {
  scenario.independentStep(`${id} with ${what} as ${placeOf(path)}`);
  const response = await scenario.send(id, subject.caller, { ...inputOf(subject), body });
  await requireInvalid(scenario, id, requirement, subject, response);
  return response;
}

/** Some bodies cannot be sent by the function of an adapter. */
function ignoreUnsendable(error: unknown): undefined {
  if (!(error instanceof UnsendableBody)) throw error;
}

/** Sends every violation of a valid body, one at a time, and requires the documented rejection. */
export async function refusesViolations(
  scenario: Scenario,
  subject: OperationSubject,
  ready: SubjectCase,
): Promise<void> {
  const { operation: id, requirement } = subject;
  const schema = operation(id).requestBody;
  if (schema === undefined) throw new Error(`${id} takes no body`);
  for (const violation of bodyViolations(schema, ready.body).filter(mustBeRefused)) {
    const response = await refusesBody(scenario, subject, ready, violation).catch(ignoreUnsendable);
    if (response?.status === 400) requireExplained(scenario, ready, violation.path, response);
  }
  scenario.independentStep(`${id} with a list as the body`);
  const listed = await scenario.send(id, ready.caller, { ...inputOf(ready), body: [] });
  await requireInvalid(scenario, id, requirement, ready, listed);
}

/**
 * Sends bodies that a lenient server may accept: null, an empty text, a number in quotes. The server may accept or reject
 * them; anything else is a violation.
 */
export async function survivesDoubtfulBodies(
  scenario: Scenario,
  { operation: id, requirement }: OperationSubject,
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
    const content = { body: subject.body, rawBody: text, headers: { 'content-type': contentType } };
    await requireDecided(scenario, id, requirement, subject, content, 'unjudged');
  }
}

/** Whether an earlier run may have sent the same idempotencyKey; what a repetition returns is not shown. */
function hasOtherKey(body: unknown, { body: prepared }: SubjectCase): boolean {
  const keyOf = (sent: unknown) => (isRecord(sent) ? sent.idempotencyKey : undefined);
  const key = keyOf(body);
  return key !== undefined && key !== keyOf(prepared);
}

/**
 * Sends a body that may be accepted or rejected, but must not cause a server error that comes back each time.
 *
 * @param shape whether the response is judged by its schema: it may repeat sent values, which then have the wrong shape
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
  const response =
    shape === 'judged' && !hasOtherKey(content.body, subject)
      ? await scenario.send(id, subject.caller, input)
      : await scenario.sendUnjudged(id, subject.caller, input);
  scenario.businesses.doubtful.note(id, input, response);
  const expected = 'a success status or a rejection';
  scenario.require(requirement, response.status < 500, expected, () => describe(response), decided);
  return response;
}
