import { describe, expect, test } from 'vitest';
import { conformantResults, erroredResults, failingResults } from '../sample-results.ts';
import { renderHtml } from './page.ts';

describe('the page', () => {
  test('allows its own style and script by hash and nothing else', () => {
    const [, policy] =
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(renderHtml(failingResults)) ?? [];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; script-src 'sha256-[\w+/]+='; base-uri 'none'; form-action 'none'$/,
    );
  });

  test('is the same for the same results', () => {
    expect(renderHtml(failingResults)).toBe(renderHtml(failingResults));
  });

  test('asks for no other file and carries no inline style or handler', () => {
    const tags = renderHtml(failingResults).match(/<[a-z][^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(500);
    expect(tags.filter((tag) => /\s(src|style|on\w+)=/.test(tag))).toEqual([]);
    expect(tags.filter((tag) => /\shref="(?!#)/.test(tag))).toEqual([]);
  });

  test('gives each id once, and every link within it leads somewhere', () => {
    for (const results of [conformantResults, failingResults, erroredResults]) {
      const page = renderHtml(results);
      const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const links = [...page.matchAll(/\shref="#([^"]*)"/g)].map(([, id]) => id);
      expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    }
  });

  test('colours transitions by what the run saw of them', () => {
    const page = renderHtml(failingResults);
    const kindOf = (label: string) =>
      new RegExp(`<g class="transition ([\\w-]+)">(?:(?!</g>).)*>${label}</text>`, 's').exec(page)?.[1];
    expect(kindOf('save ×133')).toBe('taken');
    expect(kindOf('await-funds ×12')).toBe('failed');
    expect(kindOf('complete')).toBe('never-taken');
    expect(kindOf('start-processing')).toBe('out-of-reach');
    expect(page).toContain(
      '<g class="state unreachable"><title>The document does not show what leads here.</title>',
    );
  });

  test('counts what was taken, held back and seen in pairs, and says why the rest is out of reach', () => {
    const text = renderHtml(failingResults)
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'Payroll 4 of 7 transitions taken, 1 of 5 guards seen both ways, 2 of 5 pairs seen, 1 out of reach',
    );
    expect(text).toContain('requirement failed, taken 12 times guard held it back 61 times');
    expect(text).toContain('out of reach The target offers no clock.');
    expect(text).toContain('3 pairs of consecutive transitions not seen save → approve-past, ');
  });

  test('leaves out what there is none of', () => {
    const page = renderHtml(conformantResults);
    expect(page).not.toContain('id="findings"');
    expect(page).not.toContain('id="not-exercised"');
    expect(page).toContain('The target conforms');
  });
});
