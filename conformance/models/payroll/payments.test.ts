import { expect, test } from 'vitest';
import type { Envelope } from '../../webhooks/inspect.ts';
import { asEvents, isPaid } from './payments.ts';

const event =
  (word: string) =>
  (id: string, but: Readonly<Record<string, unknown>> = {}): Envelope => ({
    eventType: `transaction.${word}`,
    data: { id, type: 'PAYROLL', reference: 'A', ...but },
  });

const [initiated, succeeded, failed] = [event('initiated'), event('succeeded'), event('failed')];

test.each<[why: string, entries: number, events: readonly Envelope[], paid: boolean]>([
  ['nothing was paid', 1, [], false],
  ['its payment is under way', 1, [initiated('1')], false],
  ['its payment has arrived', 1, [initiated('1'), succeeded('1')], true],
  ['its payment was only announced when it arrived', 1, [succeeded('1')], true],
  ['one of two has arrived', 2, [initiated('1'), initiated('2'), succeeded('1')], false],
  ['nothing is known of the second', 2, [initiated('1'), succeeded('1')], false],
  ['the arrival of one was announced twice', 2, [succeeded('1'), succeeded('1')], false],
  ['both have arrived', 2, [succeeded('1'), succeeded('2')], true],
  ['one payment is divided, and a part is under way', 1, [succeeded('1'), initiated('2')], false],
  ['its payment came back', 1, [succeeded('1'), failed('1')], false],
  ['some payment failed', 1, [succeeded('1'), { eventType: 'transaction.failed', data: {} }], false],
  ['the payment of another payroll has arrived', 1, [succeeded('1', { reference: 'B' })], false],
  ['its fee was paid', 1, [succeeded('1', { type: 'PAYROLL_FEE' })], false],
])('a payroll is paid or not: %s', (_, entries, events, paid) => {
  expect(isPaid('A', entries, events)).toBe(paid);
});

test('a list of transactions says as much', () => {
  const [paid, underWay] = [
    { id: '1', type: 'PAYROLL', reference: 'A', status: 'succeeded' },
    { id: '2', type: 'PAYROLL', reference: 'A', status: 'processing' },
  ];
  expect(isPaid('A', 1, asEvents([paid]))).toBe(true);
  expect(isPaid('A', 1, asEvents([paid, underWay]))).toBe(false);
});
