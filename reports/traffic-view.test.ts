import { expect, test } from 'vitest';
import { trafficLine } from './traffic-view.ts';
import { createPaint } from './wording.ts';

const counts = { requests: 12_345, webhooks: 1, operations: [18, 66], events: [1, 57] } as const;
const findings = { server: 2, clients: 0 };

test.each([
  [
    120,
    '12,345 requests (3.5/s), 1 webhook, 18 of 66 operations, 1 of 57 events, server 2 findings, clients no findings',
  ],
  [80, '12,345 requests (3.5/s), 1 webhook, server 2 findings, clients no findings'],
  [70, '12,345 requests (3.5/s), server 2 findings, clients no findings'],
  [30, '12,345 requests (3.5/s), ser…'],
])('a terminal of %i columns shows %s', (columns, line) => {
  expect(trafficLine(counts, findings, { rate: 3.46, columns, paint: (_, text) => text })).toBe(line);
});

test('a finding is in red', () => {
  const line = trafficLine(counts, findings, { rate: 1_234.5, columns: 120, paint: createPaint(true) });
  expect(line).toContain('(1,235/s)');
  expect(line).toContain('\u001b[31mserver 2 findings\u001b[39m, clients no findings');
});
