import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../conformance/engine/events.ts';
import { type ConsoleOptions, createConsoleReporter } from './console.ts';
import { controlsIn } from './controls-in.ts';
import { conformantEvents, failingEvents } from './sample-results.ts';

function written(events: readonly RunEvent[], options: Partial<ConsoleOptions>): string[] {
  const texts: string[] = [];
  const write = (text: string) => void texts.push(text);
  const reporter = createConsoleReporter({
    write,
    interactive: false,
    columns: 80,
    color: false,
    ...options,
  });
  for (const event of events) reporter.handle(event);
  return texts;
}

describe('the console', () => {
  test('outside a terminal it writes a line per finished check and per finding', () => {
    expect(written(conformantEvents, {})).toEqual([
      'https://sandbox.payroll.example/api 1 check, profile standard, seed 42\n',
      '✓ all.example passed, 840 ms, 321 requests\n',
      'The target conforms 1 min 23 s\n',
    ]);
  });

  test('in a terminal it draws one line again and again', () => {
    const lines = written(conformantEvents, { interactive: true });
    expect(lines.every((line) => line.startsWith('\r\u001b[2K'))).toBe(true);
    expect(lines.slice(1, -1).map((line) => line.slice(5))).toEqual([
      '──────────────────── 0/1 checks · 0 requests · 0 findings · all.example',
      '──────────────────── 0/1 checks · 100 requests · 0 findings · all.example',
      '━━━━━━━━━━━━━━━━━━━━ 1/1 checks · 321 requests · 0 findings',
    ]);
    expect(lines.at(-1)).toBe('\r\u001b[2K');
  });

  test.each([20, 40, 80, 200])('the live line is narrower than %d columns', (columns) => {
    const drawn = written(failingEvents, { interactive: true, columns }).map((line) =>
      line.split('\n').at(-1),
    );
    for (const line of drawn) {
      expect(stripVTControlCharacters(line ?? '').replace('\r', '').length).toBeLessThan(columns);
    }
  });

  test('findings stay above the live line', () => {
    expect(written(failingEvents, { interactive: true }).join('')).toContain(
      '\u001b[2KPAYROLL-024 An approved payroll that the balance does not cover was scheduled\n',
    );
  });

  test('no control character of a target is written', () => {
    expect(controlsIn(written(failingEvents, {}).join(''))).toEqual([]);
  });

  test('colour is used only when asked for', () => {
    expect(written(failingEvents, { color: true }).join('')).toContain('\u001b[31m');
    expect(written(failingEvents, { color: false }).join('')).not.toContain('\u001b[');
  });
});
