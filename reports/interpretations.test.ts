import { describe, expect, test } from 'vitest';
import type { Results } from '../conformance/engine/results.ts';
import { renderAnnotations } from './github.ts';
import { renderHtml } from './html/page.ts';
import { restsOnBriefly, restsOnSentences } from './interpretations.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { bundledDescription } from './place.ts';
import { renderSarif } from './sarif.ts';
import { renderSummary } from './summary.ts';
import { failingResults } from './testing/sample-results.ts';

const covered = { id: 1, interpretation: 'It covers exactly.', otherwise: 'More is needed.' };
const soon = { id: 9, interpretation: 'At once', otherwise: 'Later.' };

test.each([
  ['nothing', [], [], ''],
  [
    'one interpretation',
    [covered],
    ['Depends on interpretation 1: It covers exactly. Other interpretation: More is needed.'],
    'depends on interpretation 1',
  ],
  [
    'several interpretations',
    [covered, soon],
    [
      'Depends on interpretation 1: It covers exactly. Other interpretation: More is needed.',
      'Depends on interpretation 9: At once. Other interpretation: Later.',
    ],
    'depends on interpretations 1, 9',
  ],
])('a finding that rests on %s', (_, interpretations, sentences, briefly) => {
  expect(restsOnSentences({ interpretations })).toEqual(sentences);
  expect(restsOnBriefly({ interpretations })).toBe(briefly);
});

const description = bundledDescription('openapi.json');
const screen = { color: false, columns: 120 };
const formats: Readonly<Record<string, (results: Results) => string>> = {
  html: renderHtml,
  markdown: renderMarkdown,
  junit: renderJunit,
  sarif: (results) => renderSarif(results, description),
  annotations: (results) => renderAnnotations(results, description),
  summary: (results) => renderSummary(results, screen),
};

describe('a finding that depends on an interpretation', () => {
  test.each(Object.entries(formats))('is told with both in %s', (_, render) => {
    const findings = failingResults.findings.flatMap((finding) =>
      finding.requirement === 'PAYROLL-024' ? [{ ...finding, interpretations: [soon] }] : [],
    );
    expect(render({ ...failingResults, findings })).toContain(
      'Depends on interpretation 9: At once. Other interpretation: Later.',
    );
  });
});
