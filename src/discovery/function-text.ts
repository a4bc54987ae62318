/** Writes an operation of an adapter as a function, if other names are not enough. */
import type { Draft } from './draft.ts';
import type { Shape } from './shape.ts';
import {
  listed,
  literal,
  member,
  optionalMember,
  property,
  type Source,
  source,
  template,
} from './source-text.ts';

const inside = (shape: Shape): Shape => (shape.items === undefined ? shape : inside(shape.items));

/** The path as a template, with the values of the request. */
function templateOf(path: string, { wanted, function: own }: Draft): Source {
  const inserted = (name: string) => {
    if (wanted.pathParameters.includes(name)) return source`path${member(name)}`;
    return own?.fromBody.includes(name) === true ? source`body${member(name)}` : literal(`which ${name}?`);
  };
  // Every second part is the name of a parameter.
  const parts = path.split(/\{([^}]+)\}/);
  return template(
    parts.flatMap((text, index) => {
      if (index % 2 === 1) return [];
      const name = parts[index + 1];
      return [name === undefined ? { text } : { text, insert: inserted(name) }];
    }),
  );
}

/** Fields, each at its place: those in the same object are written once. */
interface FieldAt {
  readonly place: readonly string[];
  readonly value: Source;
}

function objectText(fields: readonly FieldAt[]): Source {
  const names = [...new Set(fields.map(({ place: [name = ''] }) => name))];
  return listed(
    names.map((name) => {
      const own = fields.filter(({ place: [first] }) => first === name);
      const deeper = own.filter(({ place }) => place.length > 1);
      if (deeper.length === 0) return source`${property(name)}: ${own.at(-1)?.value ?? source`undefined`}`;
      const inner = deeper.map(({ place, value }) => ({ place: place.slice(1), value }));
      return source`${property(name)}: { ${objectText(inner)} }`;
    }),
  );
}

/** The fields of one level of our body, each under the name and at the place where theirs has it. */
function fieldsAt(shape: Shape, from: Source, at: string, draft: Draft): readonly FieldAt[] {
  const { binding, function: own } = draft;
  const [names, lost, flat] = [binding.body ?? {}, own?.lost ?? [], own?.flat ?? []];
  return [...inside(shape).fields].flatMap(([name, field]): FieldAt[] => {
    const place = at === '' ? name : `${at}.${name}`;
    const value = source`${from}${member(name)}`;
    if (lost.includes(place)) return [];
    const raised = flat.filter(({ ours }) => ours.startsWith(`${place}.`));
    if (raised.length > 0)
      return raised.map(({ ours, theirs }) => ({
        place: [theirs],
        value: source`${value}${optionalPlace(ours.slice(place.length + 1))}`,
      }));
    const theirs = names[place] ?? name;
    const isChangedInside = [...Object.keys(names), ...lost].some((each) => each.startsWith(`${place}.`));
    const text = isChangedInside ? innerText(field.shape, value, place, draft) : value;
    return [{ place: theirs.split('.'), value: text }];
  });
}

/** A place in a value that need not be there: `?.a.b`. */
function optionalPlace(place: string): Source {
  const [first = '', ...others] = place.split('.');
  return others.reduce<Source>((before, name) => source`${before}${member(name)}`, optionalMember(first));
}

function innerText(shape: Shape, from: Source, at: string, draft: Draft): Source {
  if (shape.items === undefined)
    return source`${from} && { ${objectText(fieldsAt(shape, from, at, draft))} }`;
  return source`${from}?.map((each) => ({ ${objectText(fieldsAt(shape, source`each`, at, draft))} }))`;
}

/** A constant; `{name}` is the parameter of our path. */
function constantText(value: unknown, { wanted }: Draft): Source {
  const name = typeof value === 'string' ? value.slice(1, -1) : '';
  return wanted.pathParameters.includes(name) ? source`path${member(name)}` : literal(value);
}

function bodyText(draft: Draft): Source | undefined {
  const { wanted, binding, function: own } = draft;
  if (own?.file !== undefined) {
    const { content, name, contentType } = own.file;
    return source`{ ${listed([
      ...(name === undefined ? [] : [source`${property(name)}: form.file.name`]),
      ...(contentType === undefined ? [] : [source`${property(contentType)}: form.file.contentType`]),
      source`${property(content)}: Buffer.from(form.file.content).toString('base64')`,
    ])} }`;
  }
  if (draft.found?.body === undefined) return undefined;
  const constants = Object.entries(binding.constants ?? {}).map(([name, value]) => ({
    place: [name],
    value: constantText(value, draft),
  }));
  const ours = wanted.body === undefined ? [] : fieldsAt(wanted.body, source`body`, '', draft);
  const copied = (own?.copied ?? []).map(({ ours: place, theirs }) => {
    const [outer = '', inner = ''] = place.split('.');
    return { place: [theirs], value: source`body${member(outer)}${optionalMember(inner)}` };
  });
  const all = [...constants, ...copied, ...ours];
  return all.length === 0 ? undefined : source`{ ${objectText(all)} }`;
}

/**
 * Our answer, by the names that it has there.
 *
 * @param typed whether the helpers of the package can be imported
 */
function answerText({ binding: { answer = {} }, wanted: { name, reliedOn } }: Draft, typed: boolean): Source {
  const located = reliedOn.filter((each) => answer[each] === '@location');
  if (typed && located.length === 0)
    return source`renamed<${literal(name)}>(answer.json, ${literal(answer)})`;
  const fields = reliedOn.map((each) => {
    const theirs = answer[each] ?? each;
    if (theirs === '@location') {
      const id = typed ? source`idFromLocation(answer)` : source`answer.headers.location.split('/').at(-1)`;
      return source`${property(each)}: ${id}`;
    }
    const place = theirs === '$' ? [] : theirs.split('.');
    return place.reduce<Source>(
      (before, part) => source`${before}?.[${literal(part)}]`,
      source`${property(each)}: answer.json`,
    );
  });
  return source`{ ${listed(fields)} }`;
}

/** The helpers that the text of functions calls. */
export const helpersIn = (lines: readonly Source[]): readonly Source[] =>
  [source`idFromLocation`, source`renamed`].filter((name) =>
    lines.some((line) => new RegExp(`\\b${name}[<(]`).test(line)),
  );

export function functionLines(draft: Draft, typed: boolean): readonly Source[] {
  const { wanted, binding } = draft;
  const body = bodyText(draft);
  const request = listed([
    source`method: ${literal(binding.method ?? wanted.method)}`,
    source`path: ${templateOf(binding.path ?? wanted.path, draft)}`,
    ...(body === undefined ? [] : [source`body: ${body}`]),
    ...(binding.key === undefined ? [] : [source`key: ${literal(binding.key)}`]),
  ]);
  const given = [source`path`, source`body`, source`form`].filter((name) =>
    new RegExp(`[{ ]${name}\\.`).test(request),
  );
  const input = given.length === 0 ? source`_` : source`{ ${listed(given)} }`;
  const begin = source`${property(wanted.name)}: async (${input}, { send }) => {`;
  if (wanted.reliedOn.length === 0) return [begin, source`  await send({ ${request} });`, source`},`];
  return [
    begin,
    source`  const answer = await send({ ${request} });`,
    source`  return ${answerText(draft, typed)};`,
    source`},`,
  ];
}
