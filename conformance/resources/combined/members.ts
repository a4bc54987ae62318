/** The models that are combined. */

import fc from 'fast-check';
import { moveMoney } from '../../provider/fixture.ts';
import type { Move } from '../../provider/model.ts';
import type { Part, PartContext, PartState } from '../../provider/part.ts';
import { deposit } from '../../provider/wallet.ts';
import { contractPart } from '../contracts/checks.ts';
import { externalAccountPart } from '../external-accounts/checks.ts';
import { invoicePart } from '../invoices/checks.ts';
import { kybPart } from '../kyb/checks.ts';
import { kycPart } from '../kyc/checks.ts';
import { payrollPart } from '../payrolls/checks.ts';
import { personPart } from '../persons/checks.ts';
import { reimbursementPart } from '../reimbursements/checks.ts';
import { transactionPart } from '../transactions/checks.ts';
import { virtualAccountPart } from '../virtual-accounts/checks.ts';
import { type Member, member } from './combine.ts';

export const addFunds = (amount: number): Move<PartContext, PartState> => ({
  name: `deposit(${amount})`,
  possible: (_, { fixture }) => fixture.sandbox,
  describe: () => `deposit ${amount}`,
  act: async (scenario, _, { fixture }) => {
    await deposit(scenario, fixture.tenant.caller, amount);
    return (_alternative, { common }) => moveMoney(common, amount, 'SANDBOX-001');
  },
});

export const depositPart: Part<PartContext, PartState> = {
  open: async (_, { fixture, common }) => ({ context: { fixture }, state: { common } }),
  moves: [fc.integer({ min: 1, max: 900_000 }).map(addFunds)],
  tours: {},
  look: async () => () => {},
  show: () => '',
};

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
