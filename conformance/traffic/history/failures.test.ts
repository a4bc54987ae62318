import { expect, test } from 'vitest';
import type { ObservedExchange } from '../observation.ts';
import { exchange, foundIn } from '../testing/observed.ts';

const list = (seconds: number, status: number) =>
  exchange(seconds, 'GET /v1/payrolls', { code: 'internal_error', message: 'Later' }, {}, { status });
const deposit = (seconds: number, status: number, amount: unknown = 5) =>
  exchange(
    seconds,
    'POST /v1/sandbox/business-deposits',
    { code: 'internal_error', message: 'Later' },
    { body: { value: { amount, currency: 'USD' }, description: 'Funds' } },
    { status },
  );
const others = [1, 2, 3].map((seconds) => exchange(seconds, 'GET /v1/contracts', { data: [] }));

const broken = async (...exchanges: readonly ObservedExchange[]) =>
  (await foundIn({ exchanges })).filter((id) => id.startsWith('operations.failures/'));

const found = (id: string) => [`operations.failures/${id}`];

test('an operation that always fails while others succeed is found', async () => {
  expect(await broken(list(0, 500), ...others, list(30, 503), list(61, 500))).toEqual(found('ERR-007'));
});

test('an invalid body that always causes an error is found as such', async () => {
  const failing = [0, 30, 61].map((seconds) => deposit(seconds, 500, 'ten'));
  expect(await broken(deposit(0, 204), ...others, ...failing)).toEqual(found('SANDBOX-002'));
});

test.each([
  ['twice', [list(0, 500), ...others, list(61, 500)]],
  ['for less than a minute', [list(0, 500), ...others, list(20, 500), list(50, 500)]],
  ['after it has worked', [list(0, 200), ...others, list(5, 500), list(60, 500), list(120, 500)]],
  ['while it works in between', [list(0, 500), ...others, list(30, 200), list(61, 500), list(200, 500)]],
  ['while nothing else is served', [...others, list(5, 500), list(60, 500), list(120, 500)]],
  ['with a refusal', [list(0, 404), ...others, list(30, 404), list(61, 404)]],
])('what fails %s is not', async (_, exchanges) => {
  expect(await broken(...exchanges)).toEqual([]);
});
