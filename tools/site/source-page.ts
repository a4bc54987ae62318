/** Files of the repository that the documentation refers to, as pages. */

/** The languages that VitePress colours, by the ending of the file. */
const languages: Readonly<Record<string, string>> = {
  ts: 'ts',
  js: 'js',
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  sh: 'sh',
};

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Longer than any fence in the text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}

function block({ path, text }: SourceFile, heading: string): string {
  const language = languages[path.slice(path.lastIndexOf('.') + 1)] ?? 'text';
  const fence = fenceFor(text);
  return `${heading}${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}

/**
 * @param path the file, or the folder of the files
 * @param files in the order of the page
 */
export function sourcePage(path: string, files: readonly SourceFile[]): string {
  const head = `---\nsearch: false\noutline: [2, 2]\n---\n\n# ${path}\n\n`;
  const single = files.length === 1 && files[0]?.path === path;
  const blocks = files.map((file) => block(file, single ? '' : `## ${file.path.slice(path.length + 1)}\n\n`));
  return `${head}${blocks.join('\n')}`;
}
