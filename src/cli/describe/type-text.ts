/** Writes parts of the description as types of TypeScript, in one line each. */
import { type ControlName, controlTable, deliveryStatuses } from '../../../conformance/target/controls.ts';
import { type Operation, resolveSchema, type Schema } from '../../../openapi/description.ts';
import { type DescribedField, fieldsOf } from '../../config/bindings.ts';

const object = (fields: readonly string[]) => `{ ${fields.join('; ')} }`;

/** A schema may have several types. */
const nameOf = (type: unknown): string =>
  type === undefined ? 'unknown' : [type].flat().join(' | ').replaceAll('integer', 'number');

function typeOf(source: Schema): string {
  const { type, enum: words, items, properties, required = [] } = resolveSchema(source);
  if (words !== undefined) return words.map((word) => `'${word}'`).join(' | ');
  if (typeof items === 'object') {
    const item = typeOf(items);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (properties === undefined) return nameOf(type);
  return object(
    Object.entries(properties).map(
      ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
    ),
  );
}

/** The type of a result of a control, by its name. */
function resultType(result: string, fields: readonly string[]): string {
  if (result === 'now') return 'number';
  if (result !== 'data') return 'string';
  const types = fields.map((field) => [
    field,
    typeOf(field === 'status' ? { enum: deliveryStatuses } : { type: 'string' }),
  ]);
  return `${object(types.map((pair) => pair.join(': ')))}[]`;
}

/** The function of an adapter for a control. */
export function signatureOf(name: ControlName): string {
  const { takes, together, schemas, answers, fields = [] } = controlTable[name];
  const typed = (argument: string) => `${argument}: ${typeOf(schemas[argument.replace('?', '')] ?? {})}`;
  const alone = takes.filter((argument) => !together.includes(argument)).map(typed);
  const given = together.length === 0 ? [] : [`given: ${object(together.map(typed))}`];
  const results = answers.map((result) => [result, resultType(result, fields)]);
  const returned =
    results.length > 1 ? object(results.map((pair) => pair.join(': '))) : (results[0]?.[1] ?? 'void');
  return `async (${['send', ...alone, ...given, 'about'].join(', ')}) => ${returned}`;
}

/** One row for each parameter of the query, as `fieldRows` has them for fields. */
export const queryRows = ({ provenance, parameters }: Operation): readonly (readonly string[])[] =>
  parameters
    .filter((each) => each.in === 'query')
    .map(({ name, required, schema, provenance: own }) => [
      `${name}${required ? '' : '?'}`,
      typeOf(schema),
      [provenance, own].includes('assumed') ? '' : 'documented',
    ]);

/** One row for each field: its place as an adapter names it, its type, and whether its name is fixed. */
export function fieldRows(field: DescribedField, place = ''): readonly (readonly string[])[] {
  const { items, required = [] } = resolveSchema(field.schema);
  if (typeof items === 'object') return fieldRows({ ...field, schema: items }, place);
  return [...fieldsOf(field)].flatMap(([name, inner]) => {
    const at = `${place}${name}`;
    const rows = fieldRows(inner, `${at}.`);
    const isList = resolveSchema(inner.schema).items !== undefined;
    const type = rows.length === 0 ? typeOf(inner.schema) : 'object[]';
    const own = [`${at}${required.includes(name) ? '' : '?'}`, type, inner.open ? '' : 'documented'];
    return rows.length === 0 || isList ? [own, ...rows] : rows;
  });
}
