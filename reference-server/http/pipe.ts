/** The way of a request from its path to the answer of a handler, for the API and for the control plane. */
import { type Request, type Response, Router } from 'express';
import { type Operation, type Parameter, resolveSchema } from '../../openapi/description.ts';
import type { SchemaViolation } from '../../openapi/validate.ts';
import type { validationRules } from '../resources/validation.ts';
import { invalidBody, notFound } from '../state/refusal.ts';
import { answerOf, send } from './answer.ts';
import type { Answer } from './exchange.ts';
import { note } from './observe-requests.ts';

/** The description of the requests to an operation. */
export interface Described extends Pick<Operation, 'method' | 'path' | 'parameters' | 'requestBody'> {
  readonly id: string;
}

/** The values of a request before validation. */
export interface UncheckedValues {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

type Validation = Pick<typeof validationRules, 'ofBody' | 'ofParameters'>;

/**
 * Converts a query value to the type in its schema. A value that cannot be converted stays text, and the validation
 * rejects it.
 */
function readValue(type: string | undefined, text: unknown): unknown {
  if (type === 'integer' && typeof text === 'string' && /^-?\d+$/.test(text)) {
    const number = Number(text);
    // A larger one is rounded, and is not the number that the caller sent.
    return Number.isSafeInteger(number) ? number : text;
  }
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Query values, converted to the types in their schemas. */
export function readQuery(
  parameters: readonly Parameter[],
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const { name, in: place, schema } of parameters) {
    const text = raw[name];
    if (place === 'query' && text !== undefined) query[name] = readValue(resolveSchema(schema).type, text);
  }
  return query;
}

/** The `params` of an error object: the first message for each place, by its dotted path. */
function paramsOf(violations: readonly SchemaViolation[]): Record<string, string> {
  const messages = violations.map(({ path, message }) => [path.join('.') || 'body', message] as const);
  return Object.fromEntries(messages.toReversed());
}

/**
 * @throws Refusal 404 when a path parameter is invalid: such a path names nothing, and reads have no 400 in the
 * description.
 */
export function checkPath(validation: Validation, operation: Described, path: UncheckedValues['path']): void {
  if (validation.ofParameters(operation, 'path', path).length > 0) throw notFound();
}

/**
 * Validates a request and passes it to the handler of its operation.
 *
 * @throws Refusal when the request is invalid, or the handler throws it.
 */
export async function call(
  handler: (request: never) => Promise<Answer>,
  validation: Validation,
  operation: Described,
  request: UncheckedValues,
): Promise<Answer> {
  checkPath(validation, operation, request.path);
  const violations = [
    ...validation.ofParameters(operation, 'query', request.query),
    ...validation.ofBody(operation, request.body),
  ];
  if (violations.length > 0) throw invalidBody(paramsOf(violations));
  // The description has just been checked, which the compiler cannot see.
  return handler(request as never);
}

/** The outcome of some work: its result or its error. */
export function answered(response: Response, work: () => Promise<Answer>): Promise<Answer> {
  return work().catch((error: unknown) => {
    note(response, { error });
    return answerOf(error);
  });
}

/** One route for each operation. */
export function routerOf<Op extends Described>(
  operations: readonly Op[],
  carryOut: (operation: Op, request: Request, response: Response) => Promise<Answer>,
): Router {
  const router = Router({ caseSensitive: true });
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[operation.method](path, async (request: Request, response: Response) => {
      note(response, { operation: operation.id });
      send(response, await carryOut(operation, request, response));
    });
  }
  return router;
}
