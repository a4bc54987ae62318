/** Reads the operations of a target's own OpenAPI description, of any version and style. */
import { shorten } from '../../markup/visible-text.ts';
import { refuse } from '../config/refuse.ts';
import { follow, isPlain, type Lookup, lookupIn, type Shape, shapeOf } from './shape.ts';
import { hasHiddenCharacters, withoutHiddenCharacters } from './source-text.ts';

export type ForeignMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ForeignOperation {
  readonly method: ForeignMethod;
  /** As the target takes it, including the path in its server's address. */
  readonly path: string;
  readonly id: string;
  /** A short summary of the operation. */
  readonly summary: string;
  /** A longer description, and the names of its groups. */
  readonly description: string;
  readonly query: ReadonlyMap<string, Shape>;
  readonly requiredQuery: readonly string[];
  /** Headers that it requires and no request of the suite has, without those that a security scheme names. */
  readonly requiredHeaders: readonly string[];
  readonly body?: Shape;
  readonly form?: Shape;
  /** Whether a body may be of any type. */
  readonly takesAnything: boolean;
  /** Whether a success shows the id of the created resource in its `Location` header. */
  readonly hasLocation: boolean;
  readonly answer?: Shape;
  /** The status of a success, where it is none from 200 to 299. */
  readonly redirect?: number;
  /** Names of the security schemes that it takes; empty where it asks for none. */
  readonly security: readonly string[];
  /** Whether it takes the tenant key of a business in its documented header. */
  readonly takesTenantKey: boolean;
}

const methods: readonly ForeignMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The schema of the first of these media types that something has; parameters of a type do not count. */
function schemaOf(content: unknown, isWanted: (type: string) => boolean, lookup: Lookup): Shape | undefined {
  if (!isPlain(content)) return undefined;
  const found = Object.entries(content).find(([type]) => isWanted(type.toLowerCase()));
  if (found === undefined || !isPlain(found[1]) || found[1].schema === undefined) return undefined;
  return shapeOf(found[1].schema, lookup);
}

const isJson = (type: string) => /^(application\/(.*\+)?json|\*\/\*)/.test(type);
const isForm = (type: string) => type.startsWith('multipart/form-data');

interface Success {
  readonly status: string;
  readonly headers?: unknown;
  readonly content?: unknown;
}

/** The answer of a success; the lowest status counts. */
function answerOf(
  responses: unknown,
  lookup: Lookup,
): Pick<ForeignOperation, 'answer' | 'hasLocation' | 'redirect'> {
  const successes: readonly Success[] = Object.entries(isPlain(responses) ? responses : {})
    .filter(([status]) => /^[23]/.test(status))
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, response]) => ({ ...follow(response, lookup), status }));
  const hasLocation = successes.some(
    ({ headers }) => isPlain(headers) && Object.keys(headers).some((name) => /^location$/i.test(name)),
  );
  const answer = successes.map(({ content }) => schemaOf(content, isJson, lookup)).find((shape) => shape);
  const [first] = successes;
  const redirect = first?.status.startsWith('3') === true ? Number(first.status) : Number.NaN;
  return { hasLocation, ...(answer && { answer }), ...(redirect > 0 && { redirect }) };
}

const schemesOf = (security: unknown) =>
  list(security).flatMap((entry) => (isPlain(entry) ? Object.keys(entry) : []));

/** Names of the headers that take a key of their own, by the name of the security scheme. */
export function keyHeaders(document: unknown): ReadonlyMap<string, string> {
  const components = isPlain(document) ? document.components : undefined;
  const schemes = isPlain(components) ? components.securitySchemes : undefined;
  return new Map(
    Object.entries(isPlain(schemes) ? schemes : {}).flatMap(([scheme, described]): [string, string][] => {
      const { type, in: place, name } = follow(described, lookupIn(document));
      const isHeader = type === 'apiKey' && place === 'header' && /^[\w-]+$/.test(text(name));
      return isHeader && !/^authorization$/i.test(text(name)) ? [[scheme, text(name).toLowerCase()]] : [];
    }),
  );
}

/** The path of a server's address, such as `/api/v1`. */
function prefixOf(servers: unknown): string {
  const [first] = list(servers);
  const address = isPlain(first) ? text(first.url).slice(0, limits.length) : '';
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\{.*?\}/g, '');
  return `/${path}`.replace(/\/+/g, '/').replace(/\/$/, '');
}

/** Headers that each request may have. */
const usualHeaders = ['accept', 'authorization', 'content-type', 'user-agent', 'x-multitenantkey'];

function requiredHeadersOf(
  parameters: readonly Readonly<Record<string, unknown>>[],
  document: unknown,
): readonly string[] {
  const sent = [...usualHeaders, ...keyHeaders(document).values()];
  return parameters
    .filter((each) => each.in === 'header' && each.required === true)
    .map(({ name }) => text(name))
    .filter((name) => /^[\w-]+$/.test(name) && !sent.includes(name.toLowerCase()));
}

function toOperation(
  path: string,
  method: ForeignMethod,
  item: Readonly<Record<string, unknown>>,
  source: Readonly<Record<string, unknown>>,
  document: Readonly<Record<string, unknown>>,
  lookup: Lookup,
): ForeignOperation {
  const parameters = [...list(item.parameters), ...list(source.parameters)].map((each) =>
    follow(each, lookup),
  );
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const { content } = follow(source.requestBody, lookup);
  const body = schemaOf(content, isJson, lookup);
  const form = schemaOf(content, isForm, lookup);
  return {
    method,
    path: `${prefixOf(source.servers ?? item.servers ?? document.servers)}${path}`,
    id: text(source.operationId),
    summary: text(source.summary),
    description: [...list(source.tags), source.description].map(text).join(' '),
    query: new Map(query.map(({ name, schema }) => [text(name), shapeOf(schema, lookup)])),
    requiredQuery: query.filter(({ required }) => required === true).map(({ name }) => text(name)),
    requiredHeaders: requiredHeadersOf(parameters, document),
    ...(body && { body }),
    ...(form && { form }),
    takesAnything: isPlain(content) && '*/*' in content && body?.format === 'binary',
    ...answerOf(source.responses, lookup),
    security: schemesOf(source.security ?? document.security),
    takesTenantKey: parameters.some(
      ({ in: place, name }) => place === 'header' && /^x-multitenantkey$/i.test(text(name)),
    ),
  };
}

const mostShown = 200;

/** By name, as messages have it. An honest description stays far below: that of GitHub has 1,357 operations and 108,809 schemas. */
const limits = {
  /** Characters of a path. */
  length: 2_000,
  /** Paths that one path stands for. */
  combinations: 1_000,
  operations: 20_000,
  /** Schemas, counted again for each reference to them. */
  schemas: 500_000,
} as const;

const shownLimit = (limit: keyof typeof limits) => limits[limit].toLocaleString('en');

const tooMuch = (name: string, limit: keyof typeof limits, problem: string) =>
  refuse(
    `${name}: ${problem}, the limit of ${limit}: give the part of the description that the suite needs with --from`,
  );

const mostWords = 12;

/** One operation for each word that a parameter of the path may be: `/{id}/{step}` is `/{id}/settle` and `/{id}/fail`. */
function byWord(
  path: string,
  item: Readonly<Record<string, unknown>>,
  operation: Readonly<Record<string, unknown>>,
  lookup: Lookup,
  file: string,
): readonly string[] {
  const parameters = [...list(item.parameters), ...list(operation.parameters)].map((each) =>
    follow(each, lookup),
  );
  return parameters.reduce<readonly string[]>(
    (paths, { name, in: place, schema }) => {
      const { words } = shapeOf(schema, lookup);
      if (place !== 'path' || words.length === 0 || words.length > mostWords) return paths;
      if (paths.length * words.length > limits.combinations)
        throw tooMuch(
          file,
          'combinations',
          `the path "${shorten(path, mostShown)}" stands for more than ${shownLimit('combinations')} paths, one for each combination of the words of its parameters`,
        );
      return paths.flatMap((each) =>
        words.map((word) => each.replace(`{${text(name)}}`, encodeURIComponent(word))),
      );
    },
    [path],
  );
}

function refuseOtherFiles(value: unknown, name: string): void {
  const seen = JSON.stringify(value, (key, inner) => {
    if (key === '$ref' && typeof inner === 'string' && !inner.startsWith('#'))
      throw refuse(`${name}: it refers to another file (${inner}): bundle it into one file first`);
    return inner;
  });
  if (seen === undefined) throw refuse(`${name}: it is empty`);
}

/**
 * A path is sent, printed and written into a file, so that it must be what it looks like. Without a slash in front it
 * would go on with the name of the host.
 */
function refuseUnusablePath(path: string, name: string): void {
  if (path.length > limits.length)
    throw tooMuch(
      name,
      'length',
      `the path "${shorten(path, mostShown)}" has more than ${shownLimit('length')} characters`,
    );
  if (!hasHiddenCharacters(path)) {
    if (path.startsWith('/')) return;
    throw refuse(
      `${name}: the path "${path}" does not begin with a slash: give a description in which all paths do with --from`,
    );
  }
  const shown = withoutHiddenCharacters(path, (code) => `\\u{${code}}`);
  throw refuse(
    `${name}: the path "${shorten(shown, mostShown)}" has a control character or another one that does not show: ` +
      'give a description without it with --from',
  );
}

/**
 * @param name of the file or address, for messages
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when it is no OpenAPI description of version 3
 */
export function foreignOperations(document: unknown, name: string): readonly ForeignOperation[] {
  const wanted = 'it must be an OpenAPI description of version 3.0 or 3.1, in YAML or JSON';
  if (!isPlain(document)) throw refuse(`${name}: it is not an object; ${wanted}`);
  if ('swagger' in document)
    throw refuse(`${name}: it is Swagger ${text(document.swagger)}; ${wanted}: convert it first`);
  if (typeof document.openapi !== 'string' || !document.openapi.startsWith('3.'))
    throw refuse(`${name}: it has no "openapi: 3.…" at its top; ${wanted}`);
  if (!isPlain(document.paths) || Object.keys(document.paths).length === 0)
    throw refuse(`${name}: it has no paths, so there is nothing to match`);
  refuseOtherFiles(document, name);
  const counts = { operations: 0, schemas: 0 };
  const count = (kind: keyof typeof counts) => {
    counts[kind] += 1;
    if (counts[kind] > limits[kind])
      throw tooMuch(name, kind, `it has more than ${shownLimit(kind)} ${kind}, references followed`);
  };
  const lookup = lookupIn(document, () => count('schemas'));
  return Object.entries(document.paths).flatMap(([path, source]) => {
    refuseUnusablePath(path, name);
    const item = follow(source, lookup);
    return methods.flatMap((method) => {
      const operation = item[method.toLowerCase()];
      if (!isPlain(operation)) return [];
      return byWord(path, item, operation, lookup, name).map((each) => {
        const found = toOperation(each, method, item, operation, document, lookup);
        refuseUnusablePath(found.path, name);
        count('operations');
        return found;
      });
    });
  });
}
