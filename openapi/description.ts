/** The OpenAPI description as data: operations, parameters, bodies, responses and events, each with its provenance. */
import type { Level, RequirementId } from './catalogue.ts';
import bundled from './generated/openapi.json' with { type: 'json' };
import type { operations } from './generated/types.ts';

/** A JSON Schema of the description; `$ref` points into `#/components/schemas/`. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly examples?: readonly unknown[];
  readonly 'x-requirement'?: string | readonly string[];
  readonly 'x-provenance'?: Level;
  readonly 'x-observed-values'?: readonly string[];
}

/** Every operation that a caller can send; the service sends those of `webhooks`. */
export type OperationId = Exclude<keyof operations, `on${string}`>;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly provenance: Level;
  readonly schema: Schema;
}

export interface ResponseDescription {
  readonly provenance: Level;
  /** Schema of the JSON body; absent if the response has none. */
  readonly schema?: Schema;
  /** Media types beside JSON that the response may have instead. */
  readonly otherTypes: readonly string[];
  /** Names of the examples of the JSON body. */
  readonly examples: readonly string[];
}

export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** Path template such as `/v1/payrolls/{payrollId}`. */
  readonly path: string;
  readonly summary: string;
  readonly provenance: Level;
  /** Requirements about the request and its response beside those of the schema, such as the status of a rejection. */
  readonly requirements: readonly RequirementId[];
  readonly parameters: readonly Parameter[];
  /** Schema of the JSON request body, absent if the operation takes none. */
  readonly requestBody?: Schema;
  /** Schema of the multipart/form-data request body, absent if the operation takes none. */
  readonly formBody?: Schema;
  /** By status code or class: `400`, `2XX`, `5XX`. */
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}

interface RawOperation {
  operationId: string;
  summary: string;
  'x-provenance'?: Level;
  'x-requirement'?: RequirementId | RequirementId[];
  parameters?: (RawParameter | { $ref: string })[];
  requestBody?: {
    content: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }>;
  };
  responses: Record<string, RawResponse | { $ref: string }>;
}
interface RawParameter {
  name: string;
  in: Parameter['in'];
  required?: boolean;
  'x-provenance'?: Level;
  schema: Schema;
}
interface RawResponse {
  'x-provenance'?: Level;
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
}
interface RawDescription {
  paths: Record<string, Partial<Record<Method, RawOperation>>>;
  webhooks: Record<string, { post: RawOperation }>;
  components: {
    parameters: Record<string, RawParameter>;
    responses: Record<string, RawResponse>;
    schemas: Record<string, Schema>;
  };
}

// The generator has bundled and linted the file; its literal type is too wide to be of use.
const raw = bundled as unknown as RawDescription;

const jsonType = 'application/json';
const formType = 'multipart/form-data';

/** Schemas of the description by name. */
export const schemas: Readonly<Record<string, Schema>> = raw.components.schemas;

/** The schema that a `$ref` names. */
export function referenced($ref: string): Schema {
  const target = schemas[$ref.replace('#/components/schemas/', '')];
  if (target === undefined) throw new Error(`The description has no schema ${$ref}`);
  return target;
}

/** The schema itself, or the schema of its `$ref` merged with the keywords beside the `$ref`. */
export function resolveSchema(schema: Schema): Schema {
  const { $ref, ...beside } = schema;
  return $ref === undefined ? schema : { ...resolveSchema(referenced($ref)), ...beside };
}

function lookup<T>(entry: T | { $ref: string }, table: Record<string, T>): T {
  if (typeof entry !== 'object' || entry === null || !('$ref' in entry)) return entry as T;
  const found = table[entry.$ref.slice(entry.$ref.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`The description has no ${entry.$ref}`);
  return found;
}

function toOperation(path: string, method: Method, source: RawOperation): Operation {
  const requestBody = source.requestBody?.content[jsonType]?.schema;
  const formBody = source.requestBody?.content[formType]?.schema;
  return {
    // The ids of the bundled file are the keys of the generated `operations`.
    id: source.operationId as OperationId,
    method,
    path,
    summary: source.summary,
    provenance: source['x-provenance'] ?? 'documented',
    requirements: [source['x-requirement'] ?? []].flat(),
    parameters: (source.parameters ?? []).map((entry) => {
      const parameter = lookup(entry, raw.components.parameters);
      const { 'x-provenance': provenance = 'documented', required = false } = parameter;
      return { ...parameter, required, provenance };
    }),
    ...(requestBody && { requestBody }),
    ...(formBody && { formBody }),
    responses: Object.fromEntries(
      Object.entries(source.responses).map(([status, entry]) => {
        const response = lookup(entry, raw.components.responses);
        const { schema, examples = {} } = response.content?.[jsonType] ?? {};
        const otherTypes = Object.keys(response.content ?? {}).filter((type) => type !== jsonType);
        const provenance = response['x-provenance'] ?? 'documented';
        return [
          status,
          { provenance, otherTypes, examples: Object.keys(examples), ...(schema && { schema }) },
        ];
      }),
    ),
  };
}

/** All operations in the order of the description. */
export const allOperations: readonly Operation[] = Object.entries(raw.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, source]) => toOperation(path, method as Method, source)),
);

const operationsById = new Map(allOperations.map((operation) => [operation.id, operation]));

export function operation(id: OperationId): Operation {
  const found = operationsById.get(id);
  if (found === undefined) throw new Error(`The description has no operation ${id}`);
  return found;
}

/** The response that the description gives for a status: the exact code, else its class (`2XX`). */
export function responseFor(source: Operation, status: number): ResponseDescription | undefined {
  return source.responses[String(status)] ?? source.responses[`${Math.floor(status / 100)}XX`];
}

/** Schema of the delivered body of each event. */
export const eventSchemas: ReadonlyMap<string, Schema> = new Map(
  Object.entries(raw.webhooks).flatMap(([eventType, { post }]) => {
    const schema = post.requestBody?.content[jsonType]?.schema;
    return schema === undefined ? [] : [[eventType, schema] as const];
  }),
);

/** Schema of `data` in the delivered body of an event. */
export const eventDataSchema = (eventType: string): Schema =>
  resolveSchema(eventSchemas.get(eventType) ?? {}).properties?.data ?? {};

/** The examples of each event in the description, by name. Examples of different events are coherent. */
export const eventExamples: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
  Object.entries(raw.webhooks).map(([eventType, { post }]) => {
    const examples = post.requestBody?.content[jsonType]?.examples ?? {};
    return [
      eventType,
      Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value])),
    ];
  }),
);
