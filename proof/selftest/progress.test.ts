import { describe, expect, test } from 'vitest';
import { createPaint } from '../../reports/wording.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { followTrials, millisLeft } from './progress.ts';
import type { TrialOutcome } from './record.ts';
import { caught, sighting, soundWith, trialOf } from './testing/sample-record.ts';
import type { Trial } from './trial.ts';

const fault = (id: string): Trial => ({ kind: 'fault', fault: id, seed: 1, profile: 'smoke' });
const sound: Trial = { kind: 'sound', seed: 1, profile: 'smoke' };

function terminalWith(interactive: boolean): { terminal: Terminal; printed: () => string } {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const terminal: Terminal = {
    write,
    writeTrusted: write,
    line: (line = '') => write(`${line}\n`),
    warn: write,
    warnBelow: write,
    interactive,
    color: false,
    columns: 80,
    paint: createPaint(false),
  };
  return { terminal, printed: () => text };
}

const trials = [fault('one'), fault('two'), sound];
const outcomes: readonly TrialOutcome[] = [
  trialOf(caught('one', sighting('users.list', 'USER-006'))),
  trialOf({ fault: 'two', status: 'missed', reason: 'no finding', sightings: [] }),
  soundWith(1, {}),
];

function follow(interactive: boolean): string {
  const { terminal, printed } = terminalWith(interactive);
  let clock = 0;
  const progress = followTrials(trials, terminal, () => clock);
  for (const [index, outcome] of outcomes.entries()) {
    clock += 2_000;
    const trial = trials[index];
    if (trial !== undefined) progress.add(trial, outcome);
  }
  progress.end();
  return printed();
}

describe('the progress of a self-test', () => {
  test('is one line per trial outside a terminal', () => {
    expect(follow(false)).toBe(
      [
        '1/3 ✓ one  caught by USER-006  120 requests, 900 ms',
        '2/3 ✗ two  missed: no finding  120 requests, 900 ms',
        '3/3 ✓ sound server, seed 1  passed  20000 requests, 9.0 s',
        '',
      ].join('\n'),
    );
  });

  test('is one live line in a terminal, above which only failures stay', () => {
    const erase = '\r\u001b[2K';
    expect(follow(true).split(erase)).toEqual([
      '──────────────────── 0/3 trials · 0 failed',
      '━━━━━━━───────────── 1/3 trials · 0 failed · about 22 s left',
      '✗ two  missed: no finding  120 requests, 900 ms\n━━━━━━━━━━━━━─────── 2/3 trials · 1 failed · about 20 s left',
      '━━━━━━━━━━━━━━━━━━━━ 3/3 trials · 1 failed · about 0 s left',
      '',
    ]);
  });
});

test.each<[readonly Trial[], readonly Trial[], number | undefined]>([
  [trials, [], undefined],
  [trials, [fault('one')], 11_000],
  [trials, trials, 0],
])('%#: the time left goes by what trials take', (all, done, left) => {
  expect(millisLeft(all, done, 1_000)).toBe(left);
});
