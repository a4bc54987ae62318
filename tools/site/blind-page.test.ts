import { expect, test } from 'vitest';
import { blindFaultsPage } from './blind-page.ts';

const caught = {
  fault: 'blind-money-second-retry-at-once',
  first: 'missed',
  status: 'caught',
  requirement: 'RETRY-002',
  check: 'webhook-delivery.model',
} as const;
const missed = {
  fault: 'blind-access-shortened-tenant-key-accepted',
  first: 'inert',
  status: 'missed',
} as const;

test('the page keeps the first figure beside the last, and says why a fault is not caught', () => {
  const page = blindFaultsPage([caught, missed], { [missed.fault]: 'Nobody says so.' });
  expect(page).toContain('| Money, time and webhooks | 1 | 0 | 1 |');
  expect(page).toContain('| [RETRY-002](../openapi/requirements/limits.yaml) | `webhook-delivery.model` |');
  expect(page).toContain('| Nobody says so. |');
});

test('a fault that is not caught needs a reason', () => {
  expect(() => blindFaultsPage([missed], {})).toThrow(missed.fault);
});
