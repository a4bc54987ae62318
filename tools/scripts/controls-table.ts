/** The table of controls and their types, from the entries under `x-controls` in control.yaml. */
import * as z from 'zod';

const Names = z.array(z.string());

const ControlSource = z.strictObject({
  does: z.string(),
  capability: z.string().optional(),
  takes: z.array(z.union([z.string(), Names])),
  constants: z.record(z.string(), z.unknown()).default({}),
  answers: Names,
  fields: Names.optional(),
  effect: z.enum(['now', 'later']),
  belongsTo: z.string(),
  tried: z.union([
    z.enum(['in-the-run', 'returns', 'function']),
    z.strictObject({ seenIn: z.string() }),
    z.strictObject({ brings: z.string() }),
  ]),
  triedWith: z.record(z.string(), z.unknown()).default({}),
});

type ControlSource = z.infer<typeof ControlSource>;

const MethodName = z.enum(['get', 'post', 'put', 'patch', 'delete']);

const Body = z.object({
  content: z.object({
    'application/json': z.object({
      schema: z.object({ properties: z.record(z.string(), z.unknown()).optional() }),
    }),
  }),
});

/** An operation of the control plane, as far as controls are concerned. */
const ControlOperation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: z.unknown() })).default([]),
  requestBody: Body.optional(),
  'x-controls': z.record(z.string(), z.unknown()).default({}),
});

type ControlOperation = z.infer<typeof ControlOperation>;

interface Control extends ControlSource {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: ControlOperation;
}

/** A value of the bundled description with its references replaced. */
function resolved(value: unknown, root: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, root));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const target = value.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root);
    return resolved(target, root);
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, root)]));
}

/** @throws Error that names the control and what is missing or unknown */
function controlsIn(description: object): readonly Control[] {
  const { paths } = resolved(description, description) as { readonly paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      if (!MethodName.safeParse(method).success) return [];
      const operation = ControlOperation.parse(described);
      return Object.entries(operation['x-controls']).map(([name, entry]) => {
        const parsed = ControlSource.safeParse(entry);
        if (!parsed.success)
          throw new Error(`openapi/control.yaml: x-controls ${name}: ${z.prettifyError(parsed.error)}`);
        return { ...parsed.data, name, method, path, operation };
      });
    }),
  );
}

const plain = (argument: string) => argument.replace('?', '');

/** @throws Error if the operation has no such argument */
function typeOf({ name, operation }: Control, argument: string): string {
  const { operationId, parameters, requestBody } = operation;
  const parameter = parameters.find((each) => each.name === argument);
  if (parameter?.in === 'path') return `Path<'${operationId}'>['${argument}']`;
  if (parameter?.in === 'query') return `Query<'${operationId}'>['${argument}']`;
  if (argument in (requestBody?.content['application/json'].schema.properties ?? {}))
    return `Body<'${operationId}'>['${argument}']`;
  throw new Error(
    `openapi/control.yaml: x-controls ${name} takes ${argument}, which ${operationId} does not name`,
  );
}

/** The types and words of an argument, without the rest of its schema. */
function plainSchema(source: unknown): unknown {
  const Plain = z.object({
    type: z.string().optional(),
    enum: z.array(z.string()).optional(),
    required: Names.optional(),
    properties: z.record(z.string(), z.unknown().transform(plainSchema)).optional(),
    items: z.unknown().transform(plainSchema).optional(),
  });
  return source === undefined ? undefined : Plain.parse(source);
}

function schemaOf({ operation }: Control, argument: string): unknown {
  const parameter = operation.parameters.find(({ name }) => name === argument);
  const properties = operation.requestBody?.content['application/json'].schema.properties ?? {};
  return plainSchema(parameter?.schema ?? properties[argument]);
}

/** The arguments as a function of an adapter gets them. */
function parametersOf(control: Control): string {
  const field = (argument: string) => `readonly ${argument}: ${typeOf(control, plain(argument))}`;
  const parameters = control.takes.map((argument) =>
    typeof argument === 'string'
      ? `${argument}: ${typeOf(control, argument)}`
      : `given: { ${argument.map(field).join('; ')} }`,
  );
  return `[${parameters.join(', ')}]`;
}

/** The request to a reference server, whose placeholders are the arguments. */
function requestOf({ method, path, takes, constants, operation }: Control) {
  const all = takes.flat().map(plain);
  const inQuery = operation.parameters.filter((each) => each.in === 'query' && all.includes(each.name));
  const query = inQuery.map(({ name }) => `${name}={${name}}`).join('&');
  const inBody = all.filter((argument) => !operation.parameters.some(({ name }) => name === argument));
  const body = { ...constants, ...Object.fromEntries(inBody.map((argument) => [argument, `{${argument}}`])) };
  return {
    method: method.toUpperCase(),
    path: query === '' ? path : `${path}?${query}`,
    ...(Object.keys(body).length > 0 && { body }),
  };
}

function entryOf(control: Control) {
  const { does, capability, takes, answers, fields, effect, belongsTo, tried, triedWith } = control;
  return {
    does,
    ...(capability !== undefined && { capability }),
    takes: takes.flat(),
    schemas: Object.fromEntries(
      takes
        .flat()
        .map(plain)
        .map((argument) => [argument, schemaOf(control, argument)]),
    ),
    together: takes.filter((argument) => typeof argument !== 'string').flat(),
    answers,
    ...(fields !== undefined && { fields }),
    effect,
    belongsTo,
    tried,
    triedWith,
    request: requestOf(control),
  };
}

/** `openapi/generated/controls.ts` without its banner. */
export function controlsSource(description: object): string {
  const controls = controlsIn(description);
  const table = Object.fromEntries(controls.map((control) => [control.name, entryOf(control)]));
  const parameters = controls.map(
    (control) => `  /** ${control.does}. */\n  ${control.name}: ${parametersOf(control)};`,
  );
  const capabilities = controls.flatMap(({ capability }) => capability ?? []);
  return `import type { operations } from './control-types.ts';

type Path<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['path']>;
type Query<Id extends keyof operations> = Required<NonNullable<operations[Id]['parameters']['query']>>;
type Body<Id extends keyof operations> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Given } };
}
  ? { [Name in keyof Given]-?: Readonly<NonNullable<Given[Name]>> }
  : never;

/** Every control of the suite: the entries under \`x-controls\` in control.yaml. */
export const controls = ${JSON.stringify(table, null, 2)} as const;

export const controlCapabilities = [${capabilities.map((name) => `\n  '${name}',`).join('')}
] as const;

/** The arguments of each control, after the function that sends. */
export interface ControlArguments {
${parameters.join('\n')}
}
`;
}
