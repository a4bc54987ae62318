import { expect, test } from 'vitest';
import type { Exchange, Finding } from '../conformance/engine/finding.ts';
import { conversation } from './html/conversation.ts';
import { foldPolls } from './polls.ts';
import { transcript } from './transcript.ts';

const origin = 'http://127.0.0.1:1';

function exchange(method: string, path: string, body: string): Exchange {
  const response = { status: 200, headers: {}, body, durationMillis: 1 };
  return { operation: 'any', request: { method, url: `${origin}${path}`, headers: {} }, response };
}

const poll = (body: string) => exchange('GET', '/v1/payrolls', body);

test.each<[string, readonly Exchange[], readonly number[]]>([
  ['equal reads become one', [poll('1'), poll('1'), poll('1')], [2]],
  ['a read with another response stays', [poll('1'), poll('1'), poll('2'), poll('1')], [1, 0, 0]],
  ['a read of another path stays', [poll('1'), exchange('GET', '/v1/persons', '1')], [0, 0]],
  [
    'equal writes stay',
    [exchange('POST', '/v1/payrolls', '1'), exchange('POST', '/v1/payrolls', '1')],
    [0, 0],
  ],
])('%s', (_, exchanges, want) => {
  expect(foldPolls(exchanges).map(({ earlier }) => earlier)).toEqual(want);
});

const webhook = (status: string) => ({
  headers: {},
  body: JSON.stringify({ eventType: 'payroll.status.updated', data: { id: 'p1', status, more: [[1]] } }),
  answered: 200,
});

/** A webhook shows a wrong value after the suite has read the same list 42 times. */
const polled: Finding = {
  id: 'check/PAYROLL-024',
  requirement: 'PAYROLL-024',
  level: 'documented',
  check: 'check',
  title: 'title',
  expected: 'payroll.status.updated with "approved"',
  actual: 'payroll.status.updated with "scheduled"',
  steps: [
    {
      label: 'approve payroll A',
      phase: 'step',
      exchanges: [
        exchange('POST', '/v1/payrolls/p1/approve', '{}'),
        ...Array.from({ length: 42 }, () => poll('[]')),
      ],
      deliveries: [webhook('scheduled')],
    },
  ],
  replay: { seed: 1 },
  curl: '',
};

test('the plain text has one line for all equal reads', () => {
  const text = transcript(polled);
  expect(text.match(/> GET/g)).toHaveLength(1);
  expect(text).toContain('> GET /v1/payrolls (41 more before it, same response)');
});

test('the page has one line for them, and opens only the webhook that the finding is about', () => {
  const page = conversation(polled, origin, 'full').text;
  expect(page.match(/41 more before it, same response/g)).toHaveLength(1);
  expect(page.match(/<details class="exchange"/g)).toHaveLength(2);
  expect(page.match(/<details class="\w+" open>/g)).toEqual(['<details class="delivery" open>']);
});
