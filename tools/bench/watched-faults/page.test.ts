import { expect, test } from 'vitest';
import { faults } from '../../../proof/faults/index.ts';
import { faultsPage } from './page.ts';

const results = {
  ...{ date: '2026-11-23', machine: 'Node 24, 2 × X', seconds: 600 },
  ...{ requests: 3_000, deliveries: 400, falseAlarms: [] },
  faults: [
    {
      fault: 'invoice-source-as-number',
      found: { check: 'answers.readInvoice', requirement: 'INVOICE-009' },
    },
    { fault: 'invoice-purpose-as-list', found: { check: 'answers.readInvoice', requirement: 'CONV-001' } },
    { fault: 'settlement-not-announced' },
    { fault: 'user-token-lives-two-hours', failed: 'the worker ended with status 7' },
  ],
};

const page = faultsPage(results, faults);

test.each([
  ['a class with what was found and named rightly', '| `schema` | 2 | 2 | 100 % | 1 |'],
  ['a class without faults', '| `crash` | 0 | 0 | - | 0 |'],
  ['the five together', '| **these five** | 3 | 2 | 67 % | 1 |'],
  ['all', '| **all** | 4 | 2 | 50 % | 1 |'],
  [
    'what was missed',
    '- [TXN-010](../openapi/requirements/transaction-states.yaml) `settlement-not-announced` A consumer is not notified',
  ],
  ['the sound server', 'with the same traffic: nothing was reported'],
])('the page shows %s', (_, text) => {
  expect(page).toContain(text);
});

test('the page says when too little is found, and of which false alarms', () => {
  const few = { ...results, falseAlarms: ['answers.listPersons/CONV-001'], faults: results.faults.slice(2) };
  expect(faultsPage(few, faults)).toContain('it is 0 %, **less than that**');
  expect(faultsPage(few, faults)).toContain('answers.listPersons/CONV-001 was reported');
});
