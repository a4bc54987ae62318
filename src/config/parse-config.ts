/** Turns what a configuration file holds into a configuration, or says what is wrong with it. */
import type * as z from 'zod';
import { ConformanceError } from '../../conformance/engine/errors.ts';
import { suggestion } from '../nearest.ts';
import { assumedOperations, ConfigSchema, type ConformanceConfig } from './schema.ts';

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.');

/** Keys that the schema knows at a path. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  switch (dotted(path)) {
    case '':
      return Object.keys(ConfigSchema.shape);
    case 'credentials':
      return Object.keys(ConfigSchema.shape.credentials.unwrap().shape);
    default:
      return ['env'];
  }
}

/** One line per problem. Values are never shown: one of them may be a secret. */
function problem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .map((key) => `unknown key ${dotted([...issue.path, key])}.${suggestion(key, knownKeys(issue.path))}`)
      .join(' ');
  }
  if (issue.path[0] === 'absentOperations' && issue.code === 'invalid_value') {
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
  if (parsed.success) return parsed.data;
  const [first, ...others] = parsed.error.issues.map(problem);
  const more = others.length === 0 ? '' : ` (and ${others.length} more: ${others.join('; ')})`;
  throw new ConformanceError('CONFIGURATION_INVALID', `${file}: ${first}${more}`);
}
