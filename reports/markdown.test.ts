import { describe, expect, test } from 'vitest';
import type { Results } from '../conformance/engine/results.ts';
import { controlsIn } from './controls-in.ts';
import { renderMarkdown } from './markdown.ts';
import { conformantResults, erroredResults, failingResults } from './sample-results.ts';

/** The text outside fenced blocks and code spans, where markup would count. */
function live(markdown: string): string {
  return markdown
    .replace(/^(`{3,})\w*\n.*?\n\1$/gms, '')
    .replace(/(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
    .replaceAll('<details><summary>', '')
    .replaceAll('</summary>', '')
    .replaceAll('</details>', '');
}

describe('summary.md', () => {
  test.each([
    ['conformant', conformantResults, '## The target conforms'],
    ['failing', failingResults, '## The target does not conform'],
    ['errored', erroredResults, '## The run says nothing about the target'],
  ])('%s results begin with the verdict and three figures', (_, results, verdict) => {
    const { passed, failed, notExercised, errored } = results.totals.documented;
    const lines = renderMarkdown(results).split('\n');
    expect(lines[0]).toBe(verdict);
    expect(lines.slice(0, 10)).toContain(`| **${passed}** | **${failed}** | **${notExercised + errored}** |`);
  });

  test('findings come worst first with expectation and conversation', () => {
    const text = renderMarkdown(failingResults);
    const order = ['ERR-001', 'PAYROLL-024', 'ERR-004'].map((id) => text.indexOf(`### ${id}`));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(text).toContain('expected: status awaiting-funds\nactual:   status scheduled');
    expect(text).toContain('<details><summary>Conversation, 4 steps</summary>');
  });

  test('a conversation tells what was believed, is an outline until its last step, and ends with what broke', () => {
    const text = renderMarkdown(failingResults);
    expect(text).toContain(
      '3. Approve it\n  believed before: payroll A saved, 2026-01-25, debits 120000; balance 0\n  > POST',
    );
    expect(text).toMatch(
      /^ {2}> POST \/api\/v1\/payrolls \{"workerType":"EMPLOYEE","type":"ONE_OFF"\} < 200$/m,
    );
    expect(text).toMatch(
      /^ {2}< webhook payroll.status.updated received, answered 200 \{"id":.*"status":"saved"/m,
    );
    expect(text).toContain(
      '✗ PAYROLL-024, section "States and transitions, Payroll"\n  expected: status awaiting-funds\n  actual:   status scheduled\n',
    );
  });

  test('state machines are counted, with what is out of reach', () => {
    const text = renderMarkdown(failingResults);
    expect(text).toContain('| Payroll | 4 of 7 | 1 of 5 | 2 of 5 |');
    expect(text).toContain('- Out of reach: `payroll/start-processing`. The target offers no clock.');
  });

  test('reasons are grouped with their counts', () => {
    const retries = failingResults.requirements.filter(({ id }) => id.startsWith('RETRY')).length;
    expect(renderMarkdown(failingResults)).toContain(
      `- **${retries}** The target offers no control that moves its clock \\(capability clock\\). (RETRY-001, RETRY-002`,
    );
  });

  test('nothing that a target sent is markup, a mention or a link', () => {
    const text = live(renderMarkdown(failingResults));
    expect(text).toContain('window.hacked');
    expect(text).not.toMatch(/(?<!\\)<|@everyone|(?<!\\)\]\(|(?<!\\)`/);
    expect(text).not.toMatch(/^# heading/m);
    expect(controlsIn(renderMarkdown(failingResults))).toEqual([]);
  });

  test('many findings stay below 60 kB, and the number left out is told', () => {
    const findings = Array.from({ length: 200 }, (_, index) => {
      const [first] = failingResults.findings;
      if (first === undefined) throw new Error('the sample has findings');
      return { ...first, id: `hostile/${index}`, title: `${'é'.repeat(300)} ${index}` };
    });
    const many: Results = { ...failingResults, findings };
    const text = renderMarkdown(many);
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    const shown = [...text.matchAll(/^### /gm)].length;
    expect(shown).toBeGreaterThan(3);
    expect(text).toContain(`${200 - shown} further findings left out`);
    expect(text).toContain('## Run');
  });
});
