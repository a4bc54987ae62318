import { expect, test } from 'vitest';
import { mutationPage, tallyOf } from './page.ts';
import type { Recorded } from './recorder.ts';

const file = 'reference-server/resources/wallets/rules.ts';
const area = {
  id: 'wallets',
  kind: 'rules',
  mutated: [file],
  unitTests: 'reference-server/resources/wallets',
} as const;
const record = (fate: Recorded['fate'], was = 'a < b', becomes = 'a <= b'): Recorded => ({
  file,
  line: 7,
  column: 3,
  was,
  becomes,
  fate,
});

function page(...records: Recorded[]): string {
  const explanations = [
    { area: 'wallets', was: 'a < b', becomes: 'a <= b', kind: 'equivalent', reason: 'They never meet.' },
  ] as const;
  return mutationPage({
    areas: [area, { ...area, id: 'tax' }],
    tallies: [tallyOf(area, { planned: records.length + 2 }, records)],
    explanations: [...explanations],
    machine: '2 × a processor, Node 24.0.0',
    date: '2026-01-31',
    notes: 'Taken at night.',
  });
}

test('the score counts all that is noticed, and what the suite notices alone is apart', () => {
  const text = page(
    record('trial'),
    record('trial'),
    record('unit-test'),
    record('survived'),
    record('words'),
  );
  expect(text).toContain('| wallets | 4 | 2 | 0 | 0 | 1 | 1 | 75.0 % | 50.0 % | 1 words, 2 not reached |');
});

test('a survivor is shown with its reason, and one without a reason as not looked at', () => {
  const text = page(record('survived'), record('survived', '{ id }', '{}'));
  expect(text).toContain(
    '| rules.ts:7 | `a &lt; b` → `a &lt;= b` | No call can tell the difference. They never meet. |',
  );
  expect(text).toContain('| rules.ts:7 | `{ id }` → `{}` | not looked at yet |');
});

test('what was not measured is named', () => {
  expect(page(record('trial'))).toContain('Not measured yet: tax.');
});
