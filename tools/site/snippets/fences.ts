/** The fenced code blocks of Markdown, with the instructions for the checks of each. */

export interface Snippet {
  /** From the root of the repository. */
  readonly file: string;
  /** Line number of its first line of code. */
  readonly line: number;
  /** `ts`, `sh`, … or nothing, which is output. */
  readonly language: string;
  /** The other words of the fence: `run`, and `exits=1`. */
  readonly flags: readonly string[];
  /** Why it is not to be checked: ` ```sh unchecked: needs a cluster`. */
  readonly unchecked?: string;
  /** Code that stands before it when it is checked: in a comment `<!-- context … -->` above the fence. */
  readonly context: string;
  readonly text: string;
  /**
   * The sample that it shows: `<!-- output of finding -->` above the fence, or a file of that run in the place of
   * `output`.
   */
  readonly sample?: { readonly part: string; readonly run: string };
}

export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const fence =
  /(?:^ *<!-- context\n(?<context>(?:(?!-->)[\s\S])*?)-->\n+)?(?:^ *<!-- (?<part>\S+) of (?<run>[\w-]+) -->\n+)?^(?<indent> *)(?<ticks>`{3,})(?<info>[^\n`]*)\n(?<text>[\s\S]*?)^ *\k<ticks> *$/gm;

const dedent = (text: string, indent: string) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');

/** @throws Error when something is not to be checked and nothing says why */
export function snippetsIn(file: string, markdown: string): readonly Snippet[] {
  return [...markdown.matchAll(fence)].map((match) => {
    const { context = '', part, run, indent = '', info = '', text = '' } = match.groups ?? {};
    const [before, reason] = info.split(/\bunchecked\b:?/);
    const [language = '', ...flags] = (before ?? '').trim().split(/\s+/);
    const above = markdown.slice(0, match.index + match[0].lastIndexOf(text)).split('\n').length;
    const at = {
      file,
      line: above,
      language,
      flags,
      context: dedent(context, indent),
      text: dedent(text, indent),
      ...(part !== undefined && run !== undefined && { sample: { part, run } }),
    };
    if (reason === undefined) return at;
    const unchecked = reason.trim();
    if (unchecked === '') throw new Error(`${file}:${above}: say why it is unchecked`);
    return { ...at, unchecked };
  });
}

/** Code between single backticks outside of fences, by its line. */
export function inlineCode(markdown: string): readonly { readonly line: number; readonly code: string }[] {
  const prose = markdown.replace(fence, (whole) => whole.replace(/[^\n]/g, ''));
  return [...prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map((match) => ({
    line: prose.slice(0, match.index).split('\n').length,
    code: match[1] ?? '',
  }));
}
