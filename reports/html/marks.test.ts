import { expect, test } from 'vitest';
import type { Exchange, Finding } from '../../conformance/engine/finding.ts';
import { jsonLines } from './json-lines.ts';
import { marksOf } from './marks.ts';

const exchange = (body: unknown): Exchange => ({
  request: { method: 'GET', url: 'http://127.0.0.1/v1/payrolls', headers: {} },
  response: { status: 200, headers: {}, body: JSON.stringify(body), durationMillis: 1 },
});

function finding(fields: Partial<Finding>, ...bodies: unknown[]): Finding {
  return {
    id: 'check/CONV-001',
    requirement: 'CONV-001',
    level: 'documented',
    check: 'check',
    title: 'title',
    expected: 'something else',
    actual: 'something',
    steps: [{ label: 'step', phase: 'step', exchanges: bodies.map(exchange), deliveries: [] }],
    replay: { seed: 1 },
    curl: '',
    ...fields,
  };
}

/** The marked lines of all responses, with their notes. */
const shown = (given: Finding) =>
  [...marksOf(given)].flatMap(([message, marks]) =>
    marks.map(({ index, note }) => {
      const body = 'request' in message ? message.response?.body : message.body;
      const { name = '', text } = jsonLines(body ?? '')?.[index] ?? { text: '' };
      return `${name}${text} ← ${note}`;
    }),
  );

const list = { data: [{ id: 'a', address: 'one line', tags: { deep: { deeper: 1 } } }] };
const payroll = { payrollId: 'p1', status: 'scheduled', debit: 770 };

test.each([
  ['the place that it names', { at: ['data', '0', 'address'] }, [list], ['"address""one line", ← violation']],
  ['where what is missing should be', { at: ['meta'] }, [list], ['{ ← meta is missing here']],
  ['a line that holds the place', { at: ['debit'] }, [{ debit: 1 }], ['{ "debit": 1 } ← violation']],
  ['the last answer only', { at: ['data'] }, [list, { data: 1, more: [[2]] }], ['"data"1, ← violation']],
  ['nothing of an answer that is not JSON', { at: ['data'] }, [undefined], []],
  [
    'the values that it speaks of',
    { expected: 'payroll A in Awaiting Funds', actual: 'payroll A with the status "scheduled"' },
    [{ ...payroll, more: [[1]] }],
    ['"status""scheduled", ← not as expected'],
  ],
  [
    'no value that was expected too',
    { expected: 'scheduled for 770', actual: 'scheduled for 771' },
    [{ ...payroll, more: [[1]] }],
    [],
  ],
  ['no part of a word', { actual: 'rescheduled' }, [{ ...payroll, more: [[1]] }], []],
  [
    'nothing where it would be nearly everything',
    { actual: 'scheduled' },
    Array.from({ length: 9 }, (_, index) => ({ ...payroll, debit: index })),
    [],
  ],
  [
    'only the last of many equal answers',
    { actual: 'scheduled' },
    Array(42).fill({ ...payroll, more: [[1]] }),
    ['"status""scheduled", ← not as expected'],
  ],
])('a finding marks %s', (_, fields, bodies, want) => {
  expect(shown(finding(fields, ...bodies))).toEqual(want);
});

test('a finding marks the value in the webhook that it speaks of', () => {
  const { steps, ...rest } = finding({ actual: 'payroll A with "scheduled"' }, { data: [] });
  const delivery = { headers: {}, body: JSON.stringify({ ...payroll, more: [[1]] }), answered: 200 };
  const given = { ...rest, steps: steps.map((step) => ({ ...step, deliveries: [delivery] })) };
  expect(shown(given)).toEqual(['"status""scheduled", ← not as expected']);
});
