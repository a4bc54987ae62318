import { expect, test } from 'vitest';
import { contrast, membersOf } from './contrast.ts';

const marked = (markup: string) => [...markup.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text]) => text);

test.each([
  [
    'payroll A in Awaiting Funds',
    'payroll A with the status scheduled',
    ['in Awaiting Funds', 'with the status scheduled'],
  ],
  ['numPeople 2', 'numPeople 3', ['2', '3']],
  ['a success status', '404 with an empty body', []],
  ['the same', 'the same', []],
])('of %j and %j it marks %j', (expected, actual, want) => {
  expect(marked(contrast(expected, actual).text)).toEqual(want);
});

test('two texts with JSON are compared line by line, also if they are truncated', () => {
  const { text } = contrast(
    'as in the list: {"id":"7","address":{"city":"Lagos"},"tail":"cut of…',
    '{"id":"7","address":"Lagos","tail":"cut of…',
  );
  const lines = text.replaceAll(/<[^>]+>/g, '').split('\n');
  expect(lines).toContain('− expected as in the list:');
  expect(lines).toContain('    &quot;id&quot;:&quot;7&quot;,');
  expect(lines).toContain('+ actual   &quot;address&quot;:&quot;Lagos&quot;,');
});

test.each([
  ['no braces', undefined],
  ['an empty {} tells nothing', undefined],
  ['200 with {"a":[1,2]}', ['200 with', '{', '  "a":[', '    1,', '    2', '  ]', '}']],
  ['{"a":"x, {y}"', ['{', '  "a":"x, {y}"']],
])('the members of %j are %j', (text, want) => {
  expect(membersOf(text)).toEqual(want);
});

test('sent values are escaped', () => {
  for (const [expected, actual] of [
    ['<b>1</b> same words here', '<i>2</i> same words here'],
    ['{"a":"<b>"}', '{"a":"<script>"}'],
  ] as const) {
    expect(contrast(expected, actual).text).not.toMatch(/<(b|i|script)>[^<]*</);
  }
});
