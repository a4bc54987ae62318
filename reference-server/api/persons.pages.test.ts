import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
const emails = ['a@example.com', 'b@example.com', 'a@example.com', 'aa@example.com', 'c@example.com'];
beforeAll(async () => {
  scenario = await startScenario();
  for (const email of emails) await scenario.client.ok('createPerson', { body: { email } });
});
afterAll(() => scenario.server.close());

test.each([
  [{}, emails, { limit: 20, currentPage: 1, skipped: 0, pages: 1, itemCount: 5 }],
  [{ limit: '2' }, emails.slice(0, 2), { limit: 2, currentPage: 1, skipped: 0, pages: 3, itemCount: 5 }],
  [
    { limit: '2', page: '3' },
    emails.slice(4),
    { limit: 2, currentPage: 3, skipped: 4, pages: 3, itemCount: 5 },
  ],
  [{ limit: '2', page: '9' }, [], { limit: 2, currentPage: 9, skipped: 16, pages: 3, itemCount: 5 }],
  [
    { email: 'a@example.com' },
    ['a@example.com', 'a@example.com'],
    { limit: 20, currentPage: 1, skipped: 0, pages: 1, itemCount: 2 },
  ],
  [{ email: '' }, [], { limit: 20, currentPage: 1, skipped: 0, pages: 0, itemCount: 0 }],
])('%j', async (query: Record<string, string>, want, meta) => {
  const page = await scenario.client.ok('listPersons', { query });
  expect(page.data.map(({ email }) => email)).toEqual(want);
  expect(page.meta).toEqual(meta);
});
