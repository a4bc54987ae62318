/** Drafts the adapter line of one operation from the target's description. */
import type { OperationBinding } from '../../conformance/adapter/adapter.ts';
import type { ForeignOperation } from './foreign-description.ts';
import { type Keys, keyFor, ownScheme, variableFor } from './keys.ts';
import type { Match } from './match-description.ts';
import { wordsOf } from './name-words.ts';
import { type FieldPair, type PairedFields, pairFields } from './pair-fields.ts';
import { pairParameters } from './pair-parameters.ts';
import type { Shape } from './shape.ts';
import { isInOwnWords, type Wanted } from './wanted.ts';

type Names = Readonly<Record<string, string>>;

export interface Draft {
  readonly wanted: Wanted;
  readonly found?: ForeignOperation;
  readonly status: 'sure' | 'guess' | 'missing';
  /** Why it is not sure. */
  readonly why: string;
  readonly binding: OperationBinding;
  /** Name of the security scheme that it asks for, where that is not the usual one. */
  readonly scheme?: string;
  /** Names that may be meant, by what they are names of. */
  readonly guesses: readonly {
    readonly of: 'query' | 'body' | 'answer';
    readonly ours: string;
    readonly theirs: string;
  }[];
  /** The parts that names cannot express, so that the operation needs a function. */
  readonly function?: {
    /** Fields of a body that are one level down in ours. */
    readonly flat: PairedFields['flat'];
    /** Fields of ours that it must not be sent. */
    readonly lost: readonly string[];
    /** Parameters of its path that are fields of our body. */
    readonly fromBody: readonly string[];
    /** The field of a JSON body that a file is in, and that of its name. */
    readonly file?: { readonly content: string; readonly name?: string; readonly contentType?: string };
  };
  /** Fields that are paired, for the words of their values. */
  readonly pairs: readonly FieldPair[];
}

const none: PairedFields = { pairs: [], unmet: [], flat: [], lost: [] };

const namesOf = (pairs: readonly FieldPair[]): Names =>
  Object.fromEntries(
    pairs.filter(({ certainty }) => certainty === 'sure').map(({ ours, theirs }) => [ours, theirs]),
  );

const isNotEmpty = (names: Names) => Object.keys(names).length > 0;

/** Words that the fields of an operation share with its name and path. */
const contextOf = ({ name, path }: Wanted) =>
  new Set(
    wordsOf(`${name} ${path.replace(/\{[^}]*\}/g, '')}`).filter(
      (word) => !['id', 'name', 'field'].includes(word),
    ),
  );

const hasList = ({ type, items }: Shape) => type === 'array' && (items?.type ?? 'object') === 'object';

/** Our list and theirs, under any name. */
function pairLists(ours: Shape, theirs: Shape, context: ReadonlySet<string>): PairedFields | undefined {
  const [list, ...moreLists] = [...ours.fields].filter(([, { shape }]) => hasList(shape));
  if (list === undefined || moreLists.length > 0) return undefined;
  const [name, { shape }] = list;
  const within = (theirName: string, theirShape: Shape): PairedFields => {
    const pair = { ours: name, theirs: theirName, ourShape: shape, theirShape };
    const inner = pairFields(shape, theirShape, context, name);
    return {
      ...inner,
      pairs: [{ ...pair, certainty: name === theirName ? 'same' : 'sure' }, ...inner.pairs],
    };
  };
  if (theirs.type === 'array') return within('$', theirs);
  const lists = [...theirs.fields].filter(([, field]) => hasList(field.shape));
  const wrapped = [...theirs.fields].flatMap(([outer, field]) =>
    [...field.shape.fields]
      .filter(([, inner]) => hasList(inner.shape))
      .map(([inside, inner]): [string, Shape] => [`${outer}.${inside}`, inner.shape]),
  );
  const all = [...lists.map(([theirName, field]): [string, Shape] => [theirName, field.shape]), ...wrapped];
  const only = all.find(([theirName]) => theirName === name) ?? (all.length === 1 ? all[0] : undefined);
  return only && within(...only);
}

function pairAnswers(
  { answer: ours, reliedOn }: Wanted,
  theirs: Shape | undefined,
  context: ReadonlySet<string>,
): PairedFields {
  if (ours === undefined || theirs === undefined) return none;
  // Checks use only the list of such a response.
  const isList =
    reliedOn.some((name) => ours.fields.get(name)?.shape.type === 'array') && reliedOn.length === 1;
  return (isList ? pairLists(ours, theirs, context) : undefined) ?? pairFields(ours, theirs, context);
}

function pairQueries(
  { query: ours }: Wanted,
  { query: theirs, requiredQuery }: ForeignOperation,
  context: ReadonlySet<string>,
) {
  const shapeOf = (query: ReadonlyMap<string, Shape>): Shape => ({
    words: [],
    shown: [],
    fields: new Map(
      [...query].map(([name, shape]) => [name, { shape, required: requiredQuery.includes(name) }]),
    ),
  });
  const paired = pairFields(shapeOf(ours), shapeOf(theirs), context);
  return { ...paired, pairs: paired.pairs.map(surer) };
}

/** Words that say too little to know a parameter by. */
const vague = ['name', 'type', 'id', 'date', 'number', 'status'];

/** A query parameter may contain its subject: `sortOrder` for `sort`. */
function surer(pair: FieldPair): FieldPair {
  const [ours, theirs] = [wordsOf(pair.ours), wordsOf(pair.theirs)];
  const isWithin = ours.every((word) => theirs.includes(word) && !vague.includes(word));
  return pair.certainty === 'guess' && isWithin ? { ...pair, certainty: 'sure' } : pair;
}

/** Words of fields that describe the content and are not the content itself. */
const aboutContent = ['type', 'name', 'filename', 'length', 'size', 'hash', 'encoding'];

/** A field of JSON that holds a file, and those that hold its name and type. */
function fileIn(shape: Shape | undefined): NonNullable<Draft['function']>['file'] {
  const texts = [...(shape?.fields ?? [])].filter(([, field]) => field.shape.type === 'string');
  const wordsIn = texts.map(([name, field]) => ({ name, field, words: wordsOf(name) }));
  const holds = (words: readonly string[], ...wanted: readonly string[]) =>
    wanted.some((word) => words.includes(word));
  const contents = wordsIn.filter(
    ({ field, words }) =>
      ['byte', 'base64', 'binary'].includes(field.shape.format ?? '') ||
      (holds(words, 'content', 'base64', 'data', 'body', 'byte') && !holds(words, ...aboutContent)),
  );
  const [content] = contents;
  if (content === undefined || contents.length > 1) return undefined;
  const others = wordsIn.filter((each) => each !== content);
  const name = others.find(({ words }) => holds(words, 'name', 'filename'))?.name;
  const contentType = others.find(({ words }) => holds(words, 'type', 'mime'))?.name;
  return {
    content: content.name,
    ...(name !== undefined && { name }),
    ...(contentType !== undefined && { contentType }),
  };
}

function answerNames(wanted: Wanted, found: ForeignOperation, paired: PairedFields) {
  const has = (name: string, ...certainties: readonly string[]) =>
    paired.pairs.some(({ ours, certainty }) => ours === name && certainties.includes(certainty));
  // The header may be the only place that shows the id of the created resource.
  const ids = [...(wanted.answer?.fields.keys() ?? [])].filter(
    (name) => name === 'id' || wanted.reliedOn.includes(name),
  );
  const located = ids.filter(
    (name) => wordsOf(name).includes('id') && !has(name, 'same', 'sure') && found.hasLocation,
  );
  const names: Names = {
    ...namesOf(paired.pairs),
    ...Object.fromEntries(located.map((name) => [name, '@location'])),
  };
  const missing = wanted.reliedOn.filter((name) => !Object.hasOwn(names, name) && !has(name, 'same'));
  return { names, missing };
}

/** The parts of a binding beside names: method, path, status and key. */
function routeOf(wanted: Wanted, found: ForeignOperation, path: string, keys: Keys): OperationBinding {
  if (wanted.documented) return {};
  return {
    ...(found.method !== wanted.method && { method: found.method }),
    ...(path !== wanted.path && { path }),
    ...(found.redirect !== undefined && { status: found.redirect }),
    ...keyFor(found.security, keys),
  };
}

/** Only names that the document leaves open can differ. */
const mayName = (wanted: Wanted) => ({
  query: true,
  body: !wanted.documented || isInOwnWords(wanted.name),
  answer: wanted.answerIsOpen,
});

/**
 * Fields of ours that choose what an operation acts on and have no place in theirs. Without them it may act on
 * something else.
 */
const losesChoice = (wanted: Wanted, body: PairedFields, fromBody: readonly string[]) =>
  wanted.documented
    ? []
    : [...(wanted.body?.fields ?? [])].flatMap(([name, { shape }]) => {
        const [about = ''] = wordsOf(name);
        const isChoice = shape.type === 'string' && /Id$/.test(name) && wordsOf(wanted.name).includes(about);
        const isPlaced =
          fromBody.includes(name) ||
          body.pairs.some((pair) => pair.ours === name && pair.certainty !== 'guess');
        return isChoice && !isPlaced && isAction(wanted) ? [name] : [];
      });

/** Whether it acts on the resource in its path, rather than create one. */
const isAction = ({ path }: Wanted) => /\}\/[^{}]+$/.test(path);

export function draft({ wanted, found, isSure, why }: Match, keys: Keys): Draft {
  if (found === undefined) return { wanted, status: 'missing', why, binding: {}, guesses: [], pairs: [] };
  const context = contextOf(wanted);
  const may = mayName(wanted);
  const { path, missing, strange: unknown } = pairParameters(found.path, wanted.pathParameters);
  // A field of our body may be in their path.
  const fromBody = unknown.filter((name) => wanted.body?.fields.has(name) === true);
  const strange = unknown.filter((name) => !fromBody.includes(name));
  const file =
    wanted.form !== undefined && found.form === undefined && !found.takesAnything
      ? fileIn(found.body)
      : undefined;
  const query = pairQueries(wanted, found, context);
  const body = may.body && wanted.body && found.body ? pairFields(wanted.body, found.body, context) : none;
  const answered = may.answer ? pairAnswers(wanted, found.answer, context) : none;
  const answer = may.answer ? answerNames(wanted, found, answered) : { names: {}, missing: [] };
  const constants = Object.fromEntries(
    body.unmet.flatMap(({ place, shape: { words } }) =>
      words.length === 1 && !place.includes('.') ? [[place, words[0]]] : [],
    ),
  );
  const guesses = [
    ...query.pairs.map((pair) => ({ ...pair, of: 'query' as const })),
    ...body.pairs.map((pair) => ({ ...pair, of: 'body' as const })),
    ...answered.pairs.map((pair) => ({ ...pair, of: 'answer' as const })),
  ].flatMap(({ of, ours, theirs, certainty }) => (certainty === 'guess' ? [{ of, ours, theirs }] : []));
  const needed = [
    ...(wanted.documented ? [] : query.unmet.map(({ place }) => `the query parameter ${place}`)),
    ...body.unmet.flatMap(({ place }) => (Object.hasOwn(constants, place) ? [] : [`the field ${place}`])),
    ...strange.map((name) => `{${name}} in its path`),
  ];
  const neededBody = new Set(
    guesses.flatMap(({ of, theirs }) =>
      of === 'body' && found.body?.fields.get(theirs)?.required === true ? [theirs] : [],
    ),
  );
  const scheme = wanted.documented ? undefined : ownScheme(found.security, keys);
  const doubts = [
    ...(isSure ? [] : [why]),
    // The target must not choose by itself which key it is sent.
    ...(scheme === undefined
      ? []
      : [`it takes a key that its description calls ${scheme}: set ${variableFor(scheme)} to it`]),
    ...(needed.length > 0 ? [`it requires ${needed.join(', ')}`] : []),
    ...(neededBody.size > 0 ? [`the meaning of ${[...neededBody].join(', ')} is a guess`] : []),
    ...(missing.length > 0 && missing.some((name) => name !== 'businessId')
      ? [`its path does not contain {${missing.join('}, {')}}`]
      : []),
    ...(answer.missing.length > 0
      ? [`its response has no clear field for ${answer.missing.join(', ')}`]
      : []),
    ...(body.flat.length > 0 ? ['it has in one level what we have in two'] : []),
    ...losesChoice(wanted, body, fromBody).map((name) => `it does not accept ${name}`),
    ...(wanted.form !== undefined && found.form === undefined && file === undefined && !found.takesAnything
      ? ['how it takes a file is not shown']
      : []),
  ];
  const isFunction =
    !wanted.documented &&
    (missing.length > 0 || body.flat.length > 0 || fromBody.length > 0 || file !== undefined);
  const [queryNames, bodyNames] = [namesOf(query.pairs), namesOf(body.pairs)];
  const route = routeOf(wanted, found, path, keys);
  return {
    wanted,
    found,
    status: doubts.length === 0 ? 'sure' : 'guess',
    why: doubts.join('; '),
    binding: {
      ...(isFunction ? { ...route, method: found.method, path } : route),
      ...(isNotEmpty(queryNames) && { query: queryNames }),
      ...(isNotEmpty(bodyNames) && { body: bodyNames }),
      ...(body.lost.length > 0 && !isFunction && { omit: body.lost }),
      ...(Object.keys(constants).length > 0 && { constants }),
      ...(isNotEmpty(answer.names) && { answer: answer.names }),
    },
    guesses,
    ...(scheme !== undefined && { scheme }),
    ...(isFunction && {
      function: { flat: body.flat, lost: [...body.lost, ...fromBody], fromBody, ...(file && { file }) },
    }),
    pairs: [...body.pairs, ...answered.pairs],
  };
}
