/** An adapter as a module or a configuration defines it. */
import * as z from 'zod';
import type {
  AfterWrite,
  EventNames,
  FurtherHeaders,
  JwtClaims,
  Key,
  Operations,
  OperationTools,
  Words,
} from '../../conformance/adapter/adapter.ts';
import type { OperationAnswer, OperationRequest } from '../../conformance/adapter/operation-types.ts';
import type { ControlName, Controls } from '../../conformance/target/controls.ts';
import type { GivenData } from '../../conformance/target/test-data.ts';
import type { OperationId } from '../../openapi/description.ts';
import { assumedOperations, EventNamesSchema, OperationsSchema } from './bindings.ts';
import {
  type ControlConfig,
  ControlsSchema,
  KeySchema,
  OwnHeadersSchema,
  type RequestConfig,
  RequestSchema,
  variableName,
} from './controls.ts';
import { DataSchema } from './data.ts';
import { WordsSchema } from './words.ts';

/** The same as a request: `{businessId}` stands for the business, where it is known. */
export type AfterWriteRequest = Pick<RequestConfig, 'method' | 'path' | 'body' | 'key' | 'headers'>;

const AfterWriteSchema = z.union(
  [RequestSchema, z.custom<AfterWrite>((value) => typeof value === 'function')],
  "must be a request, such as { path: '/test/idle' }, or a function",
);

const variableRemedy = 'must be the name of an environment variable, such as OUR_OPS_KEY';

export const AdapterSchema = z.strictObject({
  /** How the target does each operation that it does in its own way: other names, or a function. */
  operations: OperationsSchema.exactOptional(),
  /** Controls, each one a function, a request, or a function of a module. */
  controls: ControlsSchema.exactOptional(),
  /** The target's words for ours, by field. */
  values: WordsSchema.exactOptional(),
  /** The target's names of the fields of `data` in events. */
  events: EventNamesSchema.exactOptional(),
  /** The field that holds the whole of each response that the interface document leaves open. */
  unwrap: z.string().min(1, "must be the name of a field, such as 'result'").exactOptional(),
  /** What the paths of the target have instead of the documented prefix `/v1`. */
  pathPrefix: z
    .string()
    .regex(/^(\/[\w.~-]+)*$/, "must begin with a slash and end without one, such as '/api/v2', or be empty")
    .exactOptional(),
  /** Headers that every request of an operation carries. */
  headers: z
    .custom<FurtherHeaders>(
      (value) => typeof value === 'function' || OwnHeadersSchema.safeParse(value).success,
      "must be headers, such as { 'x-version': '2' }, or a function that returns them",
    )
    .exactOptional(),
  /** The claims of external tokens. */
  jwt: z.strictObject({ subject: z.string().min(1) }).exactOptional(),
  /** The data that fills requests. */
  data: DataSchema.exactOptional(),
  /** Waits until the effects of a write can be read. */
  afterWrite: AfterWriteSchema.exactOptional(),
  /** The default key of controls. */
  controlKey: KeySchema.exactOptional(),
  /** Base address of the controls. */
  controlBaseUrl: z.string().exactOptional(),
  /** Environment variables that hold secrets which operations and controls send. */
  secrets: z.array(z.string(variableRemedy).regex(variableName, variableRemedy)).exactOptional(),
  /** Assumed operations that the target does not offer. Requirements that need them are not exercised. */
  absentOperations: z.array(z.enum(assumedOperations)).exactOptional(),
});

/** The argument of `defineAdapter`, with the types of each operation and control. */
export interface Adapter {
  /** How the target does each operation that it does in its own way: other names, or a function. */
  readonly operations?: Operations;
  /** Controls, each one a function, a request, or a function of a module. */
  readonly controls?: { readonly [Name in ControlName]?: ControlConfig | NonNullable<Controls[Name]> };
  /** The target's words for ours, by field, where the interface document names none. */
  readonly values?: Words;
  /** The target's names of the fields of `data` in events: `{ 'virtual-account.created': { id: 'virtualAccountId' } }`. */
  readonly events?: EventNames;
  /** The field that holds the whole of each response that the interface document leaves open: `result`. */
  readonly unwrap?: string;
  /** What the paths of the target have instead of the documented prefix `/v1`: `/api/v2`. All paths of the adapter begin with `/v1` then. */
  readonly pathPrefix?: string;
  /** Headers that every request of an operation carries: `({ method }) => (method === 'GET' ? {} : { 'idempotency-key': randomUUID() })`. */
  readonly headers?: FurtherHeaders;
  /** The claims of external tokens: `{ subject: 'uid' }`. @defaultValue the user is named in `sub` */
  readonly jwt?: JwtClaims;
  /** The data that fills requests. The suite finds missing data before the checks. */
  readonly data?: GivenData;
  /** Waits until the effects of a write can be read, for a target that applies accepted writes later. */
  readonly afterWrite?: AfterWrite | AfterWriteRequest;
  /** The default key of controls. @defaultValue `none` */
  readonly controlKey?: Exclude<Key, 'caller'>;
  /** Base address of the controls, such as `http://127.0.0.1:9000/ops`. @defaultValue the base address of the server */
  readonly controlBaseUrl?: string;
  /** Environment variables that hold further secrets which operations and controls send. */
  readonly secrets?: readonly string[];
  /** Assumed operations that the target does not offer. Requirements that need them are not exercised. */
  readonly absentOperations?: readonly OperationId[];
}

/** Names in the return value of a function that the operation's response does not have. */
type Strange<Have, Want> = Have extends readonly (infer HaveItem)[]
  ? Want extends readonly (infer WantItem)[]
    ? Strange<HaveItem, WantItem>
    : never
  : Have extends object
    ? string extends keyof Have
      ? never
      : Exclude<keyof Have, Keys<Want>> | Inner<Have, Want>
    : never;
type Keys<T> = T extends object ? keyof T : never;
type Inner<Have extends object, Want> = {
  [Name in keyof Have & Keys<Want>]: Strange<Have[Name], Field<Want, Name>>;
}[keyof Have & Keys<Want>];
type Field<Want, Name> = Want extends object
  ? Name extends keyof Want
    ? NonNullable<Want[Name]>
    : never
  : never;

/**
 * Rejects fields that are not in the operation's response: TypeScript alone allows additional fields in the return
 * value of a function.
 */
type Exact<Own> = {
  readonly [Id in keyof Own]: Id extends OperationId
    ? Own[Id] extends (...given: never[]) => infer Returned
      ? [Strange<Awaited<Returned>, OperationAnswer<Id>>] extends [never]
        ? unknown
        : (
            request: OperationRequest<Id>,
            tools: OperationTools,
          ) => { 'the answer has no field': Strange<Awaited<Returned>, OperationAnswer<Id>> }
      : unknown
    : never;
};

/**
 * Gives an adapter its types: arguments and return value of each operation, and arguments of each control.
 *
 * @example
 * ```ts
 * export default defineAdapter({
 *   operations: {
 *     createPerson: { path: '/v1/joiners', body: { firstName: 'given_name' }, answer: { id: 'joiner.ref' } },
 *     createPayout: async ({ body }, { send }) => {
 *       const draft = await send({ method: 'POST', path: '/v1/drafts', body: { to: body.beneficiaryId, ...body.amount } });
 *       const id = idFromLocation(draft);
 *       await send({ method: 'POST', path: `/v1/drafts/${id}/confirm` });
 *       return { id };
 *     },
 *   },
 * });
 * ```
 */
export function defineAdapter<const Own extends Operations>(
  adapter: Omit<Adapter, 'operations'> & { readonly operations?: Own & Exact<Own> },
): Adapter {
  return adapter;
}
