/** The parts of a request or response that the interface document leaves open. An adapter may change only these. */
import { isDeepStrictEqual } from 'node:util';
import { type Operation, resolveSchema, responseFor, type Schema } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';

/** Whether a field is one that the document does not show, although what it is in is shown. */
const isOpen = (field: Schema) =>
  (field['x-provenance'] ?? resolveSchema(field)['x-provenance']) === 'assumed';

/** Whether all of an answer is open. */
export const isOpenAnswer = (described: Operation, status: number): boolean =>
  described.provenance === 'assumed' || responseFor(described, status)?.provenance !== 'documented';

/** The target's own value; where the document leaves a place open, what an adapter made of it. */
export function fillOpen(schema: Schema, own: unknown, filled: unknown): unknown {
  const { properties = {}, items } = resolveSchema(schema);
  if (
    Array.isArray(own) &&
    Array.isArray(filled) &&
    typeof items === 'object' &&
    own.length === filled.length
  )
    return own.map((item, index) => fillOpen(items, item, filled[index]));
  if (!isRecord(own) || !isRecord(filled)) return own;
  const entries = Object.entries(properties).flatMap(([name, field]): [string, unknown][] => {
    if (!(name in filled)) return [];
    if (isOpen(field)) return [[name, filled[name]]];
    return name in own ? [[name, fillOpen(field, own[name], filled[name])]] : [];
  });
  return { ...own, ...Object.fromEntries(entries) };
}

/** The first place that the document shows and that is not sent as it was given; undefined where there is none. */
export function changedPlace(schema: Schema, given: unknown, sent: unknown, place = ''): string | undefined {
  const { properties, items } = resolveSchema(schema);
  if (properties !== undefined && isRecord(given) && isRecord(sent)) {
    for (const [name, field] of Object.entries(properties)) {
      if (isOpen(field)) continue;
      const changed = changedPlace(field, given[name], sent[name], place === '' ? name : `${place}.${name}`);
      if (changed !== undefined) return changed;
    }
    return undefined;
  }
  if (
    typeof items === 'object' &&
    Array.isArray(given) &&
    Array.isArray(sent) &&
    given.length === sent.length
  )
    return given
      .map((item, index) => changedPlace(items, item, sent[index], place))
      .find((changed) => changed !== undefined);
  return isDeepStrictEqual(given, sent) ? undefined : place || 'the body';
}
