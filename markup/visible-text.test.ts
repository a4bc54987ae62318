import { describe, expect, test } from 'vitest';
import { clip, jsonText, shorten, streamText, visibleLine, visibleText, wrap } from './visible-text.ts';

describe('text of a target', () => {
  test.each([
    ['plain', 'plain'],
    ['tab\tand\nnewline', 'tab\tand\nnewline'],
    ['dos\r\nline', 'dos\nline'],
    ['back\rspace', 'back␍space'],
    ['\u001b[31mred', '␛[31mred'],
    ['nul\u0000 del\u007f', 'nul␀ del␡'],
    ['\u009b2J', '<U+009B>2J'],
    ['\u202etxt.exe', '<U+202E>txt.exe'],
    ['lone\ud800', 'lone\ufffd'],
  ])('%j is shown as %j', (given, want) => {
    expect(visibleText(given)).toBe(want);
  });

  test('is escaped in JSON, which a parser reads unchanged', () => {
    const value = { a: 'x\u001b\u009b\u202e\u2028é' };
    expect(jsonText(value)).toBe('{"a":"x\\u001b\\u009b\\u202e\\u2028é"}');
    expect(JSON.parse(jsonText(value, 2))).toEqual(value);
  });

  test.each([
    ['\u001b[31mred\u001b[0m\u001b[2J', 'kept', 'plain', '\u001b[31mred\u001b[0m␛[2J'],
    ['\u001b[31mred', 'shown', 'plain', '␛[31mred'],
    ['a\n  ::error::x\n::1', 'shown', 'plain', 'a\n  ::error::x\n::1'],
    ['a\n  ::error::x\nb ##[error]x', 'shown', 'workflow', 'a\n  : :error::x\nb # #[error]x'],
  ] as const)('%j goes to a stream with styles %s and a %s log as %j', (given, styles, log, want) => {
    expect(streamText(given, { styles, log })).toBe(want);
  });

  test('is brought onto one line', () => {
    expect(visibleLine('  a\n\n b\u2028c ')).toBe('a b<U+2028>c');
  });

  test('is cut with a count of what is left out', () => {
    expect(shorten('abcdef', 4)).toBe('abcd… (2 more characters)');
    expect(clip('abcdef', 4)).toBe('abc…');
    expect(clip('abcd', 4)).toBe('abcd');
  });
});

test.each<[string, number, number, string[]]>([
  ['short', 10, 2, ['short']],
  ['two words', 5, 2, ['two', 'words']],
  ['two words more', 5, 2, ['two', 'word…']],
  ['indivisible', 4, 3, ['indi', 'visi', 'ble']],
  ['one line', 4, 1, ['one…']],
])('wraps %j at %d columns in %d lines', (text, columns, most, want) => {
  expect(wrap(text, columns, most)).toEqual(want);
});
