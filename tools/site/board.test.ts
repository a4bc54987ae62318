import { expect, test } from 'vitest';
import { renderBoard } from '../../reports/board.ts';
import { conformantResults, failingResults } from '../../reports/testing/sample-results.ts';
import { boardPage, keepRun } from './board.ts';

test('the page of what is kept is that of the whole results', () => {
  const runs = { 'vendor-a': failingResults, 'vendor-b': conformantResults };
  const kept = Object.entries(runs).map(([name, results]) => keepRun(name, results));
  const whole = Object.entries(runs).map(([implementation, results]) => ({ implementation, results }));
  expect(boardPage(JSON.parse(JSON.stringify(kept)))).toBe(renderBoard(whole));
});
