/** The machines that are combined. */
import { kycPart } from '../kyc/machine.ts';
import { payrollPart } from '../payroll/machine.ts';
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

/** In the order in which time acts on them: payrolls wait for money, so they come last. */
export const members: readonly Member[] = [deposits, kyc, payroll];
