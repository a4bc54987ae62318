/** The form of the description that code generators of many languages can read. */
import { type CodeList, codePattern } from './codes.ts';
import type { Description } from './documented.ts';

type Node = { readonly [key: string]: unknown };

interface Reference {
  readonly $ref: string;
}

type Webhooks = Readonly<Record<string, { readonly post: { readonly parameters: readonly Reference[] } }>>;

interface Components extends Node {
  readonly parameters: Node;
  readonly schemas: Readonly<Record<string, Node>>;
}

interface Portable extends Node {
  readonly webhooks: Webhooks;
  readonly components: Components;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** `external-account.restriction_lifted` becomes `ExternalAccountRestrictionLifted`. */
const pascalCase = (eventType: string) =>
  eventType
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Moves assumed keywords among the others; `x-assumed` still names them. */
const withAssumedKeywords = (node: Node): Node => ({
  ...node,
  ...(isNode(node['x-assumed']) && node['x-assumed']),
});

/** Adds the code list as a pattern, which other tools can check. */
function withCodes(node: Node): Node {
  const list = node['x-code-list'];
  if (list === undefined) return node;
  // The description names no other list.
  const codes = codePattern(list as CodeList);
  const mayBeEmpty = typeof node.pattern === 'string' && new RegExp(node.pattern).test('');
  return { ...node, pattern: mayBeEmpty ? codes.replace(/\$$/, '?$') : codes };
}

/**
 * Replaces a union of two unnamed members by a condition. Generators ignore conditions, but would invent names for the
 * members of a union and leave out the fields beside it.
 */
function withoutNamelessUnion(node: Node): Node {
  const { oneOf, ...rest } = node;
  if (!Array.isArray(oneOf) || oneOf.some((member) => !isNode(member) || '$ref' in member)) return node;
  const [one, other] = oneOf.map((member: Node) => ({ ...member, additionalProperties: true }));
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { ...rest, if: one, then: { not: other }, else: other };
}

function changeEach(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((item) => changeEach(item, change));
  if (!isNode(value)) return value;
  const own = Object.entries(value).map(([key, child]) => [key, changeEach(child, change)]);
  return change(Object.fromEntries(own));
}

const anyOtherEvent = (eventTypes: readonly string[]): Node => ({
  type: 'object',
  description: 'An event that this description does not know.',
  required: ['eventType', 'id', 'version', 'timestamp', 'data'],
  properties: {
    eventType: { type: 'string', not: { enum: eventTypes } },
    id: { $ref: '#/components/schemas/WebhookId' },
    version: { $ref: '#/components/schemas/WebhookVersion' },
    timestamp: { $ref: '#/components/schemas/UnixTimestamp' },
    data: { type: 'object', additionalProperties: true },
  },
});

/** Adds a member to the union of events, so that a client can read later events. */
function withAnyOtherEvents({ schemas, ...components }: Components): Components {
  const { oneOf, ...union } = schemas.WebhookEvent as Node & { oneOf: readonly Reference[] };
  const { mapping } = union.discriminator as { mapping: Readonly<Record<string, string>> };
  return {
    ...components,
    schemas: {
      ...schemas,
      WebhookEvent: { ...union, anyOf: [...oneOf, { $ref: '#/components/schemas/AnyOtherEvent' }] },
      AnyOtherEvent: anyOtherEvent(Object.keys(mapping)),
    },
  };
}

/**
 * Moves webhooks into references: openapi-generator takes inline webhooks for operations of the client, and writes code
 * that does not compile. It takes references to different parameters for duplicates, so the headers are written out.
 */
function withWebhooksApart(webhooks: Webhooks, { parameters, ...components }: Components): Node {
  const pathItems = Object.entries(webhooks).map(([eventType, { post }]) => {
    const headers = post.parameters.map(({ $ref }) => parameters[nameIn($ref)]);
    return [pascalCase(eventType), { post: { ...post, parameters: headers } }];
  });
  const references = Object.keys(webhooks).map((eventType) => [
    eventType,
    { $ref: `#/components/pathItems/${pascalCase(eventType)}` },
  ]);
  return {
    webhooks: Object.fromEntries(references),
    components: { parameters, ...components, pathItems: Object.fromEntries(pathItems) },
  };
}

/** Removes the parameters that only webhooks have. */
function withoutHeaders(node: Node, webhooks: Webhooks): Node {
  const { parameters, ...components } = node.components as Components;
  const headers = new Set(
    Object.values(webhooks).flatMap(({ post }) => post.parameters.map(({ $ref }) => nameIn($ref))),
  );
  const left = Object.entries(parameters).filter(([name]) => !headers.has(name));
  return { ...node, components: { parameters: Object.fromEntries(left), ...components } };
}

export interface PortableOptions {
  /** Whether the webhooks are kept; the schemas of their events always are. */
  readonly keepsWebhooks: boolean;
}

/**
 * The description with assumed keywords and code lists written out, a union of events that is open to unknown ones, and
 * separate webhooks.
 */
export function portableForm(source: Description, { keepsWebhooks }: PortableOptions): Node {
  const changed = changeEach(source, (node) => withoutNamelessUnion(withCodes(withAssumedKeywords(node))));
  // The description is generated, and a test compares the result.
  const { webhooks, components, ...rest } = changed as Portable;
  const open = withAnyOtherEvents(components);
  const form = { ...rest, ...(keepsWebhooks ? withWebhooksApart(webhooks, open) : { components: open }) };
  return withoutHeaders(form, webhooks);
}
