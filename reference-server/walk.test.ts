import { describe, expect, test } from 'vitest';
import { contractRules } from './resources/contracts/rules.ts';
import { invoiceRules } from './resources/invoices/rules.ts';
import { reimbursementRules } from './resources/reimbursements/rules.ts';
import { type Walk, walk } from './testing/walk/walk.ts';

/** 10,000 requests in all. */
test.each([
  { seed: 1, requests: 3400 },
  { seed: 2, requests: 3300 },
  { seed: 3, requests: 3300 },
])('any requests in any order leave everything as it must be: %o', { timeout: 60_000 }, async (plan) => {
  const { statuses, events } = await walk(plan);
  expect(events).toBeGreaterThan(100);
  // A walk in which nothing succeeds would prove nothing.
  for (const operation of ['approvePayroll', 'signContract', 'reviewInvoice', 'reviewReimbursement'])
    expect(statuses.get(operation)?.get(200), operation).toBeGreaterThan(0);
});

type Overrides = NonNullable<Walk['fault']>['overrides'];

describe('a walk notices', () => {
  test.each<[name: string, overrides: Overrides, fault: RegExp]>([
    [
      'a failure',
      {
        rules: {
          contracts: {
            create() {
              throw new Error('A slip');
            },
          },
        },
      },
      /createContract: POST .*\n(.*\n)*answered 500/,
    ],
    [
      'a body that is not described',
      {
        answer: (answer, { id }) =>
          id === 'listContracts' && answer.status === 200 ? { ...answer, body: { data: {} } } : answer,
      },
      /the body is not as described/,
    ],
    [
      'a last state that is left',
      {
        rules: {
          reimbursements: {
            page(state, query) {
              const page = reimbursementRules.page(state, query);
              return { ...page, data: page.data.map((item) => ({ ...item, status: 'submitted' as const })) };
            },
          },
        },
      },
      /reimbursementId \S+ was (paid|rejected) and is submitted/,
    ],
    [
      'what belongs to another business',
      {
        rules: {
          contracts: {
            templates: (state) =>
              contractRules.templates({ ...state, business: { ...state.business, id: 'the same for all' } }),
          },
        },
      },
      /templateId \S+ of business \S+ is shown to business/,
    ],
    [
      'a change that is announced twice',
      {
        rules: {
          invoices: {
            submit(state, command, now) {
              const { events, ...outcome } = invoiceRules.submit(state, command, now);
              return { ...outcome, events: [...events, ...events] };
            },
          },
        },
      },
      /announced twice: invoice\.contractor\.submitted/,
    ],
    [
      'a change that is not announced',
      {
        rules: {
          contracts: {
            sign: (state, command, now) => ({ ...contractRules.sign(state, command, now), events: [] }),
          },
        },
      },
      /signContract succeeded \d+ times, contract\.signed came 0 times/,
    ],
  ])('%s', async (_name, overrides, fault) => {
    const plan = { seed: 1, requests: 3000, fault: { id: 'slip', overrides } };
    await expect(walk(plan)).rejects.toThrow(fault);
  });
});
