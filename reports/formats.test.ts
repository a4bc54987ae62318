import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultFormats, formatNames, formatOf, formats } from './formats.ts';
import { bundledDescription } from './place.ts';
import { conformantResults, erroredResults, failingResults } from './testing/sample-results.ts';

const page = readFileSync(new URL('../docs/reports.md', import.meta.url), 'utf8');
const context = { description: bundledDescription('openapi.json'), descriptionIsAtHand: true };
const files = formats.flatMap((format) => format.files);

describe('the formats', () => {
  test('have names and files of their own', () => {
    expect(new Set(formatNames).size).toBe(formats.length);
    expect(new Set(files.map(({ file }) => file)).size).toBe(files.length);
  });

  test.each(formats)('$name is in docs/reports.md with its files', ({ name, files: own }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` `));
    const named = own.map(({ file }) => `\`${file}\``).join(', ') || 'none';
    expect(row?.split('|')[2]?.trim()).toBe(named);
  });

  test('a run writes at least results.json and a report for people', () => {
    expect(defaultFormats).toEqual(expect.arrayContaining(['json', 'html']));
    for (const name of defaultFormats) expect(formatOf(name).files).toHaveLength(1);
  });

  test.each(files)('$file is made of every kind of results', async ({ load }) => {
    const render = await load();
    for (const results of [conformantResults, failingResults, erroredResults]) {
      expect(render(results, context).endsWith('\n')).toBe(true);
    }
  });
});
