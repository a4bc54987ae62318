/** Requests and answers as the routes see them, typed from the description. */
import type { Operation, OperationId } from '../../openapi/description.ts';
import type { operations } from '../../openapi/generated/types.ts';
import type { Caller } from '../resources/tokens/authentication.ts';
import type { Service } from '../service/service.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';

export type BodyOf<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : Op extends { requestBody: { content: { 'multipart/form-data': object } } }
    ? FormData
    : undefined;
export type PathOf<Op> = Op extends { parameters: { path: infer Path } } ? Path : Record<string, never>;
export type QueryOf<Op> = Op extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : Record<string, never>;
type AnswerBodyOf<Op> = Op extends { responses: { '2XX': { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

/** The values of a request that has been validated. */
export interface RequestValues<Op> {
  readonly path: PathOf<Op>;
  readonly query: QueryOf<Op>;
  readonly body: BodyOf<Op>;
}

/** A request that is authenticated as well. */
export interface ValidRequest<Op> extends RequestValues<Op> {
  readonly caller: Caller;
  /** Id of the business that the request is about. */
  readonly businessId: string;
}

export interface Answer<Body = unknown> {
  readonly status: number;
  /** Absent for an answer without a body. */
  readonly body?: Body;
  /** In place of a body, for content that is not JSON. */
  readonly text?: { readonly contentType: string; readonly content: string };
}

/** Carries out one operation. @throws Refusal */
export type Handler<Op> = (request: ValidRequest<Op>) => Promise<Answer<AnswerBodyOf<Op>>>;

/** A handler for every operation of the description. */
export type Handlers = { readonly [Id in OperationId]: Handler<operations[Id]> };

/** A request before it is validated. */
export interface UncheckedRequest {
  readonly operation: OperationId;
  readonly caller: Caller;
  readonly business: BusinessRecord;
  /** The X-MultiTenantKey header. */
  readonly tenantKey: string | undefined;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Tells the caller what is noticed about its query and the fields of its body; see `field-warnings.ts`. */
export const warningHeader = 'X-Field-Warnings';

/** Places where something may step between a caller and the routes. */
export interface ExchangeHooks {
  /** Operations that are served beside those of the environment. */
  readonly serves?: (operation: Operation) => boolean;
  /** Sentences about a body and a query that a person should know. */
  readonly warnings?: (
    operation: Operation,
    body: unknown,
    query: Readonly<Record<string, unknown>>,
  ) => readonly string[];
  /** Sees a request before it is validated. */
  readonly request?: (request: UncheckedRequest, service: Service) => Promise<UncheckedRequest>;
  /** Sees a response before it is sent; `request` is absent if it was rejected before it was read. */
  readonly answer?: (
    answer: Answer,
    operation: Operation,
    request: UncheckedRequest | undefined,
  ) => Answer | Promise<Answer>;
}
