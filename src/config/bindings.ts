/**
 * Operations of a configuration: bindings, which may change only the names that the interface document leaves open, and
 * functions.
 */
import * as z from 'zod';
import type { OperationBinding, OperationFunction, Operations } from '../../conformance/adapter/adapter.ts';
import { operationsInOwnWords } from '../../conformance/target/target.ts';
import {
  allOperations,
  eventDataSchema,
  eventSchemas,
  type Operation,
  type OperationId,
  operation,
  resolveSchema,
  type Schema,
} from '../../openapi/description.ts';
import { suggestion } from '../../openapi/nearest.ts';
import { KeySchema } from './controls.ts';

const Names = z.record(z.string(), z.string().min(1));

const OperationBindingSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).exactOptional(),
  path: z.string().startsWith('/', 'must begin with a slash').exactOptional(),
  query: Names.exactOptional(),
  body: Names.exactOptional(),
  form: Names.exactOptional(),
  omit: z.array(z.string().min(1)).exactOptional(),
  constants: z.record(z.string(), z.json()).exactOptional(),
  answer: Names.exactOptional(),
  status: z.int().min(100).max(599).exactOptional(),
  key: KeySchema.exactOptional(),
});

const operationIds: readonly OperationId[] = allOperations.map(({ id }) => id);

const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The name of a whole response among the names of its fields. */
const wholeAnswer = '$';

export interface DescribedField {
  readonly schema: Schema;
  /** Whether the interface document leaves the name open. */
  readonly open: boolean;
}

/** The fields one level down; the items of a list have the place of the list. */
export function fieldsOf({ schema, open }: DescribedField): ReadonlyMap<string, DescribedField> {
  const { items, properties = {} } = resolveSchema(schema);
  if (typeof items === 'object') return fieldsOf({ schema: items, open });
  return new Map(
    Object.entries(properties).map(([name, field]) => {
      const provenance = field['x-provenance'] ?? resolveSchema(field)['x-provenance'];
      return [name, { schema: field, open: open || provenance === 'assumed' }];
    }),
  );
}

/** Whether the description shows nothing of what a field contains, so that every name may occur there. */
function isAnything({ schema, open }: DescribedField): boolean {
  const { items, properties, type = 'object' } = resolveSchema(schema);
  if (typeof items === 'object') return isAnything({ schema: items, open });
  return open && properties === undefined && type === 'object';
}

function fieldProblem(place: string, root: DescribedField): string | undefined {
  let field = root;
  if (place === wholeAnswer)
    return root.open ? undefined : 'is a response of the interface document, which cannot be wrapped';
  for (const name of place.split('.')) {
    if (field !== root && isAnything(field)) return undefined;
    const fields = fieldsOf(field);
    const found = fields.get(name);
    if (found === undefined) return `is not in the description.${suggestion(name, [...fields.keys()])}`;
    field = found;
  }
  return field.open ? undefined : 'is a name of the interface document, which cannot be bound';
}

function pathProblems({ path, provenance }: Operation, binding: OperationBinding): string[] {
  const given = ['method', 'path', 'status', 'key'].filter((name) => name in binding);
  if (provenance !== 'assumed') {
    return given.map(
      (name) => `${name}: the interface document defines this operation, so it cannot be bound`,
    );
  }
  if (binding.path === undefined) return [];
  const [wanted, found] = [parametersIn(path), parametersIn(binding.path)];
  const inBody = parametersIn(JSON.stringify(binding.constants ?? {}));
  const sent = [...found, ...inBody];
  // The key may say which business it is about.
  const needed = wanted.filter((name) => name !== 'businessId' && !sent.includes(name));
  return [
    ...found.filter((name) => !wanted.includes(name)).map((name) => `path: there is no parameter {${name}}`),
    ...needed.map((name) => `path must contain {${name}}, or constants a field for it`),
  ];
}

function queryProblems({ parameters, provenance }: Operation, { query = {} }: OperationBinding): string[] {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  return Object.keys(query).flatMap((name) => {
    const parameter = known.find((entry) => entry.name === name);
    if (parameter === undefined) {
      const near = suggestion(
        name,
        known.map((entry) => entry.name),
      );
      return `query.${name} is not in the description.${near}`;
    }
    const open = provenance === 'assumed' || parameter.provenance === 'assumed';
    return open ? [] : `query.${name} is a name of the interface document, which cannot be bound`;
  });
}

function sameNameTwice(kind: string, names: Readonly<Record<string, string>> = {}): string[] {
  const seen = new Map<string, string>();
  return Object.entries(names).flatMap(([ours, theirs]) => {
    const full = `${ours.slice(0, Math.max(0, ours.lastIndexOf('.')))}/${theirs}`;
    const other = seen.get(full);
    seen.set(full, ours);
    return other === undefined ? [] : `${kind}.${other} and ${kind}.${ours} are both bound to ${theirs}`;
  });
}

const placeProblems = (kind: string, places: readonly string[], root: DescribedField) =>
  places.flatMap((place) => {
    const problem = fieldProblem(place, root);
    return problem === undefined ? [] : [`${kind}.${place} ${problem}`];
  });

/** The body and the successful response of an operation. */
export function sidesOf(id: OperationId): { readonly body: DescribedField; readonly answer: DescribedField } {
  const { provenance, requestBody = {}, responses } = operation(id);
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const isAssumed = provenance === 'assumed';
  return {
    body: { schema: requestBody, open: isAssumed || operationsInOwnWords.includes(id) },
    answer: { schema: answer?.schema ?? {}, open: isAssumed || answer?.provenance === 'assumed' },
  };
}

/** @returns the problems of an operation's binding, one sentence each */
function bindingProblems(id: OperationId, binding: OperationBinding): readonly string[] {
  const described = operation(id);
  const { body, answer } = sidesOf(id);
  const fieldProblems = (kind: 'body' | 'answer', root: DescribedField) =>
    placeProblems(kind, Object.keys(binding[kind] ?? {}), root);
  return [
    ...pathProblems(described, binding),
    ...queryProblems(described, binding),
    ...fieldProblems('body', body),
    ...placeProblems('omit', binding.omit ?? [], body),
    ...fieldProblems('answer', answer),
    ...(['query', 'body', 'answer'] as const).flatMap((kind) => sameNameTwice(kind, binding[kind])),
  ];
}

const FunctionSchema = z.custom<OperationFunction>((value) => typeof value === 'function');

const ownRemedy = "must be a binding, such as { path: '/v1/people' }, or a function";

/** By operation; a binding may only name parts that the interface document leaves open. */
export const OperationsSchema = z
  .partialRecord(z.enum(operationIds), z.union([OperationBindingSchema, FunctionSchema], ownRemedy))
  .check((context) => {
    for (const [id, own] of Object.entries(context.value)) {
      if (typeof own === 'function') continue;
      for (const message of bindingProblems(id as OperationId, own)) {
        context.issues.push({ code: 'custom', input: own, path: [id], message, continue: true });
      }
    }
  })
  // defineAdapter ensures that each function matches its operation.
  .transform((operations) => operations as Operations);

/** Bindings alone, for a configuration that is no program. */
export const BindingsSchema = z
  .partialRecord(z.enum(operationIds), OperationBindingSchema)
  .check((context) => {
    const checked = OperationsSchema.safeParse(context.value);
    for (const issue of checked.error?.issues ?? [])
      context.issues.push({ ...issue, continue: true } as never);
  });

/** Operations that the interface document does not describe, which a target may lack. */
export const assumedOperations: readonly OperationId[] = allOperations
  .filter(({ provenance }) => provenance === 'assumed')
  .map(({ id }) => id);

const eventTypes = [...eventSchemas.keys()];

function eventProblems(type: string, names: Readonly<Record<string, string>>): readonly string[] {
  if (!eventTypes.includes(type)) return [`${type} is not an event.${suggestion(type, eventTypes)}`];
  const root: DescribedField = { schema: eventDataSchema(type), open: false };
  return [...placeProblems(type, Object.keys(names), root), ...sameNameTwice(type, names)];
}

/** Names of the fields of `data` in events; only those that the interface document leaves open. */
export const EventNamesSchema = z.record(z.string(), Names).check((context) => {
  for (const [type, names] of Object.entries(context.value))
    for (const message of eventProblems(type, names))
      context.issues.push({ code: 'custom', input: names, path: [], message, continue: true });
});
