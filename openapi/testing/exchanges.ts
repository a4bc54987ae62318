/** The description as tests read it: media types with their examples, references followed. */
import type { Level } from '../catalogue.ts';
import type { Schema } from '../description.ts';
import bundled from '../generated/openapi.json' with { type: 'json' };

export interface MediaType {
  readonly type: string;
  readonly schema: Schema;
  readonly examples: readonly (readonly [name: string, value: unknown])[];
}

export interface ExampleAnswer {
  readonly status: string;
  readonly provenance: Level;
  readonly content: readonly MediaType[];
}

export interface ParameterExample {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation, or an event that the service sends. */
export interface ExampleExchange {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly kind: 'operation' | 'event';
  readonly provenance: Level;
  readonly parameters: readonly ParameterExample[];
  readonly request: readonly MediaType[];
  readonly answers: readonly ExampleAnswer[];
}

type Raw = Readonly<Record<string, unknown>>;
type RawContent = Record<string, { schema: Schema; examples?: Record<string, Raw>; example?: unknown }>;

interface RawOperation {
  operationId: string;
  'x-provenance'?: Level;
  parameters?: Raw[];
  requestBody?: Raw;
  responses: Record<string, Raw>;
}

function follow(entry: unknown): unknown {
  const $ref = (entry as Raw | undefined)?.$ref;
  if (typeof $ref !== 'string') return entry;
  return follow(
    $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((node, part) => (node as Raw)[part], bundled),
  );
}

const mediaTypes = (carrier: unknown): MediaType[] =>
  Object.entries((follow(carrier) as { content?: RawContent } | undefined)?.content ?? {}).map(
    ([type, { schema, examples = {}, example }]) => ({
      type,
      schema,
      examples: [
        ...Object.entries(examples).map(([name, entry]) => [name, (follow(entry) as Raw).value] as const),
        ...(example === undefined ? [] : [['example', example] as const]),
      ],
    }),
  );

function toExchange(
  kind: ExampleExchange['kind'],
  path: string,
  method: string,
  raw: RawOperation,
): ExampleExchange {
  return {
    id: raw.operationId,
    method,
    path,
    kind,
    provenance: raw['x-provenance'] ?? 'documented',
    parameters: (raw.parameters ?? []).map((entry) => ({
      required: false,
      ...(follow(entry) as Omit<ParameterExample, 'required'>),
    })),
    request: mediaTypes(raw.requestBody),
    answers: Object.entries(raw.responses).map(([status, entry]) => {
      const answer = follow(entry) as { 'x-provenance'?: Level };
      return { status, provenance: answer['x-provenance'] ?? 'documented', content: mediaTypes(answer) };
    }),
  };
}

function all(kind: ExampleExchange['kind'], items: object): ExampleExchange[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item as Record<string, RawOperation>)
      .filter(([, raw]) => raw.operationId !== undefined)
      .map(([method, raw]) => toExchange(kind, path, method, raw)),
  );
}

export const operationExchanges: readonly ExampleExchange[] = all('operation', bundled.paths);
export const eventExchanges: readonly ExampleExchange[] = all('event', bundled.webhooks);

export const isSuccess = (status: string) => status.startsWith('2');
