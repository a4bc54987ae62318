/** The parts of a request or response that the interface document leaves open. An adapter may change only these. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Operation,
  type OperationId,
  resolveSchema,
  responseFor,
  type Schema,
} from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';

/** Whether the document shows the object but not this field of it. */
const isOpen = (field: Schema) =>
  (field['x-provenance'] ?? resolveSchema(field)['x-provenance']) === 'assumed';

/** Whether the document leaves the whole response open. */
export const isOpenAnswer = (described: Operation, status: number): boolean =>
  described.provenance === 'assumed' || responseFor(described, status)?.provenance !== 'documented';

/** The target's own value, with an adapter's values where the document leaves them open. */
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

/** The first documented place that differs from what the check sent; undefined if there is none. */
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

/** Reads whose shape the document does not show, and a field by which the resource is recognised. */
const tellingField: Readonly<Partial<Record<OperationId, string>>> = {
  readPayroll: 'status',
  readPayout: 'status',
  readPerson: 'id',
  readKyc: 'identity',
};

/** The resource that such a read returns, perhaps within an object of the response (interpretation 311). */
export function unwrapped(id: OperationId, json: unknown): unknown {
  const field = tellingField[id];
  if (field === undefined || !isRecord(json) || field in json) return json;
  const [only, ...others] = Object.values(json).filter((inner) => isRecord(inner) && field in inner);
  return only !== undefined && others.length === 0 ? only : json;
}
