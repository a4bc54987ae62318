/** The machines that are combined. */

import { externalAccountPart } from '../external-account/machine.ts';
import { kycPart } from '../kyc/machine.ts';
import { payrollPart } from '../payroll/machine.ts';
import { personPart } from '../person/machine.ts';
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

/** In the order in which time acts on them: payrolls wait for money, so they come last. */
export const members: readonly Member[] = [
  deposits,
  kyc,
  persons,
  externalAccounts,
  virtualAccounts,
  payroll,
];
