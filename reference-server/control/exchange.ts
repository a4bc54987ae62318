/** Requests to the control plane as its handlers see them, typed from control.yaml. */
import type { operations } from '../../openapi/generated/control-types.ts';
import type { Answer, BodyOf, PathOf, QueryOf } from '../http/exchange.ts';
import type { ControlOperationId } from './operations.ts';

/** A request to the control plane that has been found valid. */
export interface ControlRequest<Op> {
  readonly path: PathOf<Op>;
  readonly query: QueryOf<Op>;
  readonly body: BodyOf<Op>;
}

export type ControlHandler<Op> = (request: ControlRequest<Op>) => Promise<Answer>;
export type ControlHandlers = { readonly [Id in ControlOperationId]: ControlHandler<operations[Id]> };
