/** Descriptions of any number of operations: our own over and over, each copy with schemas, parameters and paths of its own. */
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };

type Table = Readonly<Record<string, unknown>>;

export interface SyntheticDescription {
  readonly paths: Readonly<Record<string, Table>>;
  readonly webhooks: Table;
  readonly components: Readonly<Record<string, Table>>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const references = /#\/components\/(\w+)\/(\w+)/g;

const renameKeys = (table: Table, rename: (key: string) => string) =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [rename(key), value]));

/** Our description with other names. */
function copyOf(index: number): SyntheticDescription {
  const name = `Copy${index}`;
  const text = JSON.stringify(bundled)
    .replaceAll(references, `#/components/$1/${name}$2`)
    .replaceAll(/"operationId":"(\w+)"/g, `"operationId":"$1${name}"`);
  // The same shape as before.
  const { paths, webhooks, components } = JSON.parse(text) as SyntheticDescription;
  return {
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [path.replace('/v1/', `/v1/${name}/`), item]),
    ),
    webhooks: renameKeys(webhooks, (event) => `${name}.${event}`),
    components: Object.fromEntries(
      Object.entries(components).map(([kind, table]) => [kind, renameKeys(table, (key) => name + key)]),
    ),
  };
}

/** The components that something refers to, directly or by another of them. */
function usedComponents(roots: unknown, all: SyntheticDescription['components']) {
  const used: Record<string, Record<string, unknown>> = {};
  const visit = (value: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(references)) {
      used[kind] ??= {};
      if (used[kind][name] !== undefined) continue;
      used[kind][name] = all[kind]?.[name];
      visit(used[kind][name]);
    }
  };
  visit(roots);
  return {
    ...used,
    schemas: used.schemas ?? {},
    parameters: used.parameters ?? {},
    responses: used.responses ?? {},
  };
}

function firstPaths(paths: SyntheticDescription['paths'], operations: number): SyntheticDescription['paths'] {
  const kept: Record<string, Table> = {};
  let left = operations;
  for (const [path, item] of Object.entries(paths)) {
    const members = Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .slice(0, left);
    if (members.length > 0) kept[path] = Object.fromEntries(members);
    left -= members.length;
  }
  return kept;
}

const countOf = (paths: SyntheticDescription['paths']) =>
  Object.values(paths).reduce(
    (sum, item) => sum + Object.keys(item).filter((key) => methods.includes(key)).length,
    0,
  );

/** @param operations how many; there are as many events for each of them as in our own description. */
export function syntheticDescription(operations: number): SyntheticDescription {
  const each = countOf(bundled.paths);
  const copies = Array.from({ length: Math.ceil(operations / each) }, (_, index) => copyOf(index));
  const all = {
    paths: Object.assign({}, ...copies.map(({ paths }) => paths)),
    webhooks: Object.entries(Object.assign({}, ...copies.map(({ webhooks }) => webhooks)) as Table),
    components: copies.map(({ components }) => components),
  };
  const events = Math.round((operations / each) * Object.keys(bundled.webhooks).length);
  const paths = firstPaths(all.paths, operations);
  const webhooks = Object.fromEntries(all.webhooks.slice(0, events));
  const kinds = Object.keys(bundled.components);
  const components = Object.fromEntries(
    kinds.map((kind) => [kind, Object.assign({}, ...all.components.map((table) => table[kind]))]),
  );
  return { ...bundled, paths, webhooks, components: usedComponents([paths, webhooks], components) };
}
