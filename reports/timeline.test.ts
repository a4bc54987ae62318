import { expect, test } from 'vitest';
import type { Finding, TimelineEntry } from '../conformance/engine/finding.ts';
import type { Results } from '../conformance/engine/results.ts';
import { timelineView } from './html/timeline.ts';
import { parseResults, renderJson } from './json.ts';
import { renderMarkdown } from './markdown.ts';
import { failingResults } from './testing/sample-results.ts';
import { simultaneousWith, timelineLines } from './timeline.ts';
import { transcript } from './transcript.ts';

const timeline: readonly TimelineEntry[] = [
  { client: 1, label: 'deposit 1', start: 0 },
  { client: 2, label: 'deposit 2', outcome: '201', start: 1, end: 3 },
  { client: 3, label: 'deposit <4>', outcome: '201', start: 2, end: 4 },
  { client: -1, label: 'webhook transaction.succeeded', outcome: 'the deposit of 4', start: 0, end: 4 },
  { client: 0, label: 'read the balance', outcome: '4', start: 5, end: 6, isUnexplained: true },
];

const withTimeline = (finding: Finding): Finding => ({ ...finding, timeline });
const results: Results = { ...failingResults, findings: failingResults.findings.map(withTimeline) };

test('a text has a line for each operation, with a bar for its time', () => {
  expect(timelineLines(timeline)).toEqual([
    '  client 1   ├─────╌  deposit 1: no answer known',
    '  client 2    ├─┤     deposit 2: 201',
    '  client 3     ├─┤    deposit <4>: 201',
    '  webhooks   ├───┤    webhook transaction.succeeded: the deposit of 4',
    '  at rest         ├┤  read the balance: 4 ✗',
  ]);
});

test('requests overlap if each starts before the other ends', () => {
  expect(timeline.map((entry) => simultaneousWith(timeline, entry))).toEqual([
    [1, 2, 4],
    [0, 2],
    [0, 1],
    [],
    [0],
  ]);
});

test('a finding shows it in every report', () => {
  const [finding] = results.findings;
  expect(finding && transcript(finding)).toContain('No order explains:\n  client 1   ├');
  expect(renderMarkdown(results)).toContain('  at rest         ├┤  read the balance: 4 ✗');
  expect(parseResults(renderJson(results)).findings[0]?.timeline).toEqual(timeline);
});

test('a page draws a lane for each client, shades the overlap, and says the same in a table', () => {
  const { text } = timelineView(timeline);
  expect(text.match(/<text class="lane"[^>]*>[^<]*/g)?.map((lane) => lane.replace(/.*>/, ''))).toEqual([
    'client 1',
    'client 2',
    'client 3',
    'webhooks',
    'at rest',
  ]);
  expect(text.match(/class="overlap"/g)).toHaveLength(4);
  expect(text.match(/<g class="[^"]*"/g)).toEqual([
    '<g class="operation lost"',
    '<g class="operation"',
    '<g class="operation"',
    '<g class="operation"',
    '<g class="operation unexplained"',
  ]);
  expect(text).toContain('<td>deposit &lt;4&gt;</td>');
  expect(text).toContain('<td><mark>4</mark> ✕</td><td>1</td>');
});
