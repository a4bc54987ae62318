/** The recipes of docs/ci.md and examples/ci/, and the commands that are in them. */
import { readFileSync } from 'node:fs';

export interface Recipe {
  /** As the fence says: `yaml`, `groovy`, `sh`. */
  readonly language: string;
  /** Name of the file that it is; in a page its first line has it. */
  readonly file?: string;
  readonly text: string;
}

const root = new URL('../../', import.meta.url);

function recipesIn(markdown: string): readonly Recipe[] {
  const fences = markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...fences].map(([, language = '', text = '']) => {
    const [, name] = /^(?:#|\/\/) (\S+)\n/.exec(text) ?? [];
    return { language, text, ...(name !== undefined && { file: name }) };
  });
}

const examples = {
  '.github/workflows/conformance-sharded.yml': 'yaml',
  '.github/workflows/conformance-nightly.yml': 'yaml',
  '.gitlab-ci.yml': 'yaml',
  Jenkinsfile: 'groovy',
};

const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

export const recipes: readonly Recipe[] = [
  ...recipesIn(read('docs/ci.md')),
  ...Object.entries(examples).map(([file, language]) => ({
    language,
    file,
    text: read(`examples/ci/${file}`),
  })),
];

/** The values of variables in the recipes for which a number would not do. */
const variables: Readonly<Record<string, string>> = {
  BASE_URL: 'http://127.0.0.1:3000',
  'CI_NODE_INDEX/$CI_NODE_TOTAL': '1/4',
};

function expand(word: string): string {
  return word
    .replaceAll('$CI_NODE_INDEX/$CI_NODE_TOTAL', '1/4')
    .replace(/\$\{?(\w+)\}?/g, (_, name: string) => variables[name] ?? '1');
}

/** The words of a shell command, up to its end. */
function words(command: string): string[] {
  const [own = ''] = command.split(/\s(?:\|\||&&|[|;])\s|\s>|['"]?\)\s*$|'$/);
  const found = own.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return found.map((word) => expand(word.replace(/^(["'])(.*)\1$/, '$2')));
}

/** The arguments of every command line that starts `conformance` in a text. */
export function conformanceCommands(text: string): readonly (readonly string[])[] {
  const joined = text.replace(/\\\n\s*/g, '');
  return [...joined.matchAll(/npx conformance (.*)$/gm)].map(([, rest = '']) => words(rest));
}
