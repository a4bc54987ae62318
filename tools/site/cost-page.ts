/** The page of what runs cost, made from measurements. */
import { markdownTable } from '../scripts/markdown-table.ts';
import type { RunCost } from '../servers/cost.ts';

const intro = `# Cost of a run

How much a run sends, opens and takes depends on the profile, on what the keys and the adapter allow, and on how quickly the server answers.
\`conformance run --plan\` estimates it for your server. These runs were measured against servers of others, on one machine:
\`minimal\` answers at once, \`strict\` has one clock for all businesses. \`npm run servers -- --record\` adds others.

A run with keys only sends at most 4,000 requests and opens at most 25 businesses, if nothing else is said (\`--max-requests\`,
\`--max-businesses\`); with \`--rate 10\`, every 600 requests take a minute.
`;

const number = (value: number) => value.toLocaleString('en');
const minutes = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

export function costPage(costs: readonly RunCost[]): string {
  const rows = costs.map(({ server, mode, profile, requests, businesses, seconds, exercised, testable }) => [
    `${server}, ${mode}`,
    profile,
    number(requests),
    number(businesses),
    minutes(seconds),
    `${exercised} of ${testable}`,
  ]);
  const titles = ['Server', 'Profile', 'Requests', 'Businesses', 'Time', 'Exercised'];
  return `${intro}\n${markdownTable(titles, rows)}\n`;
}
