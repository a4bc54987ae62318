/** Every check of every snippet. */
import { dataProblems } from './check-data.ts';
import { harmlessCommand, inlineProblems, type Repository, shellProblems } from './check-shell.ts';
import { type Package, typeProblems } from './check-typescript.ts';
import { commandProblem, configurationProblems, executionProblems } from './execute.ts';
import { inlineCode, type Problem, type Snippet, snippetsIn } from './fences.ts';
import { SampleRuns } from './sample-runs.ts';
import { shellCommands } from './shell.ts';

const typescript = new Set(['ts', 'js', 'typescript', 'javascript']);
const shell = new Set(['sh', 'bash', 'console']);
const data = new Set(['yaml', 'yml', 'json']);
/** Shown and not read by any program of ours: text, diagrams, the formats of others. Without a language it is output. */
const shown = new Set([
  'text',
  'mermaid',
  'groovy',
  'markdown',
  'xml',
  'html',
  'http',
  'diff',
  'sql',
  'css',
  'dockerfile',
  'ini',
  'nginx',
  'promql',
  'toml',
  // `npm run task -- receivers` runs them.
  'csharp',
  'go',
  'java',
  'php',
  'python',
  'ruby',
]);

export interface Checked {
  readonly snippets: number;
  readonly executed: number;
  /** Those that show the output of one of our programs. */
  readonly samples: number;
  readonly unchecked: readonly Snippet[];
  readonly problems: readonly Problem[];
}

export interface CheckOptions {
  /** Markdown by its path in the repository. */
  readonly documents: ReadonlyMap<string, string>;
  readonly pack: Package;
  readonly repository: Repository;
  /** Long options of all commands and of our own scripts. */
  readonly options: ReadonlySet<string>;
}

/** Nothing is exempt because of the name of its language. */
function languageProblems({ file, line, language, text, sample }: Snippet): Problem[] {
  if (sample !== undefined) return [];
  if (language === '')
    return [{ file, line, message: 'say which run prints it (<!-- output of … -->), or that it is text' }];
  if (![typescript, shell, data, shown].some((known) => known.has(language)))
    return [
      {
        file,
        line,
        message: `nobody knows how to check ${language}: say so in tools/site/snippets/check-all.ts`,
      },
    ];
  const isHidden =
    shown.has(language) && /^(?:\$ )?(?:(?:npx )?conformance \w(?!.*\[options\])|npm (?:run|ci))/m.test(text);
  return isHidden && language !== 'groovy'
    ? [{ file, line, message: 'it has a command: say that it is sh' }]
    : [];
}

async function proseProblems(
  [file, markdown]: readonly [string, string],
  { repository, options }: CheckOptions,
): Promise<Problem[]> {
  const found = await Promise.all(
    inlineCode(markdown).map(async ({ line, code }) =>
      (await inlineProblems(code, repository, options)).map((message) => ({
        file,
        line,
        message: `\`${code}\`: ${message}`,
      })),
    ),
  );
  return found.flat();
}

/** Checks all snippets, and executes those that are marked or cheap. */
export async function checkSnippets(options: CheckOptions): Promise<Checked> {
  const { documents, pack, repository } = options;
  const all = [...documents].flatMap(([file, markdown]) => snippetsIn(file, markdown));
  const checked = all.filter(({ unchecked }) => unchecked === undefined);
  const of = (languages: ReadonlySet<string>) => checked.filter(({ language }) => languages.has(language));
  const runnable = checked.filter(({ flags }) => flags.includes('run'));
  const commands = of(shell)
    .filter(({ flags }) => !flags.includes('run'))
    .flatMap((snippet) =>
      shellCommands(snippet.text, snippet.language).flatMap((command) => {
        const args = harmlessCommand(command);
        return args === undefined ? [] : [{ args, file: snippet.file, line: snippet.line + command.line }];
      }),
    );
  // Each is a process: one after another, and the same one once.
  const distinct = [...new Map(commands.map((each) => [each.args.join(' '), each])).values()];
  const executed = distinct.flatMap(({ args, file, line }) => {
    const message = commandProblem(args, pack.root);
    return message === undefined
      ? []
      : [{ file, line, message: `conformance ${args.join(' ')}: ${message}` }];
  });
  using runs = new SampleRuns(pack.root);
  const problems = [
    ...checked.flatMap(languageProblems),
    ...typeProblems(of(typescript), pack),
    ...of(data).flatMap(dataProblems),
    ...(await Promise.all(of(shell).map((snippet) => shellProblems(snippet, repository)))).flat(),
    ...(await Promise.all(of(typescript).map((snippet) => configurationProblems(snippet, pack)))).flat(),
    ...(await Promise.all([...documents].map((each) => proseProblems(each, options)))).flat(),
    ...runnable.flatMap((snippet) => executionProblems(snippet, pack)),
    ...executed,
    ...checked.flatMap((snippet) => runs.problems(snippet)),
  ];
  return {
    snippets: all.length,
    executed: runnable.length + distinct.length,
    samples: checked.filter(({ sample }) => sample !== undefined).length,
    unchecked: all.filter(({ unchecked }) => unchecked !== undefined),
    problems,
  };
}
