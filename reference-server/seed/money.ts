/** Funds, payrolls, payouts and accounts. */
import { currency, idOf, type Seeder } from './seeder.ts';
import type { Hired } from './workforce.ts';

/** Puts money into the wallet: test funds in the sandbox, else a bank transfer that has arrived. */
export async function fund(seeder: Seeder, amount: number): Promise<void> {
  const value = { amount, currency };
  const description = 'Opening funds';
  if (seeder.environment === 'sandbox') {
    await seeder.call('createBusinessDeposit', { body: { value, description } });
    return;
  }
  const { controls } = seeder;
  const account = await seeder.call('createVirtualAccount', { body: { currency, countryCode: 'US' } });
  const virtualAccountId = idOf(account);
  for (const status of ['submitted', 'created'] as const)
    await controls.call('moveVirtualAccount', { path: { virtualAccountId }, body: { status } });
  const sender = { accountName: 'Harbour Analytics Ltd', network: 'ach' as const };
  await controls.call('depositIntoVirtualAccount', {
    path: { virtualAccountId },
    body: { amount: value, description, sender },
  });
  const { data = [] } = (await seeder.call('listTransactions')) ?? {};
  for (const { id: transactionId = '', status } of data) {
    if (status !== 'initiated') continue;
    await controls.call('passChecks', { path: { transactionId } });
    await controls.call('settleTransaction', { path: { transactionId } });
  }
}

interface Payday {
  /** Days from today. */
  readonly on: number;
  readonly raise?: number;
  readonly workerType?: 'EMPLOYEE' | 'CONTRACTOR';
}

/** A saved payroll for a month of work. */
export async function payroll(
  seeder: Seeder,
  hired: readonly Hired[],
  { on, raise = 1, workerType = 'EMPLOYEE' }: Payday,
): Promise<{ readonly payrollId: string }> {
  const created = await seeder.call('createPayroll', { body: { workerType, type: 'ONE_OFF' } });
  const path = { payrollId: idOf({ id: created?.payrollId ?? '' }) };
  const entries = hired.map(({ personId, worker }) => ({
    personId,
    salary: { amount: worker.salary * raise, currency },
  }));
  const payPeriod = { fromDate: seeder.day(on - 30), toDate: seeder.day(on - 1) };
  await seeder.call('savePayroll', { path, body: { payrollDate: seeder.day(on), payPeriod, entries } });
  return path;
}

/** Payrolls in as many states as there are without moving the clock. */
export async function payrolls(
  seeder: Seeder,
  employees: readonly Hired[],
  contractors: readonly Hired[],
): Promise<void> {
  const completed = await payroll(seeder, employees, { on: -20 });
  await seeder.call('approvePayroll', { path: completed });
  const scheduled = await payroll(seeder, employees, { on: 10 });
  await seeder.call('approvePayroll', { path: scheduled });
  const unfunded = await payroll(seeder, employees, { on: 40, raise: 100 });
  await seeder.call('approvePayroll', { path: unfunded });
  await payroll(seeder, contractors, { on: 12, workerType: 'CONTRACTOR' });
  await seeder.call('createPayroll', { body: { workerType: 'EMPLOYEE', type: 'ONE_OFF' } });
}

/** Two beneficiaries and a payout to each; in the sandbox the account name of the second makes it fail. */
export async function payouts(seeder: Seeder): Promise<void> {
  const beneficiary = async (name: string, accountName: string) =>
    idOf(
      await seeder.call('createBeneficiary', {
        body: {
          name,
          email: 'accounts@example.com',
          countryCode: 'US',
          currency,
          paymentDetails: {
            preferredMethod: 'bank',
            bank: {
              accountName,
              accountNumber: '000123456789',
              bankName: 'Harbor Bank',
              bankCode: '121000248',
            },
          },
        },
      }),
    );
  const landlord = await beneficiary('Quayside Offices Ltd', 'Quayside Offices Ltd');
  const supplier = await beneficiary('Paper & Co', 'fail-compliance');
  await seeder.call('createPayout', {
    body: { beneficiaryId: landlord, amount: { amount: 1_800, currency }, reference: 'RENT-03' },
  });
  await seeder.call('createPayout', {
    body: { beneficiaryId: supplier, amount: { amount: 240, currency }, reference: 'PAPER-117' },
  });
}

export async function accounts(seeder: Seeder): Promise<void> {
  await seeder.call('linkExternalAccount', {
    body: {
      accountName: 'Operating account',
      accountNumber: '004412349876',
      routingNumber: '121000248',
      bankName: 'Harbor Bank',
      currency,
    },
  });
}
