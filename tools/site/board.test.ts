import { expect, test } from 'vitest';
import { renderBadge } from '../../reports/badge.ts';
import { renderBoard } from '../../reports/board.ts';
import { conformantResults, failingResults } from '../../reports/testing/sample-results.ts';
import { boardFiles, keepRun } from './board.ts';

test('the page of what is kept is that of the whole results', () => {
  const runs = { 'vendor-a': failingResults, 'vendor-b': conformantResults };
  const kept = Object.entries(runs).map(([name, results]) => keepRun(name, results));
  const whole = Object.entries(runs).map(([implementation, results]) => ({
    implementation,
    results,
    badge: `${implementation}.svg`,
  }));
  const files = boardFiles(JSON.parse(JSON.stringify(kept)));
  expect([...files.keys()]).toEqual(['index.html', 'vendor-a.svg', 'vendor-b.svg']);
  expect(files.get('index.html')).toBe(renderBoard(whole));
  expect(files.get('vendor-b.svg')).toBe(renderBadge(conformantResults));
});
