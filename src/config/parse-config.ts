/** Validates a configuration file, and reports its mistakes. */
import type * as z from 'zod';
import { controlNames } from '../../conformance/target/controls.ts';
import { fixtureKinds } from '../../conformance/target/target.ts';
import { allOperations } from '../../openapi/description.ts';
import { suggestion } from '../../openapi/nearest.ts';
import { type Adapter, AdapterSchema } from './adapter.ts';
import { assumedOperations, bindingKeys } from './bindings.ts';
import { controlKeys } from './controls.ts';
import { DataSchema, fillableIds, IdentityFields } from './data.ts';
import { refuse } from './refuse.ts';
import { ConfigSchema, type ConformanceConfig } from './schema.ts';

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.');

/** Keys that the schema knows at a path. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  switch (dotted(path)) {
    case '':
      return Object.keys(ConfigSchema.shape);
    case 'credentials':
      return Object.keys(ConfigSchema.shape.credentials.unwrap().shape);
    case 'data':
    case 'adapter.data':
      return Object.keys(DataSchema.shape);
    case 'data.identity':
    case 'adapter.data.identity':
      return Object.keys(IdentityFields.shape);
    case 'data.requests':
    case 'adapter.data.requests':
      return [...fillableIds];
    case 'fixtures':
      return [...fixtureKinds];
    case 'patience':
      return Object.keys(ConfigSchema.shape.patience.unwrap().shape);
    case 'businesses':
      return Object.keys(ConfigSchema.shape.businesses.unwrap().shape);
    case 'adapter.jwt':
      return ['subject'];
    case 'adapter':
      return Object.keys(AdapterSchema.shape);
    case 'bindings':
    case 'adapter.operations':
      return allOperations.map(({ id }) => id);
    case 'controls':
    case 'adapter.controls':
      return controlNames;
    default: {
      const [first, second] = path[0] === 'adapter' ? path.slice(1) : path;
      if (second === undefined || path.length > (path[0] === 'adapter' ? 3 : 2)) return ['env'];
      if (first === 'bindings' || first === 'operations') return bindingKeys;
      return first === 'controls' ? controlKeys : ['env'];
    }
  }
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
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .map((key) => `unknown key ${dotted([...issue.path, key])}.${suggestion(key, knownKeys(issue.path))}`)
      .join(' ');
  }
  if (issue.path.includes('absentOperations') && issue.code === 'invalid_value') {
    return `${dotted(issue.path)} must be one of ${assumedOperations.join(', ')}`;
  }
  const place = issue.path.length === 0 ? 'the content' : dotted(issue.path);
  return `${place} ${issue.message.startsWith('must') ? issue.message : `is wrong: ${issue.message}`}`;
}

/**
 * @param file name of the file, for messages
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the file and the key
 */
export function parseConfig(value: unknown, file: string): ConformanceConfig {
  const parsed = ConfigSchema.safeParse(value);
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
  const parsed = AdapterSchema.safeParse(value);
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
