/** The machines that are combined. */

import { contractPart } from '../contract/machine.ts';
import { externalAccountPart } from '../external-account/machine.ts';
import { invoicePart } from '../invoice/machine.ts';
import { kybPart } from '../kyb/machine.ts';
import { kycPart } from '../kyc/machine.ts';
import { payrollPart } from '../payroll/machine.ts';
import { personPart } from '../person/machine.ts';
import { reimbursementPart } from '../reimbursement/machine.ts';
import { transactionPart } from '../transaction/machine.ts';
import { virtualAccountPart } from '../virtual-account/machine.ts';
import { depositPart } from './deposits.ts';
import { type Member, member } from './member.ts';

export const deposits = member(depositPart, {
  name: 'deposits',
  needs: ['sandbox', 'list-wallets'],
  lists: ['listTransactions'],
});

const kyc = member(kycPart, { name: 'kyc', needs: ['sandbox'], lists: ['listUsers'] });

export const payroll = member(payrollPart, {
  name: 'payroll',
  needs: ['create-person', 'create-payroll', 'approve-payroll', 'list-wallets'],
  lists: ['listPayrolls'],
});

const transactions = member(transactionPart, {
  name: 'transactions',
  needs: ['sandbox'],
  lists: ['listTransactions', 'listPayouts'],
});

const persons = member(personPart, {
  name: 'persons',
  needs: ['create-person', 'schedule-offboarding', 'webhooks'],
  lists: ['listPersons'],
});

const externalAccounts = member(externalAccountPart, {
  name: 'external accounts',
  needs: ['link-external-account'],
  lists: ['listExternalAccounts'],
});

const virtualAccounts = member(virtualAccountPart, {
  name: 'virtual accounts',
  needs: ['create-virtual-account'],
  lists: ['listVirtualAccounts'],
});

const kyb = member(kybPart, { name: 'kyb', needs: ['submit-kyb'], lists: [] });

const invoices = member(invoicePart, {
  name: 'invoices',
  needs: ['submit-contractor-invoice', 'create-person'],
  lists: ['listInvoices'],
});

const reimbursements = member(reimbursementPart, {
  name: 'reimbursements',
  needs: ['create-reimbursement', 'create-person'],
  lists: ['listReimbursements'],
});

const contracts = member(contractPart, {
  name: 'contracts',
  needs: ['create-person'],
  lists: ['listContracts'],
});

/**
 * In the order in which time acts on them: payrolls wait for money, so they come late. How much a reimbursement takes is not
 * shown, so it is what the others leave unexplained.
 */
export const members: readonly Member[] = [
  deposits,
  transactions,
  kyc,
  kyb,
  persons,
  externalAccounts,
  virtualAccounts,
  invoices,
  contracts,
  payroll,
  reimbursements,
];
