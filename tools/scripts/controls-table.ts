/** The table of controls that the documentation shows, from the one that the suite goes by. */
import { controlTable } from '../../conformance/target/controls.ts';
import { markdownTable } from './markdown-table.ts';

const code = (text: string) => `\`${text}\``;

const begin = '<!-- controls, written by npm run generate -->';
const end = '<!-- end of controls -->';

/** What each control does, is given and answers; `?` stands behind what may be missing. */
export const controlsTable = (): string =>
  markdownTable(
    ['Control', 'What it does', 'Given', 'Answers', 'Capability'],
    Object.entries(controlTable).map(
      ([name, { does, takes, answers, capability }]: [
        string,
        (typeof controlTable)[keyof typeof controlTable],
      ]) => [
        code(name),
        does,
        takes.map(code).join(', '),
        answers.map(code).join(', '),
        capability === undefined ? '' : code(capability),
      ],
    ),
  );

/** @throws Error when the page has no place for the table */
export function withControlsTable(page: string): string {
  const [before, rest] = page.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`docs/targets.md has no ${begin} and ${end}`);
  return `${before}${begin}\n\n${controlsTable()}\n\n${end}${after}`;
}
