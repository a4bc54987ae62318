/** Bodies that are not valid, for an operation whose refusal is a requirement of its own. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { type OperationId, operation } from '../../openapi/description.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import { bodyViolations } from '../generate/violations.ts';
import type { Caller, OperationInput } from '../http/message.ts';

/** Sends every violation of a valid body, one at a time, and asks for 400 with invalid_request_body. */
export async function refusesInvalid(
  scenario: Scenario,
  id: OperationId,
  requirement: RequirementId,
  caller: Caller,
  input: OperationInput,
): Promise<void> {
  const schema = operation(id).requestBody;
  if (schema === undefined) throw new Error(`${id} takes no body`);
  const inputs: readonly (readonly [string, OperationInput])[] = [
    ...bodyViolations(schema, input.body).map(({ path, what, body }): [string, OperationInput] => [
      `${what} as ${path.length === 0 ? 'the body' : path.join('.')}`,
      { ...input, body },
    ]),
    ['a list as the body', { ...input, body: [] }],
    ['a body that is not JSON', { ...input, rawBody: '{"broken": ' }],
  ];
  for (const [what, invalid] of inputs) {
    scenario.probe(`${id} with ${what}`);
    const { status, json, text } = await scenario.send(id, caller, invalid);
    const code = (json as { code?: unknown } | undefined)?.code;
    scenario.require(requirement, status === 400 && code === 'invalid_request_body', {
      expected: `400 with the code invalid_request_body to ${what}`,
      actual: `${status} with ${show(json ?? text)}`,
    });
  }
}
