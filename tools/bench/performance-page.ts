import { cell, markdownTable } from '../scripts/markdown-table.ts';
import type { Measurement } from './measurement.ts';

/** The results of one bench. */
export interface BenchResult {
  readonly name: string;
  readonly measured: readonly Measurement[];
}

const verdictOf = ({ met }: Measurement) => (met === undefined ? '' : met ? 'met' : '**not met**');

const sectionOf = ({ name, measured }: BenchResult) => `## ${name}

${markdownTable(
  ['What', 'Figure', 'It should be', ''],
  measured.map((one) => [cell(one.what), cell(one.figure), cell(one.target ?? ''), verdictOf(one)]),
)}`;

/** The results of all benches, of one run on one machine. */
export interface Performance {
  readonly date: string;
  readonly machine: string;
  readonly results: readonly BenchResult[];
}

export function performancePage({ date, machine, results }: Performance): string {
  return `# Performance

Measured ${date} on ${machine} by \`npm run bench -- --record\`.

Ratios are measured side by side in one run, so they also hold on another machine; all other figures are from this machine. No test
depends on a time. \`npm run bench <name>\` measures one of them again; without a name, what takes minutes (\`thorough\`,
\`watching-memory\`) is left out. How soon each fault is found, and how many for each 1,000 requests, stands in [selftest.md](selftest.md),
what runs on several machines gain in [scaling.md](scaling.md), and what becomes of three servers of which one is killed every second
is shown by \`npm run task -- replicas:chaos\`.

${results.map(sectionOf).join('\n\n')}
`;
}
