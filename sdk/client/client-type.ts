/** The types of a client, made from the paths that the description gives. */
import type { paths } from '../../openapi/generated/types.ts';

export type HttpMethod = 'get' | 'put' | 'post' | 'delete' | 'patch';

type PathWith<Paths, Method extends HttpMethod> = {
  [Path in keyof Paths]: Paths[Path] extends { readonly [M in Method]: object } ? Path : never;
}[keyof Paths];

export type OperationAt<Paths, Path extends keyof Paths, Method extends HttpMethod> = Paths[Path] extends {
  readonly [M in Method]: infer Operation;
}
  ? Operation
  : never;

/** What of a type is there at all: parameters that an operation does not have are `never`. */
type Present<Type> = { [Key in keyof Type as NonNullable<Type[Key]> extends never ? never : Key]: Type[Key] };

type Params<Operation> = Operation extends { parameters: infer Parameters }
  ? object extends Present<Parameters>
    ? { readonly params?: Present<Parameters> }
    : { readonly params: Present<Parameters> }
  : { readonly params?: never };

/** The type of a request or response body: JSON if it may be. */
type ContentOf<Shown> = Shown extends { content: { 'application/json': infer Json } }
  ? Json
  : Shown extends { content: Readonly<Record<string, infer Other>> }
    ? Other
    : never;

type Body<Operation> = Operation extends { requestBody: infer Content }
  ? { readonly body: ContentOf<Content> }
  : Operation extends { requestBody?: infer Content }
    ? [NonNullable<Content>] extends [never]
      ? { readonly body?: never }
      : { readonly body?: ContentOf<NonNullable<Content>> }
    : { readonly body?: never };

/** How the body of a successful response is read: `json` unless given. */
export type ParseAs = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';

interface Parsed {
  readonly text: string;
  readonly blob: Blob;
  readonly arrayBuffer: ArrayBuffer;
  readonly stream: Response['body'];
}

type Init<Operation, Parse extends ParseAs> = Omit<RequestInit, 'body' | 'method' | 'headers'> &
  Params<Operation> &
  Body<Operation> & { readonly headers?: RequestInit['headers']; readonly parseAs?: Parse };

type SuccessStatus = 200 | 201 | 202 | 204 | '2XX';

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never;

/** The body of a successful response. */
export type SuccessOf<Operation> = ContentOf<
  ResponsesOf<Operation>[keyof ResponsesOf<Operation> & SuccessStatus]
>;

type ErrorOf<Operation> = ContentOf<
  ResponsesOf<Operation>[Exclude<keyof ResponsesOf<Operation>, SuccessStatus>]
>;

/** A response with its body read: `data` of a success, `error` of anything else. */
export type ReadResponse<Operation, Parse extends ParseAs> =
  | {
      readonly data: Parse extends keyof Parsed ? Parsed[Parse] : SuccessOf<Operation>;
      readonly error?: never;
      readonly response: Response;
    }
  | { readonly data?: never; readonly error: ErrorOf<Operation>; readonly response: Response };

/** What follows the path: it can be left out if nothing in it is required. */
type Rest<Options> = object extends Options ? [init?: Options] : [init: Options];

/** One method of a client. The options are no type parameter: a compiler that infers it takes fields that the body does not have. */
type Call<Paths, Method extends HttpMethod> = <
  Path extends PathWith<Paths, Method>,
  Parse extends ParseAs = 'json',
>(
  path: Path,
  ...rest: Rest<Init<OperationAt<Paths, Path, Method>, Parse>>
) => Promise<ReadResponse<OperationAt<Paths, Path, Method>, Parse>>;

/** Sees each request before it is sent, and each response; what it returns takes its place. */
export interface Middleware {
  onRequest?(call: { readonly request: Request }): Request | undefined | Promise<Request | undefined>;
  onResponse?(call: {
    readonly request: Request;
    readonly response: Response;
  }): Response | undefined | Promise<Response | undefined>;
}

/** The operations of some paths, by method and path. */
export interface ClientOf<Paths> {
  readonly GET: Call<Paths, 'get'>;
  readonly PUT: Call<Paths, 'put'>;
  readonly POST: Call<Paths, 'post'>;
  readonly DELETE: Call<Paths, 'delete'>;
  readonly PATCH: Call<Paths, 'patch'>;
  /** Adds middleware. Requests pass it in the order in which it was added, responses in the reverse. */
  use(...middleware: readonly Middleware[]): void;
  /** Takes middleware out again. */
  eject(...middleware: readonly Middleware[]): void;
}

/** Every operation by method and path: `client.GET('/v1/payrolls/{payrollId}', …)`. */
export type Client = ClientOf<paths>;
