/** The controls of control.yaml: as data, as types, and called by the server itself. */

import type { Parameter, Schema } from '../../openapi/description.ts';
import control from '../../openapi/generated/control.json' with { type: 'json' };
import type { operations } from '../../openapi/generated/control-types.ts';
import type { Answer, RequestValues } from '../http/exchange.ts';
import { call, type Described } from '../http/pipe.ts';
import { validationRules } from '../resources/validation.ts';

export type ControlOperationId = keyof operations;

export interface ControlOperation extends Described {
  readonly id: ControlOperationId;
}

/** Carries out one control. @throws Refusal */
type ControlHandler<Op> = (request: RequestValues<Op>) => Promise<Answer>;
export type ControlHandlers = { readonly [Id in ControlOperationId]: ControlHandler<operations[Id]> };

export type ControlRequest<Id extends ControlOperationId> = Partial<RequestValues<operations[Id]>>;

interface RawOperation {
  readonly operationId: ControlOperationId;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

/** Replaces each reference by the schema that it names: the validators only know the schemas of the main description. */
export function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') return withoutReferences(find(value.$ref));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutReferences(child)]));
}

function find(reference: string): unknown {
  let place: unknown = control;
  for (const name of reference.split('/').slice(1))
    place =
      typeof place === 'object' && place !== null
        ? Object.entries(place).find(([key]) => key === name)?.[1]
        : undefined;
  if (place === undefined) throw new Error(`The description of the control plane has no ${reference}`);
  return place;
}

// The generator has bundled and linted the file; its literal type is too wide to be of use.
const paths = withoutReferences(control.paths) as Record<
  string,
  Record<ControlOperation['method'], RawOperation>
>;

export const controlVersion: string = control.info.version;

export const controlOperations: readonly ControlOperation[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, parameters = [], requestBody }]) => ({
    id: operationId,
    method: method as ControlOperation['method'],
    path,
    parameters,
    ...(requestBody && { requestBody: requestBody.content['application/json'].schema }),
  })),
);

const byId = new Map(controlOperations.map((operation) => [operation.id, operation]));

/** The controls without HTTP, for the page and the seed data. */
export interface Controls {
  /** @throws Refusal as over HTTP. */
  call<Id extends ControlOperationId>(id: Id, request: ControlRequest<Id>): Promise<Answer>;
}

export function createControls(handlers: ControlHandlers): Controls {
  return {
    async call(id, { path = {}, query = {}, body }) {
      const operation = byId.get(id);
      if (operation === undefined) throw new Error(`control.yaml has no operation ${id}`);
      return call(handlers[id], validationRules, operation, { path, query, body });
    },
  };
}
