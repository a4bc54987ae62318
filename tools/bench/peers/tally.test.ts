import { describe, expect, test } from 'vitest';
import { comparisonPage, missedBySuite } from './comparison-page.ts';
import { tally } from './tally.ts';
import type { Tool } from './tool.ts';
import { nameOf, newFailures, type Sampled, type Trial } from './trial.ts';

const sample: readonly Sampled[] = [
  { fault: 'a', class: 'crash' },
  { fault: 'b', class: 'crash' },
  { fault: 'c', class: 'webhook' },
];

const trial = (
  tool: string,
  seed: number,
  fault: string | undefined,
  failures: readonly string[],
): Trial => ({
  ...{ tool, configuration: 'fair', seed, outcome: 'finished', failures },
  ...{ requests: 10 * seed, seconds: 2, processorSeconds: 1 },
  ...(fault !== undefined && { fault }),
});

describe('a failure', () => {
  test.each([
    { parts: ['GET /v1/a', 'id 0c3d1b52-7f0a-4c7e-9a58-5d0b7a2f61c4'], want: 'GET /v1/a | id ‹id›' },
    { parts: ['at http://127.0.0.1:4010/v1'], want: 'at http://‹server›/v1' },
    { parts: ['1795297131 is not a date'], want: '‹number› is not a date' },
    { parts: ['expected 201 but\n  found 500'], want: 'expected 201 but found 500' },
  ])('is called $want', ({ parts, want }) => {
    expect(nameOf(parts)).toBe(want);
  });

  test.each([
    { found: ['x', 'y', 'y'], onSound: ['x'], want: ['y'] },
    { found: ['x'], onSound: ['x', 'y'], want: [] },
    { found: [], onSound: [], want: [] },
  ])('of $found is new beside $onSound: $want', ({ found, onSound, want }) => {
    expect(newFailures(found, onSound)).toEqual(want);
  });
});

describe('the tally of a tool', () => {
  const trials = [
    trial('t', 1, undefined, ['GET /a | x', 'GET /a | y', 'GET /b | x']),
    trial('t', 2, undefined, []),
    ...[trial('t', 1, 'a', ['new']), trial('t', 1, 'b', ['new']), trial('t', 1, 'c', [])],
    ...[trial('t', 2, 'a', ['new']), trial('t', 2, 'b', []), trial('t', 2, 'c', [])],
  ];

  test('counts what every seed found, and apart from it what only some did', () => {
    const counted = tally(trials, 'fair', sample);
    expect(counted?.byClass.get('crash')).toEqual({ tried: 2, found: 1, sometimes: 1 });
    expect(counted?.byClass.get('webhook')).toEqual({ tried: 1, found: 0, sometimes: 0 });
    expect(counted?.total).toEqual({ tried: 3, found: 1, sometimes: 1 });
  });

  test('counts false alarms by operation, and takes the cost from the sound server', () => {
    expect(tally(trials, 'fair', sample)).toMatchObject({ falseAlarms: 2, requests: 15, seeds: [1, 2] });
  });

  test('counts apart what only a second look at the sound server shows', () => {
    const again = [...trials, trial('t', 1, 'sound-again', ['chance'])];
    expect(tally(again, 'fair', sample)).toMatchObject({ byChance: 1, total: { tried: 3, found: 1 } });
  });

  test('leaves a seed aside whose faults were not all tried', () => {
    expect(tally(trials.slice(0, -1), 'fair', sample)).toMatchObject({
      seeds: [1],
      total: { tried: 3, found: 2, sometimes: 0 },
    });
  });

  test('says of a run that is under way how many faults were tried', () => {
    expect(tally(trials.slice(0, 3), 'fair', sample)?.total).toEqual({ tried: 1, found: 1, sometimes: 0 });
  });

  test('is nothing for a tool that was not run', () => {
    expect(tally(trials, 'defaults', sample)).toBeUndefined();
  });
});

describe('the page', () => {
  const described = (
    id: string,
    title: string,
  ): Pick<Tool, 'id' | 'title' | 'purpose' | 'version' | 'configured' | 'seeds'> => ({
    ...{ id, title, purpose: 'is tried', version: '1.0.0' },
    configured: { defaults: 'plain', fair: 'with care' },
    seeds: { defaults: [], fair: [1] },
  });
  const comparison = {
    tools: [described('suite', 'This suite'), described('peer', 'Peer'), described('absent', 'Absent')],
    sample,
    measured: [
      {
        tool: 'suite',
        trials: [
          trial('suite', 1, undefined, []),
          trial('suite', 1, 'a', []),
          trial('suite', 1, 'b', ['new']),
        ],
      },
      { tool: 'peer', trials: [trial('peer', 1, undefined, []), trial('peer', 1, 'a', ['new'])] },
    ].map((entry) => ({ ...entry, version: '1.0.0', machine: 'a machine' })),
  };

  test('names what a peer found and the suite did not', () => {
    expect(missedBySuite(comparison, 'fair')).toEqual(['`a` (Peer)']);
  });

  test('shows who found what, and who was not run', () => {
    const page = comparisonPage(comparison);
    expect(page).toContain('| crash | 2 | 1 | 1 of 1 |');
    expect(page).toContain('| `a` | crash | – ○ | – ● | – – |');
    expect(page).toContain('Not run: Absent.');
    expect(page).toContain('10 trials are still to be run');
  });
});
