import { describe, expect, test } from 'vitest';
import type { CheckFinished, RunEvent } from '../conformance/engine/events.ts';
import { type ConsoleOptions, createConsoleReporter } from './console.ts';
import { conformantEvents, failingEvents } from './testing/sample-results.ts';
import { controlsIn, Screen } from './testing/screen.ts';

const plain = {
  interactive: false,
  columns: () => 80,
  color: false,
  detail: 'normal',
  now: () => 0,
} as const;

function written(events: readonly RunEvent[], options: Partial<ConsoleOptions> = {}): string[] {
  const texts: string[] = [];
  const write = (text: string) => void texts.push(text);
  const reporter = createConsoleReporter({ write, ...plain, ...options });
  for (const event of events) reporter.handle(event);
  return texts;
}

/** A run in a terminal that is looked at after some of its events. */
function live(columns: number, rows: number, options: Partial<ConsoleOptions> = {}) {
  const screen = new Screen(columns, rows);
  let [millis, width] = [0, columns];
  const reporter = createConsoleReporter({
    write: screen.write,
    ...plain,
    interactive: true,
    columns: () => width,
    now: () => millis,
    ...options,
  });
  return {
    screen,
    async see(events: readonly RunEvent[], at = 0) {
      for (const event of events) reporter.handle(event);
      millis = at;
      reporter.tick();
      return screen.lines();
    },
    resize(to: number) {
      width = to;
      screen.resize(to, rows);
    },
  };
}

const beforeEnd = failingEvents.slice(0, -1);
const early = failingEvents.slice(0, 5);

test.each([
  ['before it has an address', 'embedded server', 'embedded reference server (no --base-url, and no'],
  [
    'with its address',
    'http://127.0.0.1:1',
    'http://127.0.0.1:1 (embedded reference server: no --base-url, and',
  ],
])('the first line names the embedded server once, %s', (_, baseUrl, want) => {
  const [first] = conformantEvents;
  if (first?.type !== 'run-started') throw new Error('The sample does not start.');
  const invocation = { program: 'conformance', record: 'results.json', options: {} };
  const target = { ...first.target, kind: 'reference', baseUrl } as const;
  const [line = ''] = written([{ ...first, target, run: { ...first.run, invocation } }]);
  expect(line.slice(0, want.length)).toBe(want);
  expect(line.match(/embedded/g)).toHaveLength(1);
});

describe('the console outside a terminal', () => {
  test('writes one line per finished check and per finding', () => {
    expect(written(conformantEvents)).toEqual([
      'https://sandbox.payroll.example/api 1 check, profile standard, seed 42\n',
      '✓ all.example passed, 840 ms, 321 requests\n',
      'The target conforms 1 min 23 s\n',
    ]);
    expect(written(failingEvents)).toContain(
      '✗ PAYROLL-024 An approved payroll that the balance does not cover was scheduled (depends on interpretation 1)\n',
    );
    expect(written(failingEvents)).toContain('note: All businesses share one clock.\n');
  });

  test('prints a sign of progress at intervals', () => {
    let millis = 0;
    const texts: string[] = [];
    const reporter = createConsoleReporter({
      ...plain,
      write: (text) => texts.push(text),
      now: () => millis,
    });
    for (const event of conformantEvents.slice(0, 3)) reporter.handle(event);
    const before = texts.length;
    for (millis = 1_000; millis <= 61_000; millis += 1_000) reporter.tick();
    expect(texts.slice(before)).toEqual([
      '… 0 of 1 check, 100 requests, 30.0 s; running: all.example\n',
      '… 0 of 1 check, 100 requests, 1 min 0 s; running: all.example\n',
    ]);
  });

  test('verbose, prints what each check did and why requirements were not exercised', () => {
    const finished: CheckFinished = {
      type: 'check-finished',
      check: 'payroll.model',
      status: 'passed',
      durationMillis: 61_200.4,
      requests: 1432,
      runs: 100,
      evaluations: { 'PAYROLL-024': 7, 'PAYROLL-025': 1, 'PAYROLL-026': 0 },
      notExercised: { 'PAYROLL-026': 'No clock.', 'PAYROLL-027': 'No clock.' },
      coverage: { operations: {}, transitions: {}, heldBack: {}, pairs: {}, outOfReach: {}, events: {} },
    };
    expect(written([finished], { detail: 'verbose' })).toEqual([
      '✓ payroll.model passed, 61200 ms, 1432 requests, 100 cases, 8 evaluations of 2 requirements\n',
      '    not exercised PAYROLL-026 PAYROLL-027 No clock.\n',
    ]);
  });

  test('writes no control character of a target', () => {
    expect(controlsIn(written(failingEvents, { detail: 'verbose' }).join(''))).toEqual([]);
  });

  test('uses colour only if requested', () => {
    expect(written(failingEvents, { color: true }).join('')).toContain('\u001b[31m');
    expect(written(failingEvents).join('')).not.toContain('\u001b[');
  });
});

describe('the console in a terminal', () => {
  test('shows a bar, the time left, and the running checks', async () => {
    const { see } = live(80, 24, { expected: new Map([['payroll.model', 190]]) });
    const lines = await see(failingEvents.slice(0, 4), 10_000);
    expect(lines).toEqual([
      expect.stringMatching(/^https:\S+ 5 checks, profile standard, seed 42$/),
      '━━━━━━━━━━━━━━━───────────────  50 %  no findings  about 10 s left',
      '0 of 5 checks, 120 requests: payroll.model, errors.shape',
    ]);
  });

  test('keeps findings above the bar', async () => {
    const lines = await live(110, 24).see(failingEvents.slice(0, 6));
    expect(lines.at(-3)).toBe(
      '✗ PAYROLL-024 An approved payroll that the balance does not cover was scheduled (depends on interpretation 1)',
    );
    expect(lines.at(-2)).toContain('2 findings');
  });

  test('leaves only the permanent lines at the end, and restores the cursor', async () => {
    const { see, screen } = live(200, 24);
    const lines = await see(failingEvents);
    expect(lines.join('\n')).not.toMatch(/━|─/);
    expect(lines.at(-1)).toMatch(/^✗ ERR-001/);
    expect(screen.written.lastIndexOf('\u001b[?25h')).toBeGreaterThan(
      screen.written.lastIndexOf('\u001b[?25l'),
    );
  });

  test.each([1, 10, 20, 40, 60, 80, 200])('has two live lines that fit %d columns', async (columns) => {
    const { see } = live(columns, 12);
    const lines = await see(early, 20_000);
    expect(lines.at(-2)).toMatch(columns < 6 ? /^/ : /%/);
    for (const line of lines.slice(-2)) expect(line.length).toBeLessThanOrEqual(Math.max(1, columns - 1));
  });

  test('leaves no trace of another width', async () => {
    const { see, resize } = live(100, 12);
    await see(early.slice(0, 4), 5_000);
    for (const columns of [50, 30, 120]) {
      resize(columns);
      const text = (await see([], 6_000)).join('\n');
      expect(text.match(/%/g)).toHaveLength(1);
    }
  });

  test('writes nothing while nothing changes', async () => {
    const { see, screen } = live(80, 24);
    await see(early, 100);
    const { length } = screen.written;
    await see([], 200);
    expect(screen.written.length).toBe(length);
  });

  test('verbose, keeps every check visible, too', async () => {
    const { see } = live(200, 60, { detail: 'verbose' });
    expect((await see(beforeEnd)).join('\n')).toContain('✗ payroll.model failed');
  });
});
