/** What is wrong with a file, in words. */
import type { ErrorObject } from 'ajv/dist/2020.js';

/** The first of the problems. */
export function describeProblem(errors: readonly ErrorObject[] | null | undefined): string {
  const [first] = errors ?? [];
  if (first === undefined) return 'the content is not valid';
  const { instancePath, message, params } = first;
  const place = instancePath === '' ? 'the root' : instancePath;
  const unknown: unknown = params.additionalProperty;
  const detail = typeof unknown === 'string' ? ` (${unknown})` : '';
  return `${place} ${message ?? 'is not valid'}${detail}`;
}
