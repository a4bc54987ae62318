import { expect, test } from 'vitest';
import { performancePage } from './performance-page.ts';

test('the page names the machine, and shows each figure beside what it should be', () => {
  const measured = [
    { what: 'a list | a read', figure: '5 ms', target: 'within 9 ms', met: true },
    { what: 'a save', figure: '10 ms', target: 'within 9 ms', met: false },
    { what: 'memory', figure: '80 MB' },
  ];
  const page = performancePage({
    ...{ date: '2026-11-22', machine: 'Node 24, 2 × X' },
    results: [{ name: 'businesses', measured }],
  });
  expect(page).toContain('Measured 2026-11-22 on Node 24, 2 × X by');
  expect(page.split('\n').filter((line) => line.startsWith('| '))).toEqual([
    '| What | Figure | It should be |  |',
    '| --- | --- | --- | --- |',
    '| a list \\| a read | 5 ms | within 9 ms | met |',
    '| a save | 10 ms | within 9 ms | **not met** |',
    '| memory | 80 MB |  |  |',
  ]);
});
