import { describe, expect, test } from 'vitest';
import { prettyBody } from './body.ts';
import { duration, moment } from './wording.ts';

describe('a body', () => {
  test.each([
    ['JSON is indented', '{"a":{"b":[1,true]}}', '{\n  "a": {\n    "b": [ 1, true ]\n  }\n}'],
    [
      'what does not fit on a line is indented too',
      `{"a":["${'x'.repeat(72)}"]}`,
      `{\n  "a": [\n    "${'x'.repeat(72)}"\n  ]\n}`,
    ],
    ['text stays', 'a\n b', 'a\n b'],
    ['duplicate keys stay', '{"a":1,"a":2}', '{"a":1,"a":2}'],
    ['long numbers stay', '{"a":12345678901234567890}', '{"a":12345678901234567890}'],
    ['other forms of a number stay', '{"a":1.0}', '{"a":1.0}'],
  ])('%s', (_, given, want) => {
    expect(prettyBody(given)).toBe(want);
  });
});

test.each([
  [12.4, '12 ms'],
  [1500, '1.5 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [83_400, '1 min 23 s'],
])('%d milliseconds are %s', (given, want) => {
  expect(duration(given)).toBe(want);
});

test('a time is shown to the second in UTC', () => {
  expect(moment('2026-01-15T10:30:00.000+01:00')).toBe('2026-01-15 09:30:00 UTC');
});
