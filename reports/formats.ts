/** The report formats. Each is loaded only when needed. */
import type { Results } from '../conformance/engine/results.ts';
import type { DescribedIn } from './place.ts';

/** The input of a report besides the results. */
export interface RenderContext {
  /** The file of the description that reports refer to. */
  readonly description: DescribedIn;
  /** Whether the reader of a pull request has that file too. */
  readonly descriptionIsAtHand: boolean;
}

type Render = (results: Results, context: RenderContext) => string;

export interface ReportFile {
  readonly file: string;
  load(): Promise<Render>;
}

interface FormatOf<Name extends string> {
  readonly name: Name;
  /** Its purpose, in a line of `--help`. */
  readonly purpose: string;
  /** In the folder of the report; none for GitHub. */
  readonly files: readonly ReportFile[];
}

const file = (name: string, load: () => Promise<Render>): ReportFile => ({ file: name, load });

const defineFormats = <const Name extends string>(...formats: readonly FormatOf<Name>[]) => formats;

export const formats = defineFormats(
  {
    name: 'html',
    purpose: 'a page for people: verdict, findings with their conversations, coverage',
    files: [file('index.html', async () => (await import('./html/page.ts')).renderHtml)],
  },
  {
    name: 'json',
    purpose: 'the stable record, which the commands report, replay and compare read',
    files: [file('results.json', async () => (await import('./json.ts')).renderJson)],
  },
  {
    name: 'junit',
    purpose: 'test results for Jenkins, GitLab and others',
    files: [file('junit.xml', async () => (await import('./junit.ts')).renderJunit)],
  },
  {
    name: 'markdown',
    purpose: 'a summary for a pull request',
    files: [file('summary.md', async () => (await import('./markdown.ts')).renderMarkdown)],
  },
  {
    name: 'sarif',
    purpose: 'for code scanning and editors: findings at lines of the description',
    files: [
      file('conformance.sarif', async () => {
        const { renderSarif } = await import('./sarif.ts');
        return (results, { description }) => renderSarif(results, description);
      }),
    ],
  },
  {
    name: 'ctrf',
    purpose: 'test results in the Common Test Report Format, for dashboards',
    files: [file('ctrf.json', async () => (await import('./ctrf.ts')).renderCtrf)],
  },
  {
    name: 'badge',
    purpose: 'a badge for a README, as SVG and as data for shields.io',
    files: [
      file('badge.svg', async () => (await import('./badge.ts')).renderBadge),
      file('badge.json', async () => (await import('./badge.ts')).renderShieldsEndpoint),
    ],
  },
  {
    name: 'github',
    purpose: 'annotations and the job summary of a GitHub workflow',
    files: [],
  },
);

export type Format = (typeof formats)[number];
export type FormatName = Format['name'];

export const formatNames: readonly FormatName[] = formats.map(({ name }) => name);

/** The default formats of a run. */
export const defaultFormats: readonly FormatName[] = ['html', 'json', 'junit', 'markdown'];

export function formatOf(name: FormatName): Format {
  const found = formats.find((format) => format.name === name);
  if (found === undefined) throw new Error(`There is no format ${name}`);
  return found;
}
