import { expect, test } from 'vitest';
import { mutationPage, sharesOf } from './page.ts';
import type { Recorded } from './recorder.ts';
import { summaryOf } from './summary.ts';
import { type Explanation, explanationOf } from './survivors.ts';

const file = 'reference-server/resources/wallets/rules.ts';
const area = { id: 'wallets', kind: 'rules', mutated: [file] } as const;
const record = (fate: Recorded['fate'], was = 'a < b', becomes = 'a <= b'): Recorded => ({
  file,
  line: 7,
  column: 3,
  was,
  becomes,
  fate,
});

const explanations: readonly Explanation[] = [
  { area: 'wallets', was: 'a < b', kind: 'equivalent', reason: 'They never meet.' },
  { area: 'wallets', within: 'deposit', kind: 'open', reason: 'A name of ours.' },
  {
    area: 'wallets',
    was: 'add',
    kind: 'documented',
    requirement: 'SANDBOX-001',
    reason: 'Nothing is added.',
  },
];

const summaryWith = (records: readonly Recorded[]) =>
  summaryOf(
    area.id,
    { planned: records.length + 2, date: '2026-01-31', machine: '2 × a processor, Node 24.0.0' },
    records,
    (each) => explanationOf('wallets', each, [], explanations),
  );

const page = (...records: Recorded[]) =>
  mutationPage({
    areas: [area, { ...area, id: 'tax' }],
    summaries: [summaryWith(records)],
    notes: 'Taken at night.',
    brokenByFaults: ['SANDBOX-001', 'HOOK-001', 'HOOK-001'],
  });

test('an area has one row with its classes, its shares and what was not tried', () => {
  const text = page(
    record('trial'),
    record('trial'),
    record('trouble', 'add'),
    record('survived', 'add', 'nothing'),
    record('survived'),
    record('words'),
  );
  expect(text).toContain('| wallets | 5 | 2 | 1 | 0 | 2 | 0 | 50.0 % | 75.0 % | 1 words, 2 not reached |');
});

test('a mutant that is not classified counts as one that breaks a documented requirement', () => {
  const summary = summaryWith([record('trial'), record('survived', 'unheard of')]);
  expect(sharesOf([summary])).toEqual({ found: 0.5, noticed: 0.5, foundOfExercised: 0.5 });
});

test('of the mutants without a finding, those that break a rule unnoticed are shown', () => {
  const text = page(
    record('survived'),
    record('survived', 'add < x', ''),
    record('classified', 'add'),
    record('trouble', 'add', '{}'),
  );
  expect(text.split('| --- | --- | --- | --- |\n').at(-1)).toBe(
    [
      '| wallets/rules.ts:7 | `add &lt; x` → nothing |  | Not classified. |',
      '| wallets/rules.ts:7 | `add` → `a &lt;= b` (not tried) | SANDBOX-001 | Nothing is added. |\n',
    ].join('\n'),
  );
});

test('the day and the machine of the measurement are shown', () => {
  expect(page(record('trial'))).toContain('Measured 2026-01-31 on 2 × a processor, Node 24.0.0.');
});

test('an entry with a declaration is only about what stands within it', () => {
  const mutant = { was: 'x', becomes: 'y' };
  expect(explanationOf('wallets', mutant, ['walletRules', 'deposit'], explanations)?.kind).toBe('open');
  expect(explanationOf('wallets', mutant, ['walletRules'], explanations)).toBeUndefined();
});

test('what was not measured is named', () => {
  expect(page(record('trial'))).toContain('Not measured: tax.');
});

test('a mutant counts for each requirement that it breaks, and one without a finding for that of its class', () => {
  const finding = {
    ...record('trial'),
    broken: { 'SANDBOX-001': 'wallets.balance', 'ERR-007': 'errors.any' },
  };
  const text = page(finding, finding, record('trouble', 'add'));
  expect(text).toContain('| SANDBOX-001 | 2 | 1 | 1 | 66.7 % | wallets.balance |');
  expect(text).toContain('| ERR-007 | 2 | 0 | 0 | 100.0 % | errors.any |');
  expect(text).toMatch(/2 are found broken by two mutants or more, 0 by one/);
});

test('faults count together with mutants', () => {
  const text = page({ ...record('trial'), broken: { 'SANDBOX-001': 'wallets.balance' } });
  expect(text).toContain('\n2 are found broken twice or more.');
});
