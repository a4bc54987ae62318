/** The reference of the configuration file, from its schema. */
import ts from 'typescript';
import * as z from 'zod';
import { allOperations } from '../../openapi/description.ts';
import { assumedOperations } from '../../src/config/bindings.ts';
import { ConfigSchema } from '../../src/config/schema.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';
import { controlsTable, operationsTable } from './adapter-tables.ts';
import { wideHead } from './stage.ts';

function commentOf(node: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comments.at(-1)?.comment) ?? '';
  return text.replace(/\s+/g, ' ').trim();
}

/** The literal inside of `z.strictObject({…}).optional()`. */
function shapeIn(node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [argument] = node.arguments;
  if (node.expression.name.text === 'strictObject') {
    return argument !== undefined && ts.isObjectLiteralExpression(argument) ? argument : undefined;
  }
  return shapeIn(node.expression.expression);
}

function collect(shape: ts.ObjectLiteralExpression, prefix: string, found: Map<string, string>): void {
  for (const property of shape.properties) {
    if (!ts.isPropertyAssignment(property)) continue;
    const path = `${prefix}${property.name.getText()}`;
    const comment = commentOf(property);
    if (comment !== '') found.set(path, comment);
    const inner = shapeIn(property.initializer);
    if (inner !== undefined) collect(inner, `${path}.`, found);
  }
}

/**
 * Comments by key, such as `patience.pauseMillis`.
 *
 * @param source text of the file with the schema
 * @param name of the constant that is the schema, a `z.strictObject`
 */
export function commentsOf(source: string, name: string): ReadonlyMap<string, string> {
  const file = ts.createSourceFile('schema.ts', source, ts.ScriptTarget.Latest, true);
  const found = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      const shape = initializer === undefined ? undefined : shapeIn(initializer);
      if (declared.getText() === name && shape !== undefined) collect(shape, '', found);
    }
  }
  return found;
}

type Json = z.core.JSONSchema.JSONSchema | boolean;

const code = (text: string) => `\`${text}\``;

function range({ minimum, maximum }: z.core.JSONSchema.JSONSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return '';
}

/** Lists longer than this are named below the table. */
const mostChoices = 6;

function typeOf(schema: Json): string {
  if (typeof schema === 'boolean') return 'anything';
  const { enum: choices, anyOf, type, items, properties } = schema;
  if (choices !== undefined) {
    return choices.length > mostChoices
      ? 'one of those below'
      : choices.map((choice) => code(`'${choice}'`)).join(', ');
  }
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(', or ');
  switch (type) {
    case 'array':
      return `list: ${Array.isArray(items) || items === undefined ? 'anything' : typeOf(items)}`;
    case 'object':
      return properties !== undefined && 'env' in properties ? `${code('{ env: NAME }')}` : 'object';
    case 'integer':
      return `whole number${range(schema)}`;
    case 'number':
      return `number${range(schema)}`;
    case 'string':
      return 'text';
    default:
      return 'anything';
  }
}

interface Row {
  readonly key: string;
  readonly schema: Json;
}

/** A key and its members, if they have names of their own. */
function rowsOf(key: string, schema: Json): Row[] {
  const { properties = {} } = typeof schema === 'boolean' ? {} : schema;
  const inner = 'env' in properties ? {} : properties;
  return [
    { key, schema },
    ...Object.entries(inner).flatMap(([name, child]) => rowsOf(`${key}.${name}`, child)),
  ];
}

/** The flag for a key: `base-url` for `baseUrl`. */
const flagName = (key: string) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Keys whose flags have a name or a form of their own. */
const otherFlags: Readonly<Record<string, readonly string[]>> = {
  access: ['--read-only', '--allow-writes'],
  controls: ['--no-control'],
};

/** Keys that need no sentence: the heading above them explains them. */
const speaksForItself = (key: string) => /^(fixtures|businesses|data)\./.test(key);

const words = (text: string) => cell(text).replaceAll('{', '&#123;');

/**
 * @param source text of src/config/schema.ts, whose comments describe each key
 * @param flags long flags of `conformance run`
 * @throws Error that names a key without a comment
 */
export function configPage(source: string, flags: ReadonlySet<string>): string {
  const comments = commentsOf(source, 'ConfigSchema');
  const { properties = {} } = z.toJSONSchema(ConfigSchema, { unrepresentable: 'any', io: 'input' });
  const rows = Object.entries(properties).flatMap(([key, schema]) => rowsOf(key, schema));
  const table = rows.map(({ key, schema }) => {
    const comment = comments.get(key) ?? (typeof schema === 'boolean' ? '' : (schema.description ?? ''));
    if (comment === '' && !speaksForItself(key))
      throw new Error(`src/config/schema.ts has no comment on ${key}: say what it is for`);
    const own = (otherFlags[key] ?? [flagName(key)]).filter((flag) => flags.has(flag));
    return [code(key), typeOf(schema), own.map(code).join(', '), words(comment)];
  });
  const [assumed, all] = [assumedOperations, allOperations.map(({ id }) => id)];
  return `${wideHead}# Configuration

From the schema that every configuration is read with. The file is \`conformance.config.ts\` (or .js, .json, .yaml) in the
current folder, or the one that \`--config\` names; every key may be left out, flags win over the file, and an unknown key is an
error that names it. [Targets](/targets) explains what the keys are for and has a whole file as an example.

${markdownTable(['Key', 'Value', 'Flag', 'What it is for'], table)}

## Controls

What each control does, what it is given and what it answers. A question mark stands behind what may be missing.

${controlsTable()}

A control is a request (\`method\`, \`path\`, \`body\`, \`headers\`, \`answer\`), a function, or a function of a module (\`module\`,
\`function\`): [adapter reference](/adapter-reference).

## Operations of an adapter

After the mapping by your adapter, a response must have the fields in the last column; everything else may be missing. An operation
that is not _documented_ here is used only if the adapter has a line for it.

${operationsTable()}

## Assumed operations

These may be listed in \`absentOperations\`: ${assumed.map(code).join(', ')}.

## Operations with bindings

\`bindings\` has entries by operation: ${all.map(code).join(', ')}. Of each, only names that the interface document leaves open
can be bound: [adapter reference](/adapter-reference#operations).
`;
}
