import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Capability } from '../../openapi/catalogue.ts';
import type { Need } from './tours.ts';
import { anyOf, firstOffered, ifOffered, outOfReachOf, type Tour, tours, toursOf } from './tours.ts';

interface Step {
  readonly name: string;
  readonly needs?: readonly Need[];
  readonly parts?: readonly Step[];
}

const create: Step = { name: 'create' };
const wait: Step = { name: 'wait', needs: ['clock'] };
const fund: Step = { name: 'fund', needs: ['sandbox', ['webhooks', 'drain']] };
const both: Step = { name: 'create | create', parts: [create, create] };

const offering =
  (...capabilities: readonly string[]) =>
  (capability: string) =>
    capabilities.includes(capability);

test.each<[why: string, offered: readonly Capability[], tour: Tour<Step>, want: string | undefined]>([
  ['whose moves need nothing', [], [create, create], 'create, create'],
  ['whose moves the target offers', ['clock'], [create, wait], 'create, wait'],
  ['without the moves that it can do without', [], [create, ...ifOffered(wait, create)], 'create, create'],
  ['with the first choice', ['clock'], [firstOffered(wait, create)], 'wait'],
  ['with the next choice', [], [firstOffered(wait, create)], 'create'],
  ['that needs one of several capabilities', ['sandbox', 'drain'], [fund], 'fund'],
])('a tour is made %s', (_, offered, tour, want) => {
  const found = toursOf({ 'payroll/save': tours(tour) }, offering(...offered));
  expect(found.map((moves) => moves.map(({ name }) => name).join(', '))).toEqual([want]);
});

test('tours with simultaneous moves come last', () => {
  const found = toursOf({ 'payroll/save': tours<Step>([both], [create]) }, offering());
  expect(found).toEqual([[create], [both]]);
});

test('a tour that is a prefix of another or equal to another is dropped', () => {
  const found = toursOf(
    { 'payroll/save': tours<Step>([create], [create, wait], [both, wait], [create, wait]) },
    offering('clock'),
  );
  expect(found).toEqual([
    [create, wait],
    [both, wait],
  ]);
});

describe('a transition that no tour takes', () => {
  test.each<[offered: readonly Capability[], tour: Tour<Step>, lacking: string]>([
    [[], [wait, fund], 'clock'],
    [['clock'], [wait, fund], 'sandbox'],
    [['sandbox'], [fund], 'webhooks or drain'],
    [['sandbox'], [firstOffered(wait, fund)], 'clock'],
  ])('is out of reach: offered %j', (offered, tour, lacking) => {
    const plan = { 'payroll/save': tours(tour) };
    expect(toursOf(plan, offering(...offered))).toEqual([]);
    expect(outOfReachOf(plan, offering(...offered))).toEqual({
      'payroll/save': `Missing on the target: ${lacking}.`,
    });
  });

  test('names further needs, or its own reason', () => {
    const plan = {
      'payroll/save': { tours: [[create]], needs: ['clock'] },
      'payroll/approve': { outOfReach: 'Nobody can.' },
    } as const;
    expect(outOfReachOf<Step>(plan, offering())).toEqual({
      'payroll/save': 'Missing on the target: clock.',
      'payroll/approve': 'Nobody can.',
    });
  });
});

test('only moves that the target offers are generated', () => {
  const moves = anyOf<Step>(
    { weight: 3, moves: fc.constant(create) },
    fc.constant(wait),
    anyOf(fc.constant(fund)),
  );
  const namesOn = (...offered: readonly Capability[]) => {
    const arbitrary = moves(offering(...offered));
    return arbitrary && new Set(fc.sample(arbitrary, { numRuns: 100, seed: 1 }).map(({ name }) => name));
  };
  expect(namesOn('clock')).toEqual(new Set(['create', 'wait']));
  expect(namesOn()).toEqual(new Set(['create']));
  expect(anyOf(fc.constant(wait))(offering())).toBeUndefined();
});
