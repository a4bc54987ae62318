import { describe, expect, it } from 'vitest';
import type { Results } from '../conformance/engine/results.ts';
import { formats } from './formats.ts';
import { renderAnnotations } from './github.ts';
import { parseResults } from './json.ts';
import { bundledDescription } from './place.ts';
import { conformantResults } from './testing/sample-results.ts';

const listed = { requirement: 'AUTH-001', list: 'known-failures', reason: 'ticket <1> | `x`' } as const;
const reasonOf = (reason: string, code: number) => ({ exit: { code, reason } });

const outcomes: readonly (readonly [string, Partial<Results>, RegExp])[] = [
  [
    'a known failure that passes',
    {
      knownFailures: [{ ...listed, status: 'passed' }],
      ...reasonOf('AUTH-001 is listed as a known failure but now passes: remove it from the list', 1),
    },
    /AUTH.{1,2}001 is listed as a known failure but now passes: remove it from the list/,
  ],
  [
    'a known failure that has expired',
    {
      knownFailures: [{ ...listed, status: 'expired', expires: '2026-01-31' }],
      ...reasonOf('AUTH-001 was listed as a known failure until 2026-01-31: fix the failure', 1),
    },
    /AUTH.{1,2}001 was listed as a known failure until 2026.{1,2}01.{1,2}31: fix the failure/,
  ],
  ['too little that was exercised', reasonOf('too few were exercised', 4), /too few were exercised/],
];

const context = { description: bundledDescription('openapi.json'), descriptionIsAtHand: false };
const files = formats.flatMap(({ files: all }) => all).filter(({ file }) => !file.startsWith('badge.'));

describe.each(outcomes)('%s', (_, outcome, says) => {
  const results: Results = { ...conformantResults, verdict: 'partial', ...outcome };

  it.each(files)('is in $file', async ({ load }) => {
    expect((await load())(results, context)).toMatch(says);
  });

  it('is an annotation, an error', () => {
    const [first] = renderAnnotations(results, undefined).split('\n');
    expect(first).toMatch(/^::error title=Exit code \d::/);
    expect(first).toMatch(says);
  });

  it('makes the badge not green', async () => {
    const badge = formats.flatMap(({ files: all }) => all).find(({ file }) => file === 'badge.json');
    expect((await badge?.load())?.(results, context)).toContain('"orange"');
  });
});

it('results.json contains the exit code with its reason, and can be read back', async () => {
  const results = { ...conformantResults, exit: { code: 0, reason: 'All passed.' } };
  const { renderJson } = await import('./json.ts');
  expect(parseResults(renderJson(results)).exit).toEqual({ code: 0, reason: 'All passed.' });
});

it('nothing is added to a run without problems', async () => {
  const results = { ...conformantResults, exit: { code: 0, reason: 'Every one passed.' } };
  for (const { file, load } of files) {
    if (file === 'results.json' || file === 'conformance.sarif') continue;
    const render = await load();
    expect(render(results, context)).toBe(render(conformantResults, context));
  }
});
