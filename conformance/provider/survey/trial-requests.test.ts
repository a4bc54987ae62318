import { expect, it } from 'vitest';
import { type OperationId, operation } from '../../../openapi/description.ts';
import { testDataCandidates } from '../../target/test-data.ts';
import { trialInput } from './trial-requests.ts';

const [data] = testDataCandidates();
const known = new Map([
  ['personId', 'the-person'],
  ['invoiceId', 'the-invoice'],
  ['reimbursementId', 'the-reimbursement'],
]);
const money = { amount: 1_000, currency: data.currency };

it.each<[OperationId, object]>([
  ['calculateTax', { personId: 'the-person', salary: money }],
  ['createVirtualAccount', { currency: data.currency, countryCode: data.country }],
  ['submitContractorInvoice', { personId: 'the-person', baseCurrency: data.currency }],
  ['createReimbursement', { personId: 'the-person', amount: money }],
])('a trial of %s sends what a run sends', (id, wanted) => {
  const body = trialInput(operation(id), known, data)?.body;
  expect(body).toMatchObject(wanted);
  // It may be too far away for the target.
  expect(body).not.toHaveProperty('dueDate');
});

it.each<[OperationId]>([['reviewInvoice'], ['reviewReimbursement']])(
  'a trial of %s gives no reason for an approval',
  (id) => {
    expect(trialInput(operation(id), known, data)?.body).toEqual({ action: 'approve' });
  },
);
