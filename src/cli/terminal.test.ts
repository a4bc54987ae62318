import { expect, test } from 'vitest';
import { isInteractive, type TerminalSurroundings, wantsColor } from './terminal.ts';

const given = (isTTY: boolean, env: TerminalSurroundings['env'] = {}): TerminalSurroundings => ({
  isTTY,
  env,
});

test.each<[TerminalSurroundings, boolean]>([
  [given(true), true],
  [given(false), false],
  [given(true, { NO_COLOR: '1' }), false],
  [given(true, { NO_COLOR: '' }), true],
  [given(true, { TERM: 'dumb' }), false],
  [given(false, { FORCE_COLOR: '1' }), true],
  [given(false, { FORCE_COLOR: '' }), true],
  [given(true, { FORCE_COLOR: '0' }), false],
  [given(true, { FORCE_COLOR: 'false' }), false],
  [given(true, { NO_COLOR: '1', FORCE_COLOR: '1' }), false],
  [given(true, { CI: 'true' }), true],
])('of %j, colour is wanted: %s', (surroundings, want) => {
  expect(wantsColor(surroundings, true)).toBe(want);
});

test('--no-color takes precedence over the environment', () => {
  expect(wantsColor(given(true, { FORCE_COLOR: '1' }), false)).toBe(false);
});

test.each<[TerminalSurroundings, boolean]>([
  [given(true), true],
  [given(false), false],
  [given(true, { TERM: 'dumb' }), false],
  [given(true, { CI: 'true' }), false],
  [given(true, { CI: 'false' }), true],
  [given(false, { FORCE_COLOR: '1' }), false],
])('of %j, lines can be drawn again: %s', (surroundings, want) => {
  expect(isInteractive(surroundings)).toBe(want);
});
