/** The part of an OpenAPI description that the interface document states or shows: everything that is not assumed. */

type Node = { readonly [key: string]: unknown };

/** An OpenAPI 3.1 description without references to other files. */
export interface Description extends Node {
  readonly openapi: string;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nodeAt = (value: unknown, key: string): Node => {
  const child = isNode(value) ? value[key] : undefined;
  return isNode(child) ? child : {};
};

/** The value of a local reference such as `#/components/schemas/Money`. */
function lookUp(description: Node, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (isNode(node) ? node[part] : undefined), description);
}

const mapValues = (node: Node, map: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, map(value, key)]));

/** Whether a place is marked as assumed, or refers to an assumed one. */
type Judge = (value: unknown) => boolean;

function judge(description: Description): Judge {
  const isAssumed: Judge = (value) => {
    if (!isNode(value)) return false;
    if (value['x-provenance'] !== undefined) return value['x-provenance'] === 'assumed';
    return typeof value.$ref === 'string' && isAssumed(lookUp(description, value.$ref));
  };
  return isAssumed;
}

function withoutAssumed(node: Node, isAssumed: Judge): Node {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => !isAssumed(value)));
}

/** Whether only the presence of a field is documented: it is required, and refers to an assumed shape. */
function isOfAnyShape(schema: Node, name: string, isAssumed: Judge): boolean {
  const property = nodeAt(schema.properties, name);
  const isRequired = Array.isArray(schema.required) && schema.required.includes(name);
  return isRequired && property['x-provenance'] === undefined && isAssumed(property);
}

/** Leaves the assumed fields out of an example. */
function pruneExample(schema: unknown, value: unknown, description: Description, isAssumed: Judge): unknown {
  if (!isNode(schema)) return value;
  if (typeof schema.$ref === 'string') {
    return pruneExample(lookUp(description, schema.$ref), value, description, isAssumed);
  }
  const members = Array.isArray(schema.allOf) ? schema.allOf : [];
  const whole = members.reduce<unknown>(
    (rest, member) => pruneExample(member, rest, description, isAssumed),
    value,
  );
  if (Array.isArray(whole)) {
    if (isAssumed(schema.items)) return [];
    return whole.map((item) => pruneExample(schema.items, item, description, isAssumed));
  }
  if (!isNode(whole)) return whole;
  const properties = nodeAt(schema, 'properties');
  return Object.fromEntries(
    Object.entries(whole).flatMap(([name, item]) => {
      if (isOfAnyShape(schema, name, isAssumed)) return [[name, item]];
      const property = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
      return isAssumed(property) ? [] : [[name, pruneExample(property, item, description, isAssumed)]];
    }),
  );
}

/** A value without the fields that its schema marks as assumed. */
export function documentedFields(schema: unknown, value: unknown, description: Description): unknown {
  return pruneExample(schema, value, description, judge(description));
}

/** Calls `tell` with every reference below a place, including those of discriminators. */
function tellReferences(value: unknown, tell: (reference: string) => void): void {
  if (Array.isArray(value)) for (const item of value) tellReferences(item, tell);
  if (!isNode(value)) return;
  if (typeof value.$ref === 'string') tell(value.$ref);
  for (const item of Object.values(nodeAt(value.discriminator, 'mapping')))
    if (typeof item === 'string') tell(item);
  for (const child of Object.values(value)) tellReferences(child, tell);
}

/** The references to components from outside of them. */
function usedIn(description: Description): ReadonlySet<string> {
  const { components: _, ...rest } = description;
  const used = new Set<string>();
  const use = (reference: string) => {
    if (used.has(reference)) return;
    used.add(reference);
    tellReferences(lookUp(description, reference), use);
  };
  tellReferences(rest, use);
  return used;
}

/** Leaves out components without references, and tags without operations. */
function withoutUnused(description: Description, source: Description): Description {
  const { components, ...rest } = description;
  const [used, usedBefore] = [usedIn(description), usedIn(source)];
  const kept = mapValues(isNode(components) ? components : {}, (entries, kind) =>
    kind === 'securitySchemes' || !isNode(entries)
      ? entries
      : Object.fromEntries(
          Object.entries(entries).filter(([name]) => {
            const reference = `#/components/${kind}/${name}`;
            return used.has(reference) || !usedBefore.has(reference);
          }),
        ),
  );
  const items = [...Object.values(nodeAt(rest, 'paths')), ...Object.values(nodeAt(rest, 'webhooks'))];
  const tags = new Set<unknown>(
    items.flatMap((item) => methods.map((method) => nodeAt(item, method).tags)).flat(),
  );
  return {
    ...description,
    ...(Array.isArray(description.tags) && {
      tags: description.tags.filter((tag) => isNode(tag) && tags.has(tag.name)),
    }),
    components: Object.fromEntries(
      Object.entries(kept).filter(([, entries]) => !isNode(entries) || Object.keys(entries).length > 0),
    ),
  };
}

/**
 * The description without everything marked `x-provenance: assumed`: operations, parameters, request bodies, the content
 * of responses, fields (also in examples), and components that are no longer referred to; and without the keywords in
 * `x-assumed` and the responses with an `x-assumed-status`. Path parameters stay, because the path needs them. A required
 * field with an assumed shape may have any value.
 */
export function documentedPart(description: Description): Description {
  const isAssumed = judge(description);

  function schema(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(schema);
    if (!isNode(value)) return value;
    const properties = mapValues(nodeAt(value, 'properties'), (property, name) => {
      if (!isNode(property) || !isOfAnyShape(value, name, isAssumed)) return property;
      const { $ref: _, ...rest } = property;
      return rest;
    });
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
        switch (key) {
          case 'properties':
            return [[key, mapValues(withoutAssumed(properties, isAssumed), schema)]];
          case 'required': {
            if (!Array.isArray(child)) return [];
            const left = child.filter((name) => !isAssumed(properties[name]));
            return left.length > 0 ? [[key, left]] : [];
          }
          case 'examples':
            if (!Array.isArray(child)) return [];
            return [[key, child.map((item) => pruneExample(value, item, description, isAssumed))]];
          case 'oneOf':
          case 'anyOf':
          case 'allOf':
            if (!Array.isArray(child)) return [];
            return [[key, child.filter((member) => !isAssumed(member)).map(schema)]];
          case 'discriminator': {
            const mapping = mapValues(nodeAt(child, 'mapping'), ($ref) => ({ $ref }));
            const left = mapValues(
              withoutAssumed(mapping, isAssumed),
              (item) => nodeAt({ item }, 'item').$ref,
            );
            return [[key, { ...nodeAt(value, key), ...(Object.keys(left).length > 0 && { mapping: left }) }]];
          }
          case 'items':
          case 'additionalProperties':
            return isAssumed(child) ? [] : [[key, schema(child)]];
          case 'not':
            return [[key, schema(child)]];
          case 'x-assumed':
            return [];
          default:
            return [[key, child]];
        }
      }),
    );
  }

  function mediaType(value: unknown): unknown {
    if (!isNode(value)) return value;
    const examples = mapValues(nodeAt(value, 'examples'), (example) =>
      isNode(example) && 'value' in example
        ? { ...example, value: pruneExample(value.schema, example.value, description, isAssumed) }
        : example,
    );
    return {
      ...value,
      ...('schema' in value && { schema: schema(value.schema) }),
      ...('examples' in value && { examples }),
      ...('example' in value && {
        example: pruneExample(value.schema, value.example, description, isAssumed),
      }),
    };
  }

  /** A request body, a response, a header or a parameter. */
  function carrier(value: unknown): unknown {
    if (!isNode(value)) return value;
    const { content, headers, schema: own, 'x-assumed': _, ...rest } = value;
    const left = Object.entries(isNode(content) ? content : {}).filter(
      ([, media]) => !isAssumed(value) && !isAssumed(media) && !(isNode(media) && isAssumed(media.schema)),
    );
    const keptHeaders = withoutAssumed(isNode(headers) ? headers : {}, isAssumed);
    return {
      ...rest,
      ...(own !== undefined && { schema: schema(own) }),
      ...(Object.keys(keptHeaders).length > 0 && { headers: mapValues(keptHeaders, carrier) }),
      ...(left.length > 0 && { content: mapValues(Object.fromEntries(left), mediaType) }),
    };
  }

  function parameters(value: unknown): unknown {
    if (!Array.isArray(value)) return value;
    const inPath = (parameter: Node): boolean =>
      typeof parameter.$ref === 'string'
        ? inPath(nodeAt({ target: lookUp(description, parameter.$ref) }, 'target'))
        : parameter.in === 'path';
    return value
      .filter((parameter) => !isAssumed(parameter) || (isNode(parameter) && inPath(parameter)))
      .map(carrier);
  }

  const withStatedStatus = (responses: Node) =>
    Object.fromEntries(
      Object.entries(responses).filter(([, response]) => {
        const { $ref } = isNode(response) ? response : {};
        const target = typeof $ref === 'string' ? lookUp(description, $ref) : response;
        return !isNode(target) || target['x-assumed-status'] !== true;
      }),
    );

  function operation(value: Node): Node {
    const { requestBody, ...rest } = value;
    const body = isAssumed(requestBody) ? {} : nodeAt({ body: carrier(requestBody) }, 'body');
    return {
      ...rest,
      ...('parameters' in value && { parameters: parameters(value.parameters) }),
      ...(('content' in body || '$ref' in body) && { requestBody: body }),
      responses: mapValues(withStatedStatus(nodeAt(value, 'responses')), carrier),
    };
  }

  function pathItem(value: unknown): [Node] | [] {
    if (!isNode(value) || isAssumed(value)) return [];
    const kept = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
      if (key === 'parameters') return [[key, parameters(child)]];
      if (!methods.includes(key) || !isNode(child)) return [[key, child]];
      return isAssumed(child) ? [] : [[key, operation(child)]];
    });
    return kept.some(([key]) => methods.includes(key)) ? [Object.fromEntries(kept)] : [];
  }

  const pathItems = (items: Node) =>
    Object.fromEntries(
      Object.entries(items).flatMap(([name, item]) => pathItem(item).map((kept) => [name, kept])),
    );

  const components = nodeAt(description, 'components');
  const part = {
    ...description,
    ...('paths' in description && { paths: pathItems(nodeAt(description, 'paths')) }),
    ...('webhooks' in description && { webhooks: pathItems(nodeAt(description, 'webhooks')) }),
    components: mapValues(components, (entries, kind) => {
      if (!isNode(entries)) return entries;
      switch (kind) {
        case 'schemas':
          return mapValues(entries, schema);
        case 'parameters':
        case 'responses':
        case 'requestBodies':
        case 'headers':
          return mapValues(entries, carrier);
        default:
          return entries;
      }
    }),
  };
  return withoutUnused(part, description);
}
