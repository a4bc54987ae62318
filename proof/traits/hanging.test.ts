import { expect, test } from 'vitest';
import { deliveryChecks } from '../../conformance/resources/webhooks/checks.ts';
import { tryTraits } from './try-traits.ts';

const checks = deliveryChecks.filter(({ id }) => id === 'webhook-delivery.hanging-receiver');

test('a retry after a receiver that hung is awaited on a clock that did not wait for it', async () => {
  const ids = ['a clock that is moved on while a receiver hangs'];
  const { exercised, ...outcome } = await tryTraits({ ids, mode: 'friend', profile: 'standard' }, checks);
  expect(outcome).toMatchObject({ findings: [], errors: [], idle: [] });
  expect(exercised).toEqual(expect.arrayContaining(['HOOK-012', 'RETRY-001']));
});
