/** Whether the commands of a shell snippet exist, and accept their arguments. */
import { allOperations } from '../../../openapi/description.ts';
import control from '../../../openapi/generated/control.json' with { type: 'json' };
import description from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { generatorProblems } from '../../generators/generators.ts';
import { conformanceProblems } from './conformance-command.ts';
import type { Problem, Snippet } from './fences.ts';
import { isPlaceholder, type ShellCommand, shellCommands } from './shell.ts';

/** The facts about the repository that the checks use. */
export interface Repository {
  /** Scripts of package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Names of `npm run task`. */
  readonly tasks: readonly string[];
  /** Packages that it names as peers, so that they have been looked at. */
  readonly peers: readonly string[];
  /** Whether there is such a file or folder, from its root. */
  readonly has: (path: string) => boolean;
}

/** Programs of the reader's own machine, whose options are not ours. */
const others = new Set(
  [
    'break cat cd code continue cp done echo exit export fi for grep head jq kill ls mkdir open printf rm sed set sleep',
    'source tail tee test trap true unset wait [ docker docker-compose gh git kubectl openssl pg_dump psql redocly',
  ].flatMap((line) => line.split(' ')),
);

/** The words after `npm` that are not scripts. */
const npmWords = new Set(['ci', 'install', 'i', 'pack', 'test']);
const ownPackages = /^(workforce-conformance|@workforce-conformance\/sdk)/;

async function npmProblems(
  [word = '', ...rest]: readonly string[],
  { scripts, tasks, peers }: Repository,
): Promise<readonly string[]> {
  if (word === 'run' || word === 'run-script') {
    const [name = '', ...args] = rest.filter((arg) => arg !== '-s' && arg !== '--silent');
    const script = scripts[name];
    if (script === undefined) return [`package.json has no script ${name}`];
    const [, own] = /^node bin\/main\.ts (.+)$/.exec(script) ?? [];
    const given = args[0] === '--' ? args.slice(1) : [];
    const [task] = given;
    if (name === 'task' && task !== undefined && !tasks.includes(task))
      return [`tools/tasks.ts has no task ${task}`];
    return own === undefined ? [] : conformanceProblems([...own.split(' '), ...given], { complete: true });
  }
  if (!npmWords.has(word)) return [`npm ${word} is not known here`];
  const packages = rest.filter((arg) => !arg.startsWith('-'));
  return packages
    .filter((name) => !ownPackages.test(name) && !name.endsWith('.tgz') && !peers.includes(name))
    .map((name) => `${name} is a package that nobody has looked at`);
}

/** Names of the examples that an operation has, as Prism takes them. */
function examplesOf(path: string, method: string): ReadonlySet<string> {
  const items: Readonly<Record<string, Readonly<Record<string, unknown>>>> = description.paths;
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key !== 'examples') collect(child);
      else if (typeof child === 'object' && child !== null)
        for (const name of Object.keys(child)) names.add(name);
    }
  };
  collect(items[path]?.[method]);
  return names;
}

const controlOperations = Object.entries(control.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => ({ path, method })),
);

/** Whether a path such as `/_control/clocks/1/advance` is one of a template. */
function fits(path: string, template: string): boolean {
  const [given, wanted] = [path.split('/'), template.split('/')];
  return (
    given.length === wanted.length &&
    wanted.every((part, index) => part.startsWith('{') || part === given[index])
  );
}

/** A request to our own server is one that it has. */
function curlProblems(args: readonly string[]): string[] {
  const url = args.find((arg) => /^https?:/.test(arg));
  if (url === undefined || !URL.canParse(url)) return ['curl has no address'];
  const { host, pathname } = new URL(url);
  if (host !== '127.0.0.1:4010') return [];
  const given = args[args.indexOf('-X') + 1]?.toLowerCase();
  const found = [...allOperations, ...controlOperations].filter(({ path }) => fits(pathname, path));
  if (found.length === 0) return [`the reference server has no ${pathname}`];
  const byDefault = args.some((arg) => /^(-d|--data|--json)/.test(arg)) ? 'post' : 'get';
  const wanted = args.includes('-X') && given !== undefined ? given : byDefault;
  const operation = found.find(({ method: own }) => own === wanted);
  if (operation === undefined) return [`the reference server has no ${wanted.toUpperCase()} ${pathname}`];
  const [, example] =
    args.map((arg) => /^Prefer: example=(.+)$/.exec(arg)).find((match) => match !== null) ?? [];
  return example === undefined || examplesOf(operation.path, wanted).has(example)
    ? []
    : [`${pathname} has no example ${example}`];
}

/** The problems of a command, one sentence each. */
export async function commandProblems(
  words: readonly string[],
  repository: Repository,
  complete = true,
): Promise<readonly string[]> {
  const [program = '', ...args] = words;
  switch (program) {
    case 'npx':
      return args[0] === 'conformance'
        ? conformanceProblems(args.slice(1), { complete })
        : [`npx ${args[0]} is not known here`];
    case 'conformance':
      return conformanceProblems(args, { complete });
    case 'npm':
      return npmProblems(args, repository);
    case 'node': {
      const file = args.find((arg) => !arg.startsWith('-'));
      return file === undefined || repository.has(file) ? [] : [`there is no file ${file}`];
    }
    case 'curl':
      return curlProblems(args);
    default:
      return others.has(program)
        ? []
        : (generatorProblems(words) ?? [
            `nobody knows the program ${program}: add it to tools/site/snippets/check-shell.ts, or say why the snippet is unchecked`,
          ]);
  }
}

/** Commands that may be executed anywhere: they print the contents of the package and change nothing. */
const harmless = new Set(['list', 'explain', 'spec', '--help', '--version', 'help']);

/** The arguments of `conformance`, where a command is one that costs nothing to execute. */
export function harmlessCommand({ words }: ShellCommand): readonly string[] | undefined {
  const args = words[0] === 'npx' ? words.slice(1) : words;
  if (args[0] !== 'conformance' || args.some(isPlaceholder)) return undefined;
  const isHelp = args.includes('--help');
  return isHelp || harmless.has(args[1] ?? '') ? args.slice(1) : undefined;
}

/** Every problem of the commands of a snippet. */
export async function shellProblems(snippet: Snippet, repository: Repository): Promise<readonly Problem[]> {
  const commands = shellCommands(snippet.text, snippet.language);
  const problems = await Promise.all(
    commands.map(async ({ line, words }) =>
      (await commandProblems(words, repository)).map((message) => ({
        file: snippet.file,
        line: snippet.line + line,
        message: `${words.join(' ')}: ${message}`,
      })),
    ),
  );
  return problems.flat();
}

const isCommand = /^(?:npx conformance|conformance|npm run) [\w-]/;

/** Problems of a command in the middle of a sentence; an option by itself is one that some command has. */
export async function inlineProblems(
  code: string,
  repository: Repository,
  options: ReadonlySet<string>,
): Promise<readonly string[]> {
  const [, option] = /^(--[\w-]+)\b/.exec(code) ?? [];
  if (option !== undefined) return options.has(option) ? [] : [`no command has the option ${option}`];
  if (!isCommand.test(code)) return [];
  const [first] = shellCommands(code.replace('i/n', '1/4'));
  return first === undefined ? [] : commandProblems(first.words, repository, false);
}
