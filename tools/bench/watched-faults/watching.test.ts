import { beforeAll, expect, test } from 'vitest';
import type { Conversation } from '../conversation.ts';
import { recordSuite } from './recording.ts';
import { select } from './selection.ts';
import { watch } from './trial.ts';

let conversation: Conversation;

beforeAll(async () => {
  conversation = await select(await recordSuite());
});

test('the sound server gives the same answers to the recorded requests, and nothing is found', async () => {
  const { found, failures, requests, same, deliveries } = await watch({}, conversation);
  expect({ found, failures }).toEqual({ found: undefined, failures: 0 });
  expect(same / requests).toBeGreaterThan(0.99);
  expect(deliveries).toBeGreaterThan(100);
});

test.each([
  ['no-token-needed-to-list-persons', 'AUTH-001'],
  ['invoice-base-currency-in-lower-case', 'INVOICE-008'],
  ['invoice-source-as-number', 'INVOICE-009'],
])(
  '%s is found in them as %s',
  async (fault, requirement) => {
    const { found } = await watch({ fault }, conversation);
    expect(found?.requirement).toBe(requirement);
  },
  60_000,
);

test('what nobody asks for is not found', async () => {
  const { found } = await watch({ fault: 'settlement-not-announced' }, conversation);
  expect(found).toBeUndefined();
});
