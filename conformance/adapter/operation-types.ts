/** Request and response types of the operations, for adapters. */
import type { OperationId } from '../../openapi/description.ts';
import type { operations } from '../../openapi/generated/types.ts';
import type { FormFile } from '../http/message.ts';
import type { ReliedOn } from './relied-on.ts';

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Form<T> = T extends { content: { 'multipart/form-data': infer Body } }
  ? { readonly [Name in keyof Body]-?: FormFile }
  : Readonly<Record<never, FormFile>>;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type PathOf<Id extends OperationId> =
  Parameters<Id> extends { path: infer Path extends object } ? Path : Readonly<Record<never, string>>;
type QueryOf<Id extends OperationId> =
  Parameters<Id> extends { query?: infer Query } ? NonNullable<Query> : Readonly<Record<never, string>>;
type RequestBody<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? NonNullable<Body>
  : never;

/** A request of the description. A check sends it, and an adapter turns it into the target's own request. */
export interface OperationRequest<Id extends OperationId> {
  readonly path: PathOf<Id>;
  readonly query: QueryOf<Id>;
  readonly body: Json<RequestBody<Id>>;
  readonly form: Form<RequestBody<Id>>;
}

type Described<Id extends OperationId> = operations[Id] extends { responses: { '2XX': infer Answer } }
  ? Json<Answer>
  : undefined;

/** The same with everything optional: a target need not have all fields of the description. */
type Partly<T> = T extends readonly (infer Item)[]
  ? readonly Partly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Partly<T[Name]> | undefined }
    : T;

type Needed<Id extends OperationId, Answer> = {
  readonly [Name in Extract<ReliedOn<Id>, keyof Answer>]-?: NonNullable<Answer[Name]>;
};

/** The response that an operation of an adapter returns. Fields that no check uses may be left out. */
export type OperationAnswer<Id extends OperationId> =
  Described<Id> extends object
    ? (Partly<Described<Id>> & Needed<Id, Partly<Described<Id>>>) | Nothing<Id>
    : Nothing<never>;

/** The result of an operation whose response no check uses: it may return nothing, and the target's own response counts. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing
type Nothing<Id extends OperationId> = [ReliedOn<Id>] extends [never] ? void : never;
