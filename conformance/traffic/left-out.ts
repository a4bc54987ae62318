/** Fields that clients may leave out, so that a server may have nothing to show for them. */
import { allOperations, resolveSchema, type Schema } from '../../openapi/description.ts';
import { valueAt } from '../provider/response.ts';

function collect(source: Schema, names: Set<string>, seen: Set<Schema>): void {
  const schema = resolveSchema(source);
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    names.add(name);
    collect(property, names, seen);
  }
  if (typeof schema.items === 'object') collect(schema.items, names, seen);
}

function namesOfRequests(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { requestBody } of allOperations)
    if (requestBody !== undefined) collect(requestBody, names, new Set());
  return names;
}

/** All fields of requests: the document mostly does not show which are required, so a client may have left any of them out. */
const names = namesOfRequests();

/** Whether a response has null for an optional field. */
export function isNothingGiven(answer: unknown, path: readonly string[]): boolean {
  return valueAt(answer, path) === null && names.has(path.findLast((key) => !/^\d+$/.test(key)) ?? '');
}

/** Fields of events with values that may never have been given (interpretation 39). */
const givenAtWill: readonly string[] = ['phoneNumber', 'reason', 'tag'];

/** Whether an event lacks a value that may never have been given. */
export function isLeftOut(event: unknown, path: readonly string[]): boolean {
  return givenAtWill.includes(path.at(-1) ?? '') && (valueAt(event, path) ?? null) === null;
}
