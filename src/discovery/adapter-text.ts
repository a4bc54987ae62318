/** Writes the text of an adapter: sure lines, guesses after `//` with their reason, and a list of missing operations. */
import type { Draft } from './draft.ts';
import type { ControlDraft } from './draft-control.ts';
import type { WordDraft } from './draft-words.ts';
import { functionLines, helpersIn } from './function-text.ts';
import { variableFor } from './keys.ts';
import { key, literal, quote } from './literal.ts';
import { isInOwnWords } from './wanted.ts';

export interface Drafts {
  readonly operations: readonly Draft[];
  readonly controls: readonly ControlDraft[];
  readonly words: readonly WordDraft[];
}

/** Puts a text of a description into one line of a comment. */
const inLine = (text: string) => text.replace(/\s+/g, ' ');

const commented = (lines: readonly string[]) => lines.map((line) => line.replace(/^(\s*)/, '$1// '));

function bindingLines({ wanted, binding, guesses, status }: Draft): string[] {
  const lines = [`${wanted.name}: ${literal(binding)},`];
  if (guesses.length === 0) return lines;
  const likely = guesses.map(({ of, ours, theirs }) => `${of} ${quote(ours)}: ${quote(theirs)}`);
  return [...(status === 'sure' ? [`// Perhaps also ${inLine(likely.join(', '))}.`] : []), ...lines];
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

function operationLines(draft: Draft, typed: boolean): string[] {
  const { status, why, found } = draft;
  if (status === 'missing' || !says(draft)) return [];
  if (status === 'sure')
    return draft.function === undefined ? bindingLines(draft) : functionLines(draft, typed);
  if (draft.wanted.documented && draft.guesses.length === 0) return [];
  const own = withGuesses(draft);
  const lines =
    own.function === undefined ? bindingLines({ ...own, guesses: [] }) : functionLines(own, typed);
  const route = found === undefined ? '' : `${found.method} ${found.path}: `;
  return [`// A guess. ${inLine(`${route}${why}`)}.`, ...commented(lines)];
}

function controlLines({ wanted, request, status, why }: ControlDraft): string[] {
  if (request === undefined) return [];
  const line = `${wanted.name}: ${literal(request)},`;
  return status === 'sure' ? [line] : [`// A guess: ${inLine(why)}.`, `// ${line}`];
}

function wordLines(words: readonly WordDraft[]): string[] {
  const fields = [...new Set(words.map(({ field }) => field))];
  return fields.flatMap((field) => {
    const table = words.filter((word) => word.field === field);
    const lines = (status: WordDraft['status']) =>
      table
        .filter((word) => word.status === status)
        .map(({ ours, theirs }) => `${key(ours)}: ${quote(theirs)}`);
    const [sure, guesses] = [lines('sure'), lines('guess')];
    return [
      ...(sure.length > 0 ? [`${quote(field)}: { ${sure.join(', ')} },`] : []),
      ...(guesses.length > 0 ? [`// A guess: ${quote(field)}: { ${guesses.join(', ')} },`] : []),
    ];
  });
}

const block = (name: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`  ${name}: {`, ...lines.map((line) => `    ${line}`), '  },'];

/** A variable for the key that the controls ask for. */
function controlKeyLines(controls: readonly ControlDraft[], usual: readonly string[]): string[] {
  const schemes = controls.flatMap(({ status, scheme }) =>
    status === 'sure' && scheme !== undefined ? [scheme] : [],
  );
  const other = schemes.find((scheme) => !usual.includes(scheme));
  if (other === undefined)
    return schemes.length > 0
      ? ["  // Or 'org', or a key of its own: { env: 'OUR_OPS_KEY' }.", "  controlKey: 'platform',"]
      : [];
  return [
    `  // Set this variable to the key of the controls, which the description calls ${inLine(other)}.`,
    `  controlKey: { env: ${quote(variableFor(other))} },`,
  ];
}

function absentLines(operations: readonly Draft[]): string[] {
  const absent = operations.filter(({ wanted, status }) => !wanted.documented && status !== 'sure');
  if (absent.length === 0) return [];
  return [
    '  // Not found, or only a guess. Take each off this list that you bind above.',
    '  absentOperations: [',
    ...absent.map(
      ({ wanted: { name, method, path }, status }) =>
        `    ${quote(name)}, // ${method} ${path}${status === 'guess' ? '; see the guess above' : ''}`,
    ),
    '  ],',
  ];
}

/**
 * @param source the description that it was made from
 * @param usual security schemes of the operations that the document describes
 * @param typed whether the package can be imported where the file will be
 */
export function adapterText(
  drafts: Drafts,
  source: string,
  usual: readonly string[],
  typed: boolean,
): string {
  const { operations, controls, words } = drafts;
  const bound = operations.flatMap((draft) => operationLines(draft, typed));
  const imported = ['defineAdapter', ...helpersIn(bound.join('\n'))].join(', ');
  return [
    `/** Written by conformance init from ${inLine(source).replaceAll('*/', '')}. */`,
    ...(typed
      ? [`import { ${imported} } from 'workforce-conformance';`, '', 'export default defineAdapter({']
      : ['', 'export default {']),
    ...(operations.some(({ status }) => status === 'guess')
      ? [
          '  // What is behind // is a guess: take the // away where it is right, and the operation off absentOperations.',
        ]
      : []),
    ...block('operations', bound),
    ...block('controls', controls.flatMap(controlLines)),
    ...controlKeyLines(controls, usual),
    ...block('values', wordLines(words)),
    ...absentLines(operations),
    typed ? '});' : '};',
    '',
  ].join('\n');
}
