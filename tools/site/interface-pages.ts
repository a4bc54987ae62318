/** The operations and events of the description, a page per area. */

import type { Level } from '../../openapi/catalogue.ts';
import { allOperations, type Operation, resolveSchema, type Schema } from '../../openapi/description.ts';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import { cell, markdownTable } from '../scripts/markdown-table.ts';
import { slugOf } from './slug.ts';

interface Event {
  readonly name: string;
  readonly summary: string;
  readonly schema: Schema;
  readonly example: unknown;
}

interface Tagged {
  readonly tags?: readonly string[];
  readonly operationId?: string;
  readonly summary?: string;
}

interface Webhook extends Tagged {
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: Schema;
        readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
      };
    };
  };
}

// The generator has bundled and linted the file; its literal type is too wide to be of use.
const description = bundled as unknown as {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Tagged & { description?: string }>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Webhook }>>;
};

const code = (text: string) => `\`${text}\``;
const words = (text: string) => cell(text).replaceAll('{', '&#123;');

/** Documented rules have no mark. */
function mark(level: Level): string {
  return level === 'documented' ? '' : `<span class="level">${level}</span>`;
}

const nameOf = ({ $ref }: Schema) => $ref?.slice($ref.lastIndexOf('/') + 1);

function typeOf(schema: Schema): string {
  const { type, items, format, enum: choices, const: only } = resolveSchema(schema);
  const name = nameOf(schema);
  if (only !== undefined) return code(JSON.stringify(only));
  if (choices !== undefined) return choices.map((choice) => code(String(choice))).join(', ');
  if (type === 'array') return `list of ${typeof items === 'object' ? typeOf(items) : 'anything'}`;
  if (type === 'object' && name !== undefined) return name;
  return [type ?? 'anything', ...(format === undefined ? [] : [`(${format})`])].join(' ');
}

function fields(schema: Schema): string {
  const { properties = {}, items, type } = resolveSchema(schema);
  if (type === 'array' && typeof items === 'object') return fields(items);
  const rows = Object.entries(properties).map(([name, field]) => {
    const own = resolveSchema(field);
    const observed = own['x-observed-values'] ?? [];
    const seen = observed.length === 0 ? '' : ` such as ${observed.map(code).join(', ')}`;
    return [
      code(name),
      `${words(typeOf(field))}${seen}`,
      mark(field['x-provenance'] ?? own['x-provenance'] ?? 'documented'),
    ];
  });
  return rows.length === 0 ? '' : `${markdownTable(['Field', 'Type', 'Level'], rows)}\n`;
}

function section(title: string, schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const table = fields(schema);
  return table === '' ? [] : [`**${title}**\n`, table];
}

/** Link to the operation on the page that Redocly builds. */
const inRedoc = (tag: string, id: string) => `../openapi/index.html#/${slugOf(tag)}/${id.toLowerCase()}`;

function operationBlock(operation: Operation, tag: string, text: string | undefined): string {
  const { id, method, path, summary, provenance, parameters, requestBody, formBody, responses } = operation;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const rows = parameters.map(({ name, in: place, required, provenance: level, schema }) => [
    code(name),
    place,
    `${words(typeOf(schema))}${required ? ', required' : ''}`,
    mark(level),
  ]);
  const refusals = Object.keys(responses).filter((status) => !status.startsWith('2'));
  return [
    `## ${summary} {#${id.toLowerCase()}}\n`,
    `<span class="method ${method}">${method.toUpperCase()}</span> ${code(path)} ${mark(provenance)}\n`,
    ...(text === undefined ? [] : [`${words(text)}\n`]),
    ...(rows.length === 0 ? [] : [markdownTable(['Parameter', 'In', 'Type', 'Level'], rows), '']),
    ...section('Body', requestBody ?? formBody),
    ...section(`Answer ${success?.[0] ?? ''}`, success?.[1].schema),
    `Refusals: ${refusals.map(code).join(', ')}. Operation ${code(id)}, [with examples](${inRedoc(tag, id)}){target="_self"}.\n`,
  ].join('\n');
}

function eventBlock({ name, summary, schema, example }: Event): string {
  const { properties = {} } = resolveSchema(schema);
  return [
    `## ${code(name)} {#${slugOf(name.replaceAll('.', '-'))}}\n`,
    `${words(summary)}.\n`,
    ...section('data', properties.data),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`]),
  ].join('\n');
}

const eventsOf = (tag: string): Event[] =>
  Object.entries(description.webhooks)
    .filter(([, { post }]) => post.tags?.includes(tag))
    .map(([name, { post }]) => {
      const { schema, examples = {} } = post.requestBody.content['application/json'];
      return { name, summary: post.summary ?? '', schema, example: Object.values(examples)[0]?.value };
    });

const intro = `Generated from the description. What carries no mark is stated by the interface document; *observed* is shown
there in use; *assumed* is ours where the document is silent.
`;

/** Pages by their path: `interface/payrolls`, and `interface/events` for all events. */
export function interfacePages(): ReadonlyMap<string, string> {
  const raw = new Map(
    Object.values(description.paths).flatMap((item) =>
      Object.values(item).map((entry) => [entry.operationId ?? '', entry] as const),
    ),
  );
  const pages = new Map<string, string>();
  const rows: string[][] = [];
  for (const { name, description: about = '' } of description.tags) {
    const operations = allOperations.filter(({ id }) => raw.get(id)?.tags?.includes(name));
    const page = `interface/${slugOf(name)}`;
    if (operations.length === 0) continue;
    rows.push([`[${name}](/${page})`, words(about), String(operations.length)]);
    const blocks = operations.map((each) => operationBlock(each, name, raw.get(each.id)?.description));
    pages.set(page, `# ${name}\n\n${words(about)} ${intro}\n${blocks.join('\n')}`);
  }
  const events = description.tags.flatMap(({ name }) => eventsOf(name));
  const envelope = `Every event arrives as a signed POST; retries bear the same id. [Receiving webhooks](/guide-webhooks) shows how to take one.\n`;
  pages.set('interface/events', `# Events\n\n${envelope}\n${intro}\n${events.map(eventBlock).join('\n')}`);
  const overview = `# Operations and events

${intro}
The [whole description as one page](../openapi/index.html){target="_self"} has every schema and example; \`conformance spec\` prints it as
OpenAPI 3.1, and \`conformance mock\` answers with the examples.

${markdownTable(['Area', 'What it is about', 'Operations'], [...rows, ['[Events](/interface/events)', 'What the service sends.', String(events.length)]])}
`;
  return new Map([['interface/overview', overview], ...pages]);
}
