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

/** What a node says about itself before its own description. */
function sentencesOf(node: Node): string[] {
  const values = node['x-observed-values'];
  const mark = marks[String(node['x-provenance'])];
  return [
    ...(mark === undefined ? [] : [`**${mark.sentence}**`]),
    ...(Array.isArray(values)
      ? [`Open list; observed values: ${values.map((value) => `\`${value}\``).join(', ')}.`]
      : []),
  ];
}

function describe(node: Node): Node {
  const sentences = sentencesOf(node);
  if (sentences.length === 0) return node;
  const own = typeof node.description === 'string' ? [node.description.trim()] : [];
  return { ...node, description: [...sentences, ...own].join(' ') };
}

function markOperation(node: Node): Node {
  const mark = marks[String(node['x-provenance'])];
  if (mark === undefined) return node;
  return { ...node, 'x-badges': [{ name: mark.badge, position: 'after' }] };
}

/**
 * A copy in which every place with `x-provenance` says so in its description, and every open vocabulary names the values
 * that the document shows; operations carry a badge too.
 */
export function showProvenance<T>(value: T, key = ''): T {
  if (key === 'example' || key === 'examples') return value;
  if (Array.isArray(value)) return value.map((item) => showProvenance(item)) as T;
  if (!isNode(value)) return value;
  const children = Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, showProvenance(child, name)]),
  );
  const isOperation = methods.has(key) && 'responses' in value;
  return describe(isOperation ? markOperation(children) : children) as T;
}
