import { describe, expect, test } from 'vitest';
import { contractRules } from '../../reference-server/resources/contracts/rules.ts';
import { invoiceRules } from '../../reference-server/resources/invoices/rules.ts';
import { reimbursementRules } from '../../reference-server/resources/reimbursements/rules.ts';
import { requestable } from './requests.ts';
import { type Walk, walk } from './walk.ts';

/** Together they have every operation succeed. */
const walks: readonly Walk[] = [
  { seed: 1, requests: 2500 },
  { seed: 2, requests: 2500 },
  { seed: 3, requests: 2500 },
];

/** The walks go through a sandbox, where no result of a verification ever arrives. */
const impossible = ['concludeKyc'];

test('any requests in any order keep every invariant', async () => {
  const succeeded = new Set<string>();
  for (const plan of walks) {
    const { statuses, events } = await walk(plan);
    expect(events).toBeGreaterThan(100);
    for (const [operation, counts] of statuses)
      if ([...counts.keys()].some((status) => status < 300)) succeeded.add(operation);
  }
  // An operation that never succeeds proves nothing: give it a weight, a state or a valid body.
  expect(requestable.filter((operation) => !succeeded.has(operation))).toEqual(impossible);
});

type Overrides = NonNullable<Walk['fault']>['overrides'];

describe('a walk reports', () => {
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
            submit(state, command, context) {
              const { events, ...outcome } = invoiceRules.submit(state, command, context);
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
            sign: (state, command, context) => ({
              ...contractRules.sign(state, command, context),
              events: [],
            }),
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
