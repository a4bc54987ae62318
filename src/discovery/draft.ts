/** Drafts the adapter line of one operation from the target's description. */
import type { OperationBinding } from '../../conformance/adapter/adapter.ts';
import { type CopiedField, copiedFields } from './copied-fields.ts';
import { partOf } from './file-in-form.ts';
import { type FileField, fileIn } from './file-in-json.ts';
import type { ForeignOperation } from './foreign-description.ts';
import { type Keys, keyFor, ownScheme, variableFor } from './keys.ts';
import type { Match } from './match-description.ts';
import { type MovedParameter, movedParameters, withMoved, withoutMoved } from './moved-parameters.ts';
import { wordsOf } from './name-words.ts';
import { type FieldPair, noFields, type PairedFields, pairFields } from './pair-fields.ts';
import { type PairedPath, pairParameters } from './pair-parameters.ts';
import { pairAnswers, pairQueries } from './pair-sides.ts';
import { isInOwnWords, type Wanted } from './wanted.ts';

type Names = Readonly<Record<string, string>>;

export interface Draft {
  readonly wanted: Wanted;
  readonly found?: ForeignOperation;
  readonly status: 'sure' | 'guess' | 'missing';
  /** What the target requires and the binding does not send. */
  readonly requires?: readonly string[];
  /** Why it is not sure. */
  readonly why: string;
  readonly binding: OperationBinding;
  /** Name of the security scheme that it asks for, where that is not the usual one. */
  readonly scheme?: string;
  /** What the user has to give, where everything else about it is sure. */
  readonly needsOnly?: 'key' | 'header';
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
    /** Fields of theirs that ours has deeper in its body. */
    readonly copied: readonly CopiedField[];
    /** The field of a JSON body that a file is in. */
    readonly file?: FileField;
  };
  /** Fields that are paired, for the words of their values. */
  readonly pairs: readonly FieldPair[];
}

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
  const isShown = (name: string) =>
    // The document gives the name of the list in every response with one.
    (found.answer === undefined && name === 'data') || Object.hasOwn(names, name) || has(name, 'same');
  const missing = wanted.reliedOn.filter((name) => !isShown(name));
  return { names, missing };
}

/** The parts of a binding beside names: method, path, status and key. */
function routeOf({ wanted, found, path }: Parts, keys: Keys): OperationBinding {
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
const lostChoices = ({ wanted, body, fromBody }: Parts): readonly string[] =>
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

/** What the two descriptions of an operation have in common, part by part. */
interface Parts {
  readonly wanted: Wanted;
  readonly found: ForeignOperation;
  /** The path of the target with the names of our parameters. */
  readonly path: string;
  /** Parameters of our path that are nowhere in theirs. */
  readonly missing: readonly string[];
  /** Parameters of our path that are in their query or body. */
  readonly moved: readonly MovedParameter[];
  /** Parameters that only their place in the path makes ours. */
  readonly unlike: PairedPath['unlike'];
  /** Parameters of their path that are fields of our body. */
  readonly fromBody: readonly string[];
  /** Parameters of their path that we do not have. */
  readonly strange: readonly string[];
  readonly query: PairedFields;
  readonly body: PairedFields;
  /** Fields of theirs that ours has deeper in its body. */
  readonly copied: readonly CopiedField[];
  readonly answered: PairedFields;
  /** The names of the answer, and those that checks rely on and that have no clear field. */
  readonly answer: { readonly names: Names; readonly missing: readonly string[] };
  /** Fields of theirs that have only one value. */
  readonly constants: Names;
  readonly file: FileField | undefined;
  /** The part of their form that a file is in, and others that it requires. */
  readonly part: ReturnType<typeof partOf>;
  /** Whether we send a file and they show no form for it. */
  readonly lacksForm: boolean;
  /** Name of the security scheme that it asks for, where that is not the usual one. */
  readonly scheme: string | undefined;
  /** Whether their description shows the fields of bodies at all. */
  readonly showsBodies: boolean;
}

function partsOf(wanted: Wanted, described: ForeignOperation, { showsBodies, ...keys }: Described): Parts {
  const context = contextOf(wanted);
  const may = mayName(wanted);
  const inPath = pairParameters(described.path, wanted.pathParameters);
  const { path, strange: unknown, unlike } = inPath;
  const moved = movedParameters(inPath.missing, described, wanted.body?.fields);
  const found = withoutMoved(described, moved);
  const isOurs = (name: string) => wanted.body?.fields.has(name) === true;
  const body =
    may.body && wanted.body && found.body ? pairFields(wanted.body, found.body, context) : noFields;
  const answered = may.answer ? pairAnswers(wanted, found, context) : noFields;
  const lacksForm = wanted.form !== undefined && found.form === undefined && !found.takesAnything;
  const copied = wanted.documented ? [] : copiedFields(wanted.body, body.unmet);
  const constants = body.unmet.flatMap(({ place, shape: { words } }) =>
    words.length === 1 && !place.includes('.') ? [[place, words[0]]] : [],
  );
  return {
    wanted,
    found,
    path: withMoved(path, moved),
    missing: inPath.missing.filter((name) => !moved.some(({ ours }) => ours === name)),
    moved,
    unlike,
    fromBody: unknown.filter(isOurs),
    strange: unknown.filter((name) => !isOurs(name)),
    query: pairQueries(wanted, found, context),
    body,
    copied,
    answered,
    answer: may.answer ? answerNames(wanted, found, answered) : { names: {}, missing: [] },
    constants: {
      ...Object.fromEntries(constants),
      ...Object.fromEntries(
        moved.filter(({ to }) => to === 'body').map(({ ours, theirs }) => [theirs, `{${ours}}`]),
      ),
    },
    file: lacksForm ? fileIn(found.body) : undefined,
    part: partOf(wanted.form, found.form),
    lacksForm,
    scheme: wanted.documented ? undefined : ownScheme(found.security, keys),
    showsBodies,
  };
}

function guessesOf({ query, body, answered }: Parts): Draft['guesses'] {
  const sides = { query, body, answer: answered } as const;
  return (['query', 'body', 'answer'] as const).flatMap((of) =>
    sides[of].pairs.flatMap(({ ours, theirs, certainty }) =>
      certainty === 'guess' ? [{ of, ours, theirs }] : [],
    ),
  );
}

const headersOf = ({ documented }: Wanted, { requiredHeaders }: ForeignOperation) =>
  documented ? [] : requiredHeaders;

/** What the target requires and we do not have. */
const requiredOf = ({
  wanted,
  found,
  query,
  body,
  copied,
  constants,
  strange,
  part,
}: Parts): readonly string[] => [
  ...(wanted.documented ? [] : query.unmet.map(({ place }) => `the query parameter ${place}`)),
  ...headersOf(wanted, found).map((name) => `the header ${name}, which a function can send`),
  ...body.unmet.flatMap(({ place }) =>
    Object.hasOwn(constants, place) || copied.some(({ theirs }) => theirs === place)
      ? []
      : [`the field ${place}`],
  ),
  ...strange.map((name) => `{${name}} in its path`),
  ...(part?.others ?? []).map((name) => `the part ${name} of its form`),
];

/** Why the draft is not sure, a sentence for each reason. */
function doubtsOf(parts: Parts, guesses: Draft['guesses']): readonly string[] {
  const { found, missing, moved, unlike, body, answer, file, lacksForm, scheme } = parts;
  const required = requiredOf(parts);
  const guessed = guesses.flatMap(({ of, theirs }) =>
    of === 'body' && found.body?.fields.get(theirs)?.required === true ? [theirs] : [],
  );
  const isElsewhere = missing.some((name) => name !== 'businessId');
  const reasons: readonly (readonly [holds: boolean, reason: string])[] = [
    // The target must not choose by itself which key it is sent.
    [
      scheme !== undefined,
      `it takes a key that its description calls ${scheme}: set ${variableFor(scheme ?? '')} to it`,
    ],
    [required.length > 0, `it requires ${required.join(', ')}`],
    [guessed.length > 0, `the meaning of ${[...new Set(guessed)].join(', ')} is a guess`],
    [isElsewhere, `its path does not contain {${missing.join('}, {')}}`],
    ...unlike.map(
      ({ ours, theirs }) => [true, `its {${theirs}} may be of another owner than {${ours}}`] as const,
    ),
    ...moved
      .filter(({ isSure }) => !isSure)
      .map(({ ours, theirs }) => [true, `its ${theirs} may not be {${ours}}`] as const),
    [isInOtherWords(parts), 'it is not shown under which names it takes what the document describes'],
    [answer.missing.length > 0, `its response has no clear field for ${answer.missing.join(', ')}`],
    [lacksBody(parts), 'its description shows no fields of its body'],
    [body.flat.length > 0, 'it has in one level what we have in two'],
    ...lostChoices(parts).map((name) => [true, `it does not accept ${name}`] as const),
    [lacksForm && file === undefined, 'how it takes a file is not shown'],
  ];
  return reasons.flatMap(([holds, reason]) => (holds ? [reason] : []));
}

/** Whether names of a body that we send are not shown, so that nothing says that they are ours. */
const lacksBody = ({ wanted, found, showsBodies }: Parts): boolean =>
  !wanted.documented &&
  (wanted.body?.fields.size ?? 0) > 0 &&
  (found.body?.fields.size ?? 0) === 0 &&
  // An action may need no body, where the description shows those that are needed.
  !(showsBodies && isAction(wanted));

/** Whether a part of the request whose names the document leaves open is not shown, so that nothing says that they are ours. */
function isInOtherWords({ wanted, found, query, showsBodies }: Parts): boolean {
  if (!wanted.documented || !isInOwnWords(wanted.name)) return false;
  const isPaired = (name: string) =>
    found.query.has(name) ||
    query.pairs.some(({ ours, certainty }) => ours === name && certainty !== 'guess');
  // Where no body is shown, the trial of the line says whether the names are ours.
  const lacksFields =
    showsBodies && (wanted.body?.fields.size ?? 0) > 0 && (found.body?.fields.size ?? 0) === 0;
  return lacksFields || wanted.openQuery.some((name) => !isPaired(name));
}

/** Whether names cannot express the difference. */
const needsFunction = ({ wanted, missing, body, copied, fromBody, file }: Parts): boolean =>
  !wanted.documented &&
  (missing.some((name) => name !== 'businessId') ||
    body.flat.length + copied.length + fromBody.length > 0 ||
    file !== undefined);

function bindingOf(parts: Parts, keys: Keys): OperationBinding {
  const { found, path, query, body, constants, answer, part } = parts;
  const isFunction = needsFunction(parts);
  const route = routeOf(parts, keys);
  const [queryNames, bodyNames] = [namesOf(query.pairs), namesOf(body.pairs)];
  return {
    ...(isFunction ? { ...route, method: found.method, path } : route),
    ...(isNotEmpty(queryNames) && { query: queryNames }),
    ...(isNotEmpty(bodyNames) && { body: bodyNames }),
    ...(part?.isOther === true && { form: { [part.ours]: part.name } }),
    ...(body.lost.length > 0 && !isFunction && { omit: body.lost }),
    ...(isNotEmpty(constants) && { constants }),
    ...(isNotEmpty(answer.names) && { answer: answer.names }),
  };
}

/** What is known of the whole description. */
export interface Described extends Keys {
  /** Whether it shows the fields of bodies at all. */
  readonly showsBodies: boolean;
}

export function draft({ wanted, found, isSure, why }: Match, described: Described): Draft {
  if (found === undefined) return { wanted, status: 'missing', why, binding: {}, guesses: [], pairs: [] };
  const parts = partsOf(wanted, found, described);
  const { body, answered, copied, fromBody, file, scheme } = parts;
  const guesses = guessesOf(parts);
  const requires = requiredOf(parts);
  const doubts = [...(isSure ? [] : [why]), ...doubtsOf(parts, guesses)];
  const needsHeader = requires.length > 0 && requires.length === headersOf(wanted, found).length;
  return {
    wanted,
    found,
    status: doubts.length === 0 ? 'sure' : 'guess',
    why: doubts.join('; '),
    requires,
    binding: bindingOf(parts, described),
    guesses,
    ...(scheme !== undefined && { scheme }),
    ...(doubts.length === 1 && scheme !== undefined && { needsOnly: 'key' }),
    ...(doubts.length === 1 && needsHeader && { needsOnly: 'header' }),
    ...(needsFunction(parts) && {
      function: {
        flat: body.flat,
        lost: [...body.lost, ...fromBody],
        fromBody,
        copied,
        ...(file && { file }),
      },
    }),
    pairs: [...body.pairs, ...answered.pairs],
  };
}
