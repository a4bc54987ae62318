/** Every form that results are written in. Each is loaded only when it is asked for. */
import type { Results } from '../conformance/engine/results.ts';
import type { DescribedIn } from './place.ts';

/** What a report may need beside the results. */
export interface RenderContext {
  /** The file of the description that reports point at. */
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
  /** What it is for, in a line of `--help`. */
  readonly purpose: string;
  /** In the folder of the report; none for what is handed to GitHub. */
  readonly files: readonly ReportFile[];
}

const file = (name: string, load: () => Promise<Render>): ReportFile => ({ file: name, load });

const defineFormats = <const Name extends string>(...formats: readonly FormatOf<Name>[]) => formats;

export const formats = defineFormats(
  {
    name: 'html',
    purpose: 'for people: verdict, findings as conversations, coverage',
    files: [file('index.html', async () => (await import('./html/page.ts')).renderHtml)],
  },
  {
    name: 'json',
    purpose: 'the stable record, which report, replay and compare read',
    files: [file('results.json', async () => (await import('./json.ts')).renderJson)],
  },
  {
    name: 'junit',
    purpose: 'for the test views of Jenkins, GitLab and others',
    files: [file('junit.xml', async () => (await import('./junit.ts')).renderJunit)],
  },
  {
    name: 'markdown',
    purpose: 'for a comment on a pull request',
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
    name: 'wfc',
    purpose: 'the report of the Web Fuzzing Commons, as other tools write it',
    files: [file('wfc-report.json', async () => (await import('./wfc.ts')).renderWfc)],
  },
  {
    name: 'badge',
    purpose: 'for a README: a picture, and data for shields.io',
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

/** What a run writes when nothing else is asked for. */
export const defaultFormats: readonly FormatName[] = ['html', 'json', 'junit', 'markdown'];

export function formatOf(name: FormatName): Format {
  const found = formats.find((format) => format.name === name);
  if (found === undefined) throw new Error(`There is no format ${name}`);
  return found;
}
