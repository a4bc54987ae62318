/** Makes the provenance marks of a description visible to a reader. */

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Mark {
  readonly badge: string;
  readonly sentence: string;
}

const marks: Readonly<Record<string, Mark>> = {
  assumed: { badge: 'Assumed', sentence: 'Assumed: the interface document is silent.' },
  observed: {
    badge: 'Observed',

    sentence: 'Observed: the interface document shows it in use.',
  },
};

const methods = new Set(['get', 'put', 'post', 'delete', 'patch']);

/** How sure a node is of itself: by its own mark, or by that of the schema that its body refers to. */
function provenanceOf(node: Node, schemas: Node): unknown {
  if (node['x-provenance'] !== undefined || !isNode(node.content)) return node['x-provenance'];
  const bodies = Object.values(node.content).map((media) => {
    const { $ref } = isNode(media) && isNode(media.schema) ? media.schema : {};
    return typeof $ref === 'string' ? schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : undefined;
  });
  return bodies.filter(isNode).find((body) => body['x-provenance'] !== undefined)?.['x-provenance'];
}

/** The sentences about a node that go before its own description. */
function sentencesOf(node: Node, schemas: Node): string[] {
  const values = node['x-observed-values'];
  const mark = marks[String(provenanceOf(node, schemas))];
  return [
    ...(mark === undefined ? [] : [`**${mark.sentence}**`]),
    ...(Array.isArray(values)
      ? [`Open list; observed values: ${values.map((value) => `\`${value}\``).join(', ')}.`]
      : []),
  ];
}

function describe(node: Node, schemas: Node): Node {
  const sentences = sentencesOf(node, schemas);
  if (sentences.length === 0) return node;
  const own = typeof node.description === 'string' ? [node.description.trim()] : [];
  return { ...node, description: [...sentences, ...own].join(' ') };
}

function markOperation(node: Node): Node {
  const mark = marks[String(node['x-provenance'])];
  if (mark === undefined) return node;
  return { ...node, 'x-badges': [{ name: mark.badge, position: 'after' }] };
}

function visit(value: unknown, schemas: Node, key: string): unknown {
  if (key === 'example' || key === 'examples') return value;
  if (Array.isArray(value)) return value.map((item) => visit(item, schemas, ''));
  if (!isNode(value)) return value;
  const children = Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, visit(child, schemas, name)]),
  );
  const isOperation = methods.has(key) && 'responses' in value;
  return describe(isOperation ? markOperation(children) : children, schemas);
}

/**
 * A copy in which the description of every place with `x-provenance` contains its provenance, and every open vocabulary
 * names the values that the document shows. Operations have a badge too, and a body has the marks of its whole schema.
 */
export function showProvenance(description: Node): Node {
  const { schemas } = isNode(description.components) ? description.components : {};
  return visit(description, isNode(schemas) ? schemas : {}, '') as Node;
}
