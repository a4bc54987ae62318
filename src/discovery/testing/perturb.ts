/** Our own description as another author might have written it, with the true place of each operation. */

import { allOperations } from '../../../openapi/description.ts';
import bundled from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { isPlain } from '../shape.ts';

export interface Perturbation {
  /** Words of paths that the target has otherwise, in operations that the document leaves open. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Names of fields. */
  readonly fields?: (name: string) => string;
  /** Operations that it does not have. */
  readonly without?: readonly string[];
  readonly withoutIds?: boolean;
  readonly withoutSummaries?: boolean;
  readonly openapi?: '3.0.3' | '3.1.0';
  /** Path of the server's address. */
  readonly server?: string;
  /** Each schema of a body is an `allOf` of a part with its fields and one without. */
  readonly inParts?: boolean;
}

type Plain = Record<string, unknown>;

const assumedIds = new Set<string>(
  allOperations.filter(({ provenance }) => provenance === 'assumed').map(({ id }) => id),
);

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Copies a description; `change` gets each object after its members. */
function copy(
  value: unknown,
  change: (plain: Plain, place: readonly string[]) => Plain,
  place: readonly string[] = [],
): unknown {
  if (Array.isArray(value)) return value.map((item, index) => copy(item, change, [...place, String(index)]));
  if (!isPlain(value)) return value;
  const copied = Object.entries(value).map(([name, inner]) => [name, copy(inner, change, [...place, name])]);
  return change(Object.fromEntries(copied), place);
}

const renamedPath = (path: string, words: Readonly<Record<string, string>>) =>
  path
    .split('/')
    .map((part) => (Object.hasOwn(words, part) ? words[part] : part))
    .join('/');

const entriesOf = (value: unknown) => Object.entries(isPlain(value) ? value : {});

export interface Perturbed {
  readonly document: Plain;
  /** By operation of ours: its method and path there, with our names of the parameters. */
  readonly truth: ReadonlyMap<string, string>;
}

function movedPaths({ paths: words = {}, without = [], withoutIds, withoutSummaries }: Perturbation) {
  const paths: Record<string, Plain> = {};
  const truth = new Map<string, string>();
  for (const [path, item] of Object.entries(bundled.paths)) {
    for (const [method, source] of entriesOf(item)) {
      if (!isPlain(source)) continue;
      const { operationId, summary, ...rest } = source;
      const id = String(operationId);
      if (without.includes(id)) continue;
      const moved = assumedIds.has(id) ? renamedPath(path, words) : path;
      truth.set(id, `${method.toUpperCase()} ${moved}`);
      paths[moved] = {
        ...paths[moved],
        [method]: {
          ...rest,
          ...(withoutIds !== true && { operationId }),
          ...(withoutSummaries !== true && { summary }),
        },
      };
    }
  }
  return { paths, truth };
}

export function perturb(how: Perturbation): Perturbed {
  const { fields = (name) => name, openapi = '3.1.0', server, inParts } = how;
  const { paths, truth } = movedPaths(how);
  const source = { openapi, info: bundled.info, paths, components: bundled.components };
  const changed = copy(source, (plain, place) => {
    const { properties, required, type, 'x-provenance': _, ...others } = plain;
    if (place.at(-1) === 'properties' || !isPlain(properties)) {
      // OpenAPI 3.1 writes a nullable type as a list of types.
      if (!Array.isArray(type) || openapi !== '3.0.3') return plain;
      return { ...plain, type: type.find((name) => name !== 'null'), nullable: true };
    }
    const names = Object.entries(properties).map(([name, field]) => [fields(name), field]);
    const shape = {
      type: 'object',
      properties: Object.fromEntries(names),
      ...(Array.isArray(required) && { required: required.map((name) => fields(String(name))) }),
    };
    return inParts === true
      ? { ...others, allOf: [shape, { type: 'object', properties: {} }] }
      : { ...others, ...shape };
  });
  // It is the copy of an object with these.
  const document = changed as Plain & { readonly paths: Plain };
  if (server === undefined) return { document, truth };
  const { pathname } = new URL(server);
  const below = Object.entries(document.paths).map(([path, item]) => [path.replace(pathname, ''), item]);
  return { document: { ...document, servers: [{ url: server }], paths: Object.fromEntries(below) }, truth };
}
