import { describe, expect, it } from 'vitest';
import { eventLine, readEvents } from './ndjson.ts';
import { conformantEvents, failingEvents, failingResults } from './testing/sample-results.ts';

const lines = failingEvents.map(eventLine).filter((line) => line !== '');
const text = lines.join('');
const [header = '', ...rest] = lines;
const footer = rest.at(-1) ?? '';
const body = rest.slice(0, -1);

describe('results.ndjson', () => {
  it('gives the results that the run had', () => {
    expect(readEvents(text)).toMatchObject({ status: 'complete' });
    expect(readEvents(text).results).toEqual(failingResults);
  });

  it('has one event per line, without display-only events', () => {
    expect(failingEvents.some(({ type }) => type === 'check-progressed')).toBe(true);
    expect(text).not.toContain('check-progressed');
    expect(text).not.toContain('notice-given');
    for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1);
  });

  it('can be read after a run was killed at any byte, and is then incomplete', () => {
    for (let end = header.length; end < text.length; end += 997) {
      const { status, results } = readEvents(text.slice(0, end));
      expect([status, results.verdict]).toEqual(['cut-off', 'incomplete']);
    }
  });

  it('keeps what was found before the run was killed', () => {
    const { results } = readEvents(header + body.join(''));
    expect(results.findings).toEqual(failingResults.findings);
    expect(results.run.requests).toBe(failingResults.checks.reduce((sum, { requests }) => sum + requests, 0));
    expect(results.reason).toMatch(
      /^The run was cut off, or is still running: its record ends after \d+ of \d+ checks?\.$/,
    );
  });

  const other = conformantEvents.map(eventLine).join('');
  it.each([
    ['nothing', '', 'line 1 is not the header of a run'],
    ['no header', body.join(''), 'line 1 is not the header of a run'],
    ['half a header', header.slice(0, 40), 'line 1 is not the header of a run'],
    ['a second header', header + header + footer, 'line 2 is a second header'],
    ['a second footer', text + footer, `line ${lines.length + 1} comes after the end of the run`],
    ['two runs', text + other, `line ${lines.length + 1} begins another run`],
    ['half a line after the end', `${text}{"type":`, `line ${lines.length + 1} comes after the end`],
    ['a line that is cut', `${header}{"type":"check-st\n${footer}`, 'line 2 is not JSON'],
    ['an empty line', `${header}\n${footer}`, 'line 2 is not JSON'],
    [
      'an unknown event',
      `${header}{"type":"tea-served"}\n`,
      'line 2 is not an event of a run: it has an unknown type',
    ],
    [
      'an unknown field',
      header.replace('{', '{"mood":1,'),
      'line 1 is not an event of a run: the root must NOT',
    ],
    ['a newer version', header.replace('"schemaVersion":1', '"schemaVersion":2'), '/schemaVersion must be'],
    [
      'a check of another run',
      `${header}${eventLine({ type: 'check-started', check: 'all.example' })}`,
      'line 2 starts all.example out of turn',
    ],
    [
      'a check that ends twice',
      header + body.join('') + body.at(-1),
      'finishes platform.example out of turn',
    ],
  ])('refuses %s, and names the line and the remedy', (_, given, want) => {
    expect(() => readEvents(given)).toThrow(want);
    expect(() => readEvents(given)).toThrow(/^Failed to read events: line \d+ .*: (give|run) /);
  });
});
