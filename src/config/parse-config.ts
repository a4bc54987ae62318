/** Validates a configuration file, and reports its mistakes. */
import * as z from 'zod';
import { allOperations } from '../../openapi/description.ts';
import { suggestion } from '../../openapi/nearest.ts';
import { type Adapter, AdapterSchema } from './adapter.ts';
import { assumedOperations } from './bindings.ts';
import { IdentityFields } from './data.ts';
import { refuse } from './refuse.ts';
import { ConfigSchema, type ConformanceConfig } from './schema.ts';

const isOperation = (name: string) => allOperations.some(({ id }) => id === name);

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.');

/** Keys of the objects that a schema allows at a path. */
function keysIn(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const [name, ...deeper] = path;
  switch (def.type) {
    case 'optional':
      return keysIn(def.innerType, path);
    case 'pipe':
      return keysIn(def.in, path);
    case 'array':
      return name === undefined ? [] : keysIn(def.element, deeper);
    case 'union':
      return [...new Set(def.options.flatMap((option) => keysIn(option, path)))];
    case 'record':
      if (name !== undefined) return keysIn(def.valueType, deeper);
      return def.keyType instanceof z.ZodEnum ? def.keyType.options.map(String) : [];
    case 'object': {
      if (name === undefined) return Object.keys(def.shape);
      const inner = def.shape[String(name)];
      return inner === undefined ? [] : keysIn(inner, deeper);
    }
    default:
      return [];
  }
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  // A value or a function, which have no schema together.
  if (/^(adapter\.)?data\.identity$/.test(dotted(path))) return Object.keys(IdentityFields.shape);
  return path[0] === 'adapter' ? keysIn(AdapterSchema, path.slice(1)) : keysIn(ConfigSchema, path);
}

/** More names than these are no help in a message. */
const mostNames = 15;

function unknownKey(path: readonly PropertyKey[], key: string): string {
  const keys = knownKeys(path);
  const place = `unknown key ${dotted([...path, key])}`;
  if (path.length === 0 && Object.hasOwn(AdapterSchema.shape, key))
    return `${place}: it is a key of an adapter: write adapter: { ${key}: … }`;
  if (dotted(path) === 'adapter' && Object.hasOwn(ConfigSchema.shape, key))
    return `${place}: it is a key of the configuration, outside of the adapter`;
  // The name of an operation is not a mistyped name of another one.
  const near = isOperation(key) ? '' : suggestion(key, keys);
  if (near !== '' || keys.length === 0 || keys.length > mostNames) return `${place}.${near}`;
  return `${place}: the keys there are ${keys.join(', ')}`;
}

/**
 * The problem of the form that a value comes nearest to, by the number of its keys that are wrong. An unknown key comes
 * first, because it may be the mistyped name of one that is missing.
 */
function nearestForm(forms: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue | undefined {
  const wrongKeys = (issues: readonly z.core.$ZodIssue[]) =>
    issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
  const isInside = ({ code, path }: z.core.$ZodIssue) => path.length > 0 || code === 'unrecognized_keys';
  const [nearest = []] = forms
    .filter((issues) => issues.every(isInside))
    .toSorted((a, b) => wrongKeys(a) - wrongKeys(b));
  return nearest.find(({ code }) => code === 'unrecognized_keys') ?? nearest[0];
}

/** One line per problem. Values are never shown: one of them may be a secret. */
function problem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') {
    const nearest = nearestForm(issue.errors);
    if (nearest !== undefined) return problem({ ...nearest, path: [...issue.path, ...nearest.path] });
  }
  if (issue.code === 'custom' && !issue.message.startsWith('must'))
    return `${dotted(issue.path)}.${issue.message}`;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownKey(issue.path, key)).join(' ');
  const place = issue.path.length === 0 ? 'the content' : dotted(issue.path);
  if (issue.message.startsWith('must')) return `${place} ${issue.message}`;
  if (issue.path.includes('absentOperations') && issue.code === 'invalid_value') {
    const name = String(issue.input);
    const near = isOperation(name) ? '' : suggestion(name, assumedOperations);
    return near === ''
      ? `${place} must be one of ${assumedOperations.join(', ')}`
      : `${place} is not an operation that the interface document leaves open.${near}`;
  }
  if (issue.code === 'invalid_type' && issue.path.length > 0) {
    if (issue.input === undefined) return `${place} is missing`;
    const keys = knownKeys(issue.path);
    if (keys.length > 0 && keys.length <= mostNames)
      return `${place} must be an object with keys of these: ${keys.join(', ')}`;
  }
  return `${place} is wrong: ${issue.message}`;
}

/**
 * @param file name of the file, for messages
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the file and the key
 */
export function parseConfig(value: unknown, file: string): ConformanceConfig {
  const parsed = ConfigSchema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw refuseIssues(file, parsed.error.issues);
  const { adapter } = parsed.data;
  return typeof adapter === 'object'
    ? { ...parsed.data, adapter: parseAdapter(adapter, file, ['adapter']) }
    : parsed.data;
}

/**
 * @param file name of the file, for messages
 * @param place of the adapter in the file
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the file and the line
 */
export function parseAdapter(value: unknown, file: string, place: readonly string[] = []): Adapter {
  const parsed = AdapterSchema.safeParse(value, { reportInput: true });
  // The schema checks as much of the types as it can.
  if (parsed.success) return parsed.data as Adapter;
  // Adapter keys are checked wherever the adapter is.
  const shown = parsed.error.issues.map((issue) => problem({ ...issue, path: ['adapter', ...issue.path] }));
  throw refuseAll(
    file,
    place.length > 0 ? shown : shown.map((text) => text.replaceAll(/\badapter\.(?=\w)/g, '')),
  );
}

const refuseIssues = (file: string, issues: readonly z.core.$ZodIssue[]) =>
  refuseAll(file, issues.map(problem));

function refuseAll(file: string, [first, ...others]: readonly string[]): Error {
  const more = others.length === 0 ? '' : ` (and ${others.length} more: ${others.join('; ')})`;
  return refuse(`${file}: ${first}${more}`);
}
