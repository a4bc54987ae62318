/** Reads and changes JSON of any shape. */
import { isRecord } from '../../openapi/is-record.ts';

export type JsonFields = Readonly<Record<string, unknown>>;

/** No field for a value that is no object. */
export const fieldsOf = (value: unknown): JsonFields => (isRecord(value) ? value : {});

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Every field of every object as `change` returns it, the innermost first; undefined leaves the field out. */
export function eachField(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => eachField(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, change(name, eachField(field, change))]),
  );
}

/** Every item of the list of a response as `change` returns it. */
export function eachItem(value: unknown, change: (item: JsonFields) => JsonFields): unknown {
  const { data, ...others } = fieldsOf(value);
  return Array.isArray(data) ? { data: data.map((item) => change(fieldsOf(item))), ...others } : value;
}

/** The first text in a field whose name matches. */
export function findText(value: unknown, name: RegExp): string | undefined {
  let found: string | undefined;
  eachField(value, (field, text) => {
    if (typeof text === 'string' && name.test(field)) found ??= text;
    return text;
  });
  return found;
}
