import { describe, expect, test } from 'vitest';
import { convert } from 'xmlbuilder2';
import type { Verdict } from '../conformance/engine/events.ts';
import { renderBadge, renderShieldsEndpoint } from './badge.ts';
import { conformantResults, failingResults } from './testing/sample-results.ts';

const { passed } = conformantResults.totals.documented;
const ofVerdict = (verdict: Verdict) => ({ ...conformantResults, verdict });

describe.each([
  ['conformant', conformantResults, `${passed} of ${passed}`, 'brightgreen'],
  ['partial', ofVerdict('partial'), `${passed} of ${passed}`, 'yellowgreen'],
  ['non-conformant', failingResults, /^2 of \d+ failed$/, 'red'],
  ['incomplete', ofVerdict('incomplete'), 'incomplete', 'lightgrey'],
  ['incomplete with failures', { ...failingResults, verdict: 'incomplete' as const }, /^2 failed/, 'red'],
  ['error', ofVerdict('error'), 'no result', 'lightgrey'],
])('the badge of %s results', (_, results, message, color) => {
  test('is valid for shields.io', () => {
    expect(JSON.parse(renderShieldsEndpoint(results))).toEqual({
      schemaVersion: 1,
      label: 'conformance',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      color,
    });
  });

  test('is an image with the same text, without scripts or links', () => {
    const svg = renderBadge(results);
    expect(() => convert(svg, { format: 'object' })).not.toThrow();
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="conformance: /);
    expect(svg).toContain(`${JSON.parse(renderShieldsEndpoint(results)).message}`);
    expect(svg).not.toMatch(/<script|<a |href="http/);
  });
});
