/** llms.txt: the pages that people read, as a list with a sentence each, for programs that read documentation. */
import { type Group, linksOf } from './sidebar.ts';

/** The first sentence of prose, on one line; empty if there is none. */
export function firstSentenceOf(markdown: string): string {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^```[\s\S]*?^```$/gm, '');
  const prose = body.split(/\n{2,}/).find((block) => /^[A-Za-z`[]/.test(block.trim())) ?? '';
  const plain = prose
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?[.:](?= |$)/.exec(plain)?.[0] ?? plain;
}

/** Those that llms.txt lists. The generated pages of the closed ones are found from them. */
const openOf = (groups: readonly Group[]): readonly Group[] => groups.filter(({ collapsed }) => !collapsed);

/** The pages that llms.txt lists, by their path. */
export const pagesFor = (groups: readonly Group[]): readonly string[] =>
  linksOf(openOf(groups)).map((link) => link.slice(1));

/**
 * @param pages Markdown by path without `.md`
 * @param base of the site, with a slash at both ends
 */
export function llmsText(
  groups: readonly Group[],
  pages: ReadonlyMap<string, string>,
  base: string,
  description: string,
): string {
  const sections = openOf(groups).map(({ text, items }) => {
    const lines = items.map(({ text: title, link }) => {
      const sentence = firstSentenceOf(pages.get(link.slice(1)) ?? '');
      return `- [${title}](${base}${link.slice(1)}.md)${sentence === '' ? '' : `: ${sentence}`}`;
    });
    return `## ${text}\n\n${lines.join('\n')}\n`;
  });
  return `# workforce-conformance\n\n> ${description}\n\n${sections.join('\n')}`;
}
