/** The levers of control.yaml as functions: requests are validated against it wherever they come from. */
import type { operations } from '../../openapi/generated/control-types.ts';
import { validate } from '../../openapi/validate.ts';
import type { Answer } from '../http/exchange.ts';
import { paramsOf } from '../http/parameters.ts';
import { validationRules } from '../resources/validation/rules.ts';
import { invalidBody, notFound } from '../state/refusal.ts';
import type { ControlHandler, ControlHandlers, ControlRequest } from './exchange.ts';
import { type ControlOperation, type ControlOperationId, controlOperation } from './operations.ts';

/** A request to the control plane before it is validated. */
export interface UncheckedControlRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** @throws Refusal when the path cannot name anything. */
export function checkPath(operation: ControlOperation, path: UncheckedControlRequest['path']): void {
  if (validationRules.ofParameters(operation, 'path', path).length > 0) throw notFound();
}

/** @throws Refusal when the request is not as control.yaml wants it. */
export function checkRequest(
  operation: ControlOperation,
  request: UncheckedControlRequest,
): ControlRequest<never> {
  checkPath(operation, request.path);
  const violations = [
    ...validationRules.ofParameters(operation, 'query', request.query),
    ...(operation.requestBody ? validate(operation.requestBody, request.body) : []),
  ];
  if (violations.length > 0) throw invalidBody(paramsOf(violations));
  // The description has just been checked, which the compiler cannot see.
  return request as unknown as ControlRequest<never>;
}

export interface Levers {
  /** @throws Refusal as over HTTP. */
  pull<Id extends ControlOperationId>(
    id: Id,
    request: Partial<ControlRequest<operations[Id]>>,
  ): Promise<Answer>;
}

/** The levers without HTTP, for the page. */
export function createLevers(handlers: ControlHandlers): Levers {
  return {
    async pull(id, { path = {}, query = {}, body }) {
      const handler = handlers[id] as ControlHandler<never>;
      return handler(checkRequest(controlOperation(id), { path, query, body }));
    },
  };
}
