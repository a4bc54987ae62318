import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import type { Results } from '../conformance/engine/results.ts';
import { renderMarkdown } from './markdown.ts';
import {
  conformantResults,
  erroredResults,
  failingResults,
  surveyedResults,
} from './testing/sample-results.ts';
import { controlsIn } from './testing/screen.ts';

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
    ['errored', erroredResults, '## The run could not judge the target'],
  ])('%s results begin with the verdict and three figures', (_, results, verdict) => {
    const { passed, failed, notExercised, errored } = results.totals.documented;
    const lines = renderMarkdown(results).split('\n');
    expect(lines[0]).toBe(verdict);
    expect(lines.slice(0, 10)).toContain(`| **${passed}** | **${failed}** | **${notExercised + errored}** |`);
  });

  test('findings are sorted worst first, with expectation and conversation', () => {
    const text = renderMarkdown(failingResults);
    const order = ['ERR-001', 'PAYROLL-024', 'ERR-004'].map((id) => text.indexOf(`### ${id}`));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(text).toContain('expected: status awaiting-funds\nactual:   status scheduled');
    expect(text).toContain('<details><summary>Conversation, 4 steps</summary>');
  });

  test('a conversation shows the expected states, is an outline up to the last step, and ends with the violation', () => {
    const text = renderMarkdown(failingResults);
    expect(text).toContain(
      '3. Approve it\n  expected state before this step: payroll A saved, 2026-01-25, debits 120000; balance 0\n  > POST',
    );
    expect(text).toMatch(
      /^ {2}> POST \/api\/v1\/payrolls < 200, sent \{"workerType":"EMPLOYEE","type":"ONE_OFF"\}$/m,
    );
    expect(text).toMatch(
      /^ {2}< webhook payroll.status.updated received, and 200 returned \{"id":.*"status":"saved"/m,
    );
    expect(text).toContain(
      '✗ PAYROLL-024, section "States and transitions, Payroll"\n  expected: status awaiting-funds\n  actual:   status scheduled\n',
    );
  });

  test('what the run assumed about the server is listed, with the lines that cannot be used', () => {
    const text = renderMarkdown(surveyedResults);
    expect(text).toContain('## What this run assumed about your server\n\n- Reached with: GET /v1/persons');
    expect(text).toMatch(/^- A write is visible: after 126 ms in lists, after 0 ms by id$/m);
    expect(text).toMatch(/^- Rejected values: createBusiness with US, USD, .*: 400 with /m);
    expect(text).toMatch(/^- Lines of the adapter: 1 unusable, 1 works\n {2}- `controls.drain` unusable: /m);
    expect(renderMarkdown(conformantResults)).not.toContain('assumed about your server');
  });

  test('transitions are counted, with those out of reach', () => {
    const text = renderMarkdown(failingResults);
    expect(text).toContain('| Payroll | 4 of 7 | 1 of 5 | 2 of 5 |');
    expect(text).toContain('- Out of reach: `payroll/start-processing`. Missing on the target: clock.');
  });

  test('reasons are grouped with their counts', () => {
    const retries = failingResults.requirements.filter(({ id }) => id.startsWith('RETRY')).length;
    expect(renderMarkdown(failingResults)).toContain(
      `- **${retries}**: The target offers no control that moves its clock \\(capability clock\\). (RETRY-001, RETRY-002`,
    );
  });

  test('rendered with HTML and links allowed, it contains only its own elements', () => {
    const html = new MarkdownIt({ html: true, linkify: true }).render(renderMarkdown(failingResults));
    expect(html).toContain('window.hacked');
    const tags = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, tag = '']) => tag));
    expect([...tags].toSorted()).toEqual(
      [
        ...['blockquote', 'code', 'details', 'h2', 'h3', 'li', 'p', 'pre', 'strong', 'summary', 'ul'],
        ...['table', 'tbody', 'td', 'th', 'thead', 'tr'],
      ].toSorted(),
    );
  });

  test('text from a target is not markup, a mention or a link', () => {
    const text = live(renderMarkdown(failingResults));
    expect(text).toContain('window.hacked');
    expect(text).not.toMatch(/(?<!\\)<|@everyone|(?<!\\)\]\(|(?<!\\)`/);
    expect(text).not.toMatch(/^# heading/m);
    expect(controlsIn(renderMarkdown(failingResults))).toEqual([]);
  });

  test.each([
    ['a reference', 'see #12, GH-34 and org/repo#56', /#\d|GH\\?-\d/],
    ['a mention', '@octocat and @org/team', /@\w/],
    ['a link', 'https://evil.example www.evil.example', /:\/\/|www\./],
    ['a formula', '$x$ and $$y$$', /(?<!\\)\$/],
    ['a row', 'a | b', /(?<!\\)\|/],
  ])('%s in a text is none', (_, title, markup) => {
    const [finding] = failingResults.findings;
    if (finding === undefined) throw new Error('the sample has findings');
    const text = renderMarkdown({ ...failingResults, findings: [{ ...finding, title }] });
    const [heading = ''] = text.split('\n').filter((line) => line.startsWith('### '));
    expect(heading).toContain(title.slice(0, 1));
    expect(heading.slice(4)).not.toMatch(markup);
  });

  const withFindings = (count: number, title: string): Results => {
    const [first] = failingResults.findings;
    if (first === undefined) throw new Error('the sample has findings');
    const findings = Array.from({ length: count }, (_, index) => ({
      ...first,
      id: `hostile/${index}`,
      requirement: `ERR-${index}`,
      title: `${title} ${index}`,
    }));
    return { ...failingResults, findings };
  };
  const listed = (text: string) => [...text.matchAll(/^- \*\*ERR-\d+\*\* .* \(observed\)$/gm)].length;
  const told = (text: string) => [...text.matchAll(/^### /gm)].length;

  test.each([
    [0, undefined, 0, 0],
    [1, '## 1 finding', 0, 1],
    [3, '## 3 findings', 0, 3],
    [4, '## 4 findings', 4, 4],
  ])('%d findings are listed where they are many, and told', (count, heading, inList, inFull) => {
    const text = renderMarkdown(withFindings(count, 'Broken'));
    expect(text.split('\n').find((line) => /^## .*finding/.test(line))).toBe(heading);
    expect([listed(text), told(text)]).toEqual([inList, inFull]);
  });

  test.each([100, 1000])('%d findings stay below 60 kB, and the number of omitted ones is shown', (count) => {
    const text = renderMarkdown(withFindings(count, 'é'.repeat(300)));
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(told(text)).toBeGreaterThan(3);
    expect(listed(text)).toBeGreaterThan(30);
    expect(text).toContain(`- and ${count - listed(text)} further findings`);
    expect(text).toContain(`${count - told(text)} further findings left out`);
    expect(text).toContain('## Run');
  });

  test('findings of one requirement are shown once, with the number of their checks', () => {
    const results = withFindings(6, 'Broken');
    const findings = results.findings.map((finding, index) => ({
      ...finding,
      requirement: `ERR-${Math.max(0, index - 2)}`,
      check: `check.${index}`,
    }));
    const text = renderMarkdown({ ...results, findings });
    expect(text).toContain(
      '## 6 findings\n\n- **ERR-0** Broken 0 (observed, 3 checks)\n- **ERR-1** Broken 3 (observed)\n',
    );
    expect(told(text)).toBe(4);
    expect(text).toContain('2 further checks found the same violation: `check.1`, `check.2`.');
  });

  test('the list contains all of a hundred findings of ordinary length', () => {
    expect(listed(renderMarkdown(withFindings(100, 'A payroll that is not covered was scheduled')))).toBe(
      100,
    );
  });
});
