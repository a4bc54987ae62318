/** A request in the words of another description, as a request in ours. */
import { take, toOurNames } from '../../conformance/adapter/names.ts';
import { controlTable } from '../../conformance/target/controls.ts';
import { operation, schemas } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { lookupIn, type Shape, shapeOf } from '../../src/discovery/shape.ts';
import type { DialectEntry } from './dialect.ts';
import { changeAt, translated, withDefaults } from './places.ts';
import type { DescribedRoute, Meaning } from './routes.ts';

/** A request of theirs. */
export interface TheirRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly json: unknown;
  /** The business that its key acts for. */
  readonly businessId: string | undefined;
}

/** The value at a place of a request; see dialect.ts. */
function partAt({ path, query, json, businessId }: TheirRequest, place: string): unknown {
  if (place.startsWith('?')) return query.get(place.slice(1)) ?? undefined;
  if (place.startsWith(':')) return path[place.slice(1)];
  return place === '@business' ? businessId : take(json, place.split('.'));
}

const isElsewhere = (place: string) => /^[?:@]/.test(place);

/** The meaning of a request among those that share its route. */
export const meaningOf = ({ meanings }: DescribedRoute, asked: TheirRequest): Meaning | undefined =>
  meanings.find(({ entry: { when = {} } }) =>
    Object.entries(when).every(([place, value]) => partAt(asked, place) === value),
  );

/** A number where our description has one: a query holds texts. */
const asNumber = (shape: Shape | undefined, value: unknown) =>
  ['integer', 'number'].includes(shape?.type ?? '') && typeof value === 'string' ? Number(value) : value;

function ourBody(entry: DialectEntry, asked: TheirRequest, shape: Shape | undefined): unknown {
  const { body: names = {}, gives = {}, words = {} } = entry;
  const inBody = Object.fromEntries(Object.entries(names).filter(([, place]) => !isElsewhere(place)));
  const elsewhere = Object.entries(names).filter(([, place]) => isElsewhere(place));
  const named = toOurNames(asked.json, inBody);
  const whole = elsewhere.reduce<unknown>((body, [ours, place]) => {
    const value = partAt(asked, place);
    return value === undefined
      ? body
      : { ...(isRecord(body) && body), [ours]: asNumber(shape?.fields.get(ours)?.shape, value) };
  }, named);
  const worded = Object.entries(words)
    .filter(([side]) => side.startsWith('body.'))
    .reduce(
      (body, [side, table]) =>
        changeAt(body, side.split('.').slice(1), (word) => translated(table, word, 'to ours')),
      whole,
    );
  return isRecord(worded) ? withDefaults(worded, gives) : worded;
}

/** The path parameters of ours: at the places that the entry names, or those of theirs in turn. */
function ourPath(
  names: readonly string[],
  { parameters }: DescribedRoute,
  { path: places = {} }: DialectEntry,
  asked: TheirRequest,
): Readonly<Record<string, string>> {
  const free = parameters.filter((name) => !Object.values(places).includes(`:${name}`));
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const found = places[name] === undefined ? asked.path[free[index] ?? ''] : partAt(asked, places[name]);
      return found === undefined ? [] : [[name, String(found)]];
    }),
  );
}

/** A request of ours; undefined if a part of its path is missing. */
export interface OurRequest {
  readonly method: string;
  readonly path: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

export function ourRequest(
  route: DescribedRoute,
  { id, entry }: Extract<Meaning, { kind: 'operation' }>,
  asked: TheirRequest,
): OurRequest | undefined {
  const { method, path, parameters, requestBody } = operation(id);
  const names = parametersIn(path);
  const given = ourPath(names, route, entry, asked);
  if (names.some((name) => given[name] === undefined)) return undefined;
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }): [string, string][] => {
      const value = asked.query.get(entry.query?.[name] ?? name);
      return place === 'query' && value !== null ? [[name, value]] : [];
    }),
  ).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  const shape = requestBody && shapeOf(requestBody, lookupIn({ components: { schemas } }));
  return {
    method: method.toUpperCase(),
    path: query === '' ? filled : `${filled}?${query}`,
    given,
    body: requestBody === undefined ? undefined : ourBody(entry, asked, shape),
  };
}

/** What a control needs and theirs leaves to the server. */
const usual: Readonly<Record<string, unknown>> = {
  message: 'The bank refused it.',
  actionRequired: 'Send a proof of address.',
  requirements: [],
};

/** The arguments of a control, by name. */
export function argumentsOf(
  route: DescribedRoute,
  { name, entry }: Extract<Meaning, { kind: 'control' }>,
  asked: TheirRequest,
): Readonly<Record<string, unknown>> {
  const { takes: places = {}, words = {} } = entry;
  const names = controlTable[name].takes.map((argument) => argument.replace('?', ''));
  const inPath = ourPath(
    names.filter((argument) => places[argument] === undefined),
    route,
    entry,
    asked,
  );
  const deeper = Object.fromEntries(Object.entries(places).filter(([place]) => place.includes('.')));
  const inBody = toOurNames(asked.json, {
    ...Object.fromEntries(
      Object.entries(places).filter(([, place]) => !isElsewhere(place) && !place.includes('.')),
    ),
    ...deeper,
  });
  return Object.fromEntries(
    names.flatMap((argument) => {
      const place = places[argument];
      const isDirect = place !== undefined && (isElsewhere(place) || place.includes('.'));
      const value =
        inPath[argument] ?? (isDirect ? partAt(asked, place) : take(inBody, [argument])) ?? usual[argument];
      const table = words[`takes.${argument}`];
      const shape = shapeOf(controlTable[name].schemas[argument] ?? {}, lookupIn({}));
      const ours = asNumber(shape, table === undefined ? value : translated(table, value, 'to ours'));
      return ours === undefined ? [] : [[argument, ours]];
    }),
  );
}
