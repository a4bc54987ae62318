/** Writes the text of an adapter: sure lines, guesses after `//` with their reason, and a list of missing operations. */
import type { Draft } from './draft.ts';
import type { ControlDraft } from './draft-control.ts';
import type { WordDraft } from './draft-words.ts';
import { functionLines, helpersIn } from './function-text.ts';
import { variableFor } from './keys.ts';
import { withoutNames } from './match-description.ts';
import {
  comment,
  commentedOut,
  fileOf,
  indented,
  listed,
  literal,
  property,
  type Source,
  source,
} from './source-text.ts';
import { isInOwnWords } from './wanted.ts';

export interface Drafts {
  readonly operations: readonly Draft[];
  readonly controls: readonly ControlDraft[];
  readonly words: readonly WordDraft[];
  /** The field that holds each response that the document leaves open. */
  readonly unwrap?: string;
  /** What the paths of the target have instead of `/v1`, with which all paths here begin. */
  readonly pathPrefix?: string;
  /** Environment variables whose keys the user lets the adapter send. */
  readonly keys?: ReadonlySet<string>;
}

function bindingLines({ wanted, binding, guesses, status }: Draft): readonly Source[] {
  const lines = [source`${property(wanted.name)}: ${literal(binding)},`];
  if (guesses.length === 0) return lines;
  const likely = guesses.map(({ of, ours, theirs }) => `${of} ${literal(ours)}: ${literal(theirs)}`);
  return [...(status === 'sure' ? [comment(`Perhaps also ${likely.join(', ')}.`)] : []), ...lines];
}

/** With the guesses among its names, because it is a guess itself. */
function withGuesses(draft: Draft): Draft {
  const { binding, guesses } = draft;
  const names = (of: 'query' | 'body' | 'answer') => {
    const more = guesses.flatMap((guess) => (guess.of === of ? [[guess.ours, guess.theirs]] : []));
    return more.length === 0 ? {} : { [of]: { ...binding[of], ...Object.fromEntries(more) } };
  };
  return { ...draft, binding: { ...binding, ...names('query'), ...names('body'), ...names('answer') } };
}

const says = ({ binding, function: own, wanted }: Draft) =>
  own !== undefined || Object.keys(binding).length > 0 || !wanted.documented || isInOwnWords(wanted.name);

/** Whether nothing shows what a documented operation calls what the document does not name. */
const isUnnamed = ({ wanted, guesses }: Draft) => wanted.documented && guesses.length === 0;

function operationLines(draft: Draft, typed: boolean): readonly Source[] {
  const { status, why, found } = draft;
  if (status === 'missing' || !says(draft)) return [];
  if (status === 'sure')
    return draft.function === undefined ? bindingLines(draft) : functionLines(draft, typed);
  if (isUnnamed(draft)) return [];
  const own = withGuesses(draft);
  const lines =
    own.function === undefined ? bindingLines({ ...own, guesses: [] }) : functionLines(own, typed);
  const route = found === undefined ? '' : `${found.method} ${found.path}: `;
  return [comment(`${kindOf(draft)}. ${route}${why}.`), ...commentedOut(lines)];
}

function kindOf({ needsOnly }: Draft): string {
  switch (needsOnly) {
    case 'key':
      return 'Needs your key';
    case 'header':
      return 'Needs a header';
    case undefined:
      return 'A guess';
    default:
      return needsOnly satisfies never;
  }
}

function controlLines(draft: ControlDraft): readonly Source[] {
  const { wanted, request, status, why, scheme, keyHeader, needsOnlyHeader } = draft;
  if (request === undefined) return [];
  const headers =
    keyHeader === undefined || scheme === undefined
      ? {}
      : { headers: { ...request.headers, [keyHeader]: { env: variableFor(scheme) } } };
  const lines = [source`${property(wanted.name)}: ${literal({ ...request, ...headers })},`];
  if (status === 'sure') return lines;
  const kind = needsOnlyHeader === true ? 'Needs a header' : 'A guess';
  return [comment(`${kind}: ${why}.`), ...commentedOut(lines)];
}

function wordLines(words: readonly WordDraft[]): readonly Source[] {
  const fields = [...new Set(words.map(({ field }) => field))];
  return fields.flatMap((field) => {
    const table = words.filter((word) => word.field === field);
    const lines = (status: WordDraft['status']) => {
      const own = table.filter((word) => word.status === status);
      const entries = own.map(({ ours, theirs }) => source`${property(ours)}: ${literal(theirs)}`);
      return own.length === 0 ? [] : [source`${literal(field)}: { ${listed(entries)} },`];
    };
    return [...lines('sure'), ...lines('guess').map((line) => source`// A guess: ${line}`)];
  });
}

const block = (name: Source, lines: readonly Source[]): readonly Source[] =>
  lines.length === 0 ? [] : [source`  ${name}: {`, ...indented(lines, '    '), source`  },`];

/** Names of the security schemes that the sure controls ask for. */
const schemesOf = (controls: readonly ControlDraft[]): readonly string[] =>
  controls.flatMap(({ status, scheme }) => (status === 'sure' && scheme !== undefined ? [scheme] : []));

/** The scheme of the controls, where it is not that of the documented operations. */
const otherScheme = (controls: readonly ControlDraft[], usual: readonly string[]): string | undefined =>
  schemesOf(controls).find((scheme) => !usual.includes(scheme));

/**
 * The controls, and the key that they ask for. If it is a key of its own they are comments, until the user lets the
 * adapter send it: the description must not choose a key.
 */
function controlBlock({ controls, keys }: Drafts, usual: readonly string[]): readonly Source[] {
  const lines = block(source`controls`, controls.flatMap(controlLines));
  const other = otherScheme(controls, usual);
  if (other !== undefined) {
    const variable = variableFor(other);
    const isInHeader = controls.some(({ scheme, keyHeader }) => scheme === other && keyHeader !== undefined);
    const key = isInHeader ? [] : [source`  controlKey: { env: ${literal(variable)} },`];
    const own = [...key, ...lines];
    if (keys?.has(variable) === true) return own;
    return [
      ...indented([
        comment(
          `The description calls the key of the controls ${other}: set ${variable} to it, and remove the first // of every line of this block.`,
        ),
      ]),
      ...commentedOut(own),
    ];
  }
  const takesKey = controls.some(
    ({ status, needsOnlyHeader, scheme }) =>
      scheme !== undefined && (status === 'sure' || needsOnlyHeader === true),
  );
  if (!takesKey) return lines;
  return [
    ...lines,
    source`  // Or 'org', or a key of its own: { env: 'CONFORMANCE_OPS_KEY' }.`,
    source`  controlKey: 'platform',`,
  ];
}

/** A line that is only a guess, for whoever decides on it. */
export interface GuessedLine {
  /** As the trial names it, such as `operations.createPerson`. */
  readonly line: string;
  /** Our own request. */
  readonly expected: string;
  /** The request of the target, or what is not clear of it. */
  readonly found: string;
  readonly text: readonly Source[];
  /** What the target requires and the line does not send. */
  readonly requires: readonly string[];
  /** Environment variable with the key that it takes, where that is not the usual one. */
  readonly variable?: string;
}

/** Controls that are sure, and are comments only because of their key. */
export interface KeyedControls {
  /** Environment variable with the key. */
  readonly variable: string;
  /** As in {@link GuessedLine}. */
  readonly lines: readonly string[];
}

/** @returns undefined if the controls take the usual key, or none is sure */
export function keyedControls({ controls }: Drafts, usual: readonly string[]): KeyedControls | undefined {
  const scheme = otherScheme(controls, usual);
  if (scheme === undefined) return undefined;
  const sure = controls.filter(({ status }) => status === 'sure');
  return { variable: variableFor(scheme), lines: sure.map(controlLine) };
}

const controlLine = ({ wanted }: ControlDraft) => `controls.${wanted.name}`;
const operationLine = ({ wanted }: Draft) => `operations.${wanted.name}`;

const expectedOf = ({ wanted: { method, path } }: Pick<Draft, 'wanted'>) => `${method} ${path}`;

/** The guesses among the drafts that have a line. */
export function guessesIn(
  { operations, controls }: Drafts,
  usual: readonly string[],
): readonly GuessedLine[] {
  const guessed = <T extends Draft | ControlDraft>(drafts: readonly T[]) =>
    drafts.filter(({ status }) => status === 'guess');
  const keyOf = ({ scheme }: Draft | ControlDraft) =>
    scheme === undefined || usual.includes(scheme) ? {} : { variable: variableFor(scheme) };
  return [
    ...guessed(operations.filter((draft) => !isUnnamed(draft))).map((draft) => ({
      line: operationLine(draft),
      expected: expectedOf(draft),
      found: `${draft.found === undefined ? '' : `${draft.found.method} ${draft.found.path}: `}${draft.why}`,
      text: operationLines(accepted(draft), false),
      requires: draft.requires ?? [],
      ...keyOf(draft),
    })),
    ...guessed(controls).map((draft) => ({
      line: controlLine(draft),
      expected: draft.wanted.summary,
      found: draft.why,
      text: controlLines({ ...draft, status: 'sure' }),
      requires: draft.requires ?? [],
      ...keyOf(draft),
    })),
  ].filter(({ text }) => text.length > 0);
}

const accepted = (draft: Draft): Draft => ({ ...withGuesses(draft), guesses: [], status: 'sure' });

/** What the user has agreed to. */
export interface Agreed {
  /** Guesses that are taken for sure, and controls that are kept, as in {@link GuessedLine}. */
  readonly lines: ReadonlySet<string>;
  /** Environment variables whose keys may be sent. */
  readonly keys: ReadonlySet<string>;
  /** The field that holds each response, where the description does not show it. */
  readonly unwrap?: string;
}

export const nothingAgreed: Agreed = { lines: new Set(), keys: new Set() };

/** The drafts with what the user has agreed to. */
export function withAgreed(
  drafts: Drafts,
  { lines, keys, unwrap }: Agreed,
  usual: readonly string[],
): Drafts {
  const controls = drafts.controls.map(
    (draft): ControlDraft => (lines.has(controlLine(draft)) ? { ...draft, status: 'sure' } : draft),
  );
  const scheme = otherScheme(controls, usual);
  const isKeySent = scheme !== undefined && keys.has(variableFor(scheme));
  const isTakenBack = (draft: ControlDraft) =>
    isKeySent && draft.status === 'sure' && !lines.has(controlLine(draft));
  return {
    ...drafts,
    operations: drafts.operations.map((draft) => (lines.has(operationLine(draft)) ? accepted(draft) : draft)),
    controls: controls.map((draft) =>
      isTakenBack(draft)
        ? { ...draft, status: 'guess', why: 'connect has proposed it and not kept it' }
        : draft,
    ),
    keys,
    ...(unwrap !== undefined && { unwrap }),
  };
}

/** Whether the target has something at our own route, which is used even if its names are not clear. */
const isAtOurRoute = ({ wanted, found }: Draft) =>
  found?.method === wanted.method && withoutNames(found.path) === withoutNames(wanted.path);

/** @param seen operations that the target has at our own routes, as it answered */
function absentLines(operations: readonly Draft[], seen: ReadonlySet<string>): readonly Source[] {
  const absent = operations.filter(
    (draft) =>
      !draft.wanted.documented &&
      draft.status !== 'sure' &&
      !isAtOurRoute(draft) &&
      !seen.has(draft.wanted.name),
  );
  if (absent.length === 0) return [];
  return [
    source`  // Not found, or only a comment above. Remove each name from this list whose line you use above.`,
    source`  absentOperations: [`,
    ...absent.map(({ wanted: { name, method, path }, status }) => {
      const more = status === 'guess' ? '; see the comment above' : '';
      return source`    ${literal(name)}, ${comment(`${method} ${path}${more}`)}`;
    }),
    source`  ],`,
  ];
}

/**
 * @param from the description that it was made from
 * @param usual security schemes of the operations that the document describes
 * @param typed whether the package can be imported where the file will be
 * @param seen operations that the target has at our own routes
 */
export function adapterText(
  drafts: Drafts,
  from: string,
  usual: readonly string[],
  typed: boolean,
  seen: ReadonlySet<string> = new Set(),
): Source {
  const { operations, words, unwrap, pathPrefix } = drafts;
  const bound = operations.flatMap((draft) => operationLines(draft, typed));
  const imported = listed([source`defineAdapter`, ...helpersIn(bound)]);
  return fileOf([
    comment(`Written by conformance init from ${from}.`),
    ...(typed ? [source`import { ${imported} } from 'workforce-conformance';`] : []),
    source``,
    typed ? source`export default defineAdapter({` : source`export default {`,
    ...(pathPrefix === undefined
      ? []
      : [
          source`  // Its paths have this instead of /v1. Below, all begin with /v1.`,
          source`  pathPrefix: ${literal(pathPrefix)},`,
        ]),
    ...(unwrap === undefined ? [] : [source`  unwrap: ${literal(unwrap)},`]),
    ...(operations.some(({ status }) => status === 'guess')
      ? [
          source`  // What is behind // is a guess, or needs a key or a header: the comment above it says which. To use it, remove the // of`,
          source`  // every line of its block, and its name from absentOperations below. For example, with "// createPerson: {}," change`,
          source`  // that line to "createPerson: {}," and remove 'createPerson' from absentOperations, if it is listed there.`,
        ]
      : []),
    ...block(source`operations`, bound),
    ...controlBlock(drafts, usual),
    ...block(source`values`, wordLines(words)),
    ...absentLines(operations, seen),
    typed ? source`});` : source`};`,
  ]);
}
