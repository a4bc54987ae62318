/** Example content that hangs together, made by what a caller and the outside world could have done. */
import { businessCollections } from '../store/records.ts';
import { Gardener, idOf, type SeedParts, whereServed } from './gardener.ts';
import { adaeze, hannah, mateo, sofia, wanjiru } from './people.ts';

const currency = 'USD';
const admin = { name: 'Tunde Bello', email: 'tunde.bello@example.com' };
const passport = { type: 'passport', issuedCountryCode: 'NG', issuedBy: 'Immigration Service' };

type Worker = typeof adaeze | typeof hannah | typeof mateo | typeof sofia | typeof wanjiru;

/** A person of the business with pay and job, and the id. */
interface Hired {
  readonly personId: string;
  readonly worker: Worker;
}

async function hire(garden: Gardener, worker: Worker): Promise<Hired> {
  const personId = idOf(await garden.call('createPerson', { body: worker.person }));
  await whereServed(async () => {
    if (!('job' in worker)) return;
    const compInfo = { type: 'net', salary: { amount: worker.salary, currency }, frequency: 'monthly' };
    await garden.call('updateJobInfo', { path: { personId }, body: { compInfo, jobInfo: worker.job } });
  });
  return { personId, worker };
}

async function invite(garden: Gardener, { personId }: Hired): Promise<string> {
  return idOf(await garden.call('inviteUser', { body: { personId } }));
}

/** Puts money into the wallet: test funds in the sandbox, else a bank transfer that has arrived. */
async function fund(garden: Gardener, amount: number): Promise<void> {
  const value = { amount, currency };
  const description = 'Opening funds';
  if (garden.environment === 'sandbox') {
    await garden.call('createBusinessDeposit', { body: { value, description } });
    return;
  }
  const { levers } = garden;
  const account = await garden.call('createVirtualAccount', { body: { currency, countryCode: 'US' } });
  const virtualAccountId = idOf(account);
  for (const status of ['submitted', 'created'] as const)
    await levers.pull('moveVirtualAccount', { path: { virtualAccountId }, body: { status } });
  const sender = { accountName: 'Harbour Analytics Ltd', network: 'ach' as const };
  await levers.pull('depositIntoVirtualAccount', {
    path: { virtualAccountId },
    body: { amount: value, description, sender },
  });
  const { data = [] } = (await garden.call('listTransactions')) ?? {};
  for (const { id: transactionId = '', status } of data) {
    if (status !== 'initiated') continue;
    await levers.pull('passChecks', { path: { transactionId } });
    await levers.pull('settleTransaction', { path: { transactionId } });
  }
}

interface Payday {
  /** Days from today. */
  readonly on: number;
  readonly raise?: number;
  readonly workerType?: 'EMPLOYEE' | 'CONTRACTOR';
}

/** A saved payroll for a month of work. */
async function payroll(
  garden: Gardener,
  hired: readonly Hired[],
  { on, raise = 1, workerType = 'EMPLOYEE' }: Payday,
): Promise<{ readonly payrollId: string }> {
  const created = await garden.call('createPayroll', { body: { workerType, type: 'ONE_OFF' } });
  const path = { payrollId: idOf({ id: created?.payrollId ?? '' }) };
  const entries = hired.map(({ personId, worker }) => ({
    personId,
    salary: { amount: worker.salary * raise, currency },
  }));
  const payPeriod = { fromDate: garden.day(on - 30), toDate: garden.day(on - 1) };
  await garden.call('savePayroll', { path, body: { payrollDate: garden.day(on), payPeriod, entries } });
  return path;
}

/** Payrolls in as many states as there are without moving the clock. */
async function payrolls(
  garden: Gardener,
  employees: readonly Hired[],
  contractors: readonly Hired[],
): Promise<void> {
  const completed = await payroll(garden, employees, { on: -20 });
  await garden.call('approvePayroll', { path: completed });
  const scheduled = await payroll(garden, employees, { on: 10 });
  await garden.call('approvePayroll', { path: scheduled });
  const unfunded = await payroll(garden, employees, { on: 40, raise: 100 });
  await garden.call('approvePayroll', { path: unfunded });
  await payroll(garden, contractors, { on: 12, workerType: 'CONTRACTOR' });
  await garden.call('createPayroll', { body: { workerType: 'EMPLOYEE', type: 'ONE_OFF' } });
}

/** What becomes of one part of a verification: decided by the reviewer of the sandbox, else by its result. */
async function conclude(
  garden: Gardener,
  userId: string,
  type: 'identity' | 'address',
  result: 'approved' | 'rejected',
): Promise<void> {
  const path = { userId };
  if (garden.environment === 'production') {
    await garden.levers.pull('concludeKyc', { path, body: { type, result } });
    return;
  }
  const action = result === 'approved' ? 'approve' : 'reject';
  await garden.call('reviewKyc', { path, body: { action, type } });
}

/** One user whose verification is through, one whose identity was rejected, one who waits. */
async function verifications(
  garden: Gardener,
  [approved, rejected, waiting]: readonly [string, string, string],
): Promise<void> {
  const validity = { issuedDate: garden.day(-1_500), expirationDate: garden.day(2_000) };
  const idDetails = { ...passport, ...validity };
  await garden.call('submitKyc', {
    path: { userId: approved },
    body: {
      firstName: 'Adaeze',
      lastName: 'Okafor',
      dob: '1991-08-14',
      nationality: 'NG',
      address: adaeze.person.address,
      idDetails: { ...idDetails, number: 'A08124567' },
    },
  });
  await conclude(garden, approved, 'identity', 'approved');
  await conclude(garden, approved, 'address', 'approved');
  await garden.call('submitKyc', {
    path: { userId: rejected },
    body: {
      firstName: 'Hannah',
      lastName: 'Clarke',
      dob: '1988-02-03',
      nationality: 'GB',
      address: hannah.person.address,
      idDetails: { ...idDetails, issuedCountryCode: 'GB', number: '533401372' },
    },
  });
  await conclude(garden, rejected, 'identity', 'rejected');
  await garden.call('submitKyc', {
    path: { userId: waiting },
    body: {
      firstName: 'Mateo',
      lastName: 'Rojas',
      dob: '1994-11-30',
      nationality: 'CO',
      address: mateo.person.address,
      idDetails: { ...idDetails, issuedCountryCode: 'CO', number: 'AT123456' },
    },
  });
}

/** Two beneficiaries and a payout to each; in the sandbox the account name of the second makes it fail. */
async function payouts(garden: Gardener): Promise<void> {
  const beneficiary = async (name: string, accountName: string) =>
    idOf(
      await garden.call('createBeneficiary', {
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
  await garden.call('createPayout', {
    body: { beneficiaryId: landlord, amount: { amount: 1_800, currency }, reference: 'RENT-03' },
  });
  await garden.call('createPayout', {
    body: { beneficiaryId: supplier, amount: { amount: 240, currency }, reference: 'PAPER-117' },
  });
}

/** A contract that the business has signed and one that nobody has. */
async function contracts(garden: Gardener, [signed, unsigned]: readonly [Hired, Hired]): Promise<void> {
  const { data: templates = [] } = (await garden.call('listContractTemplates')) ?? {};
  const templateId = idOf(templates[0]);
  const create = ({ personId }: Hired) =>
    garden.call('createContract', { body: { templateId, personId, sender: admin } });
  const contract = await create(signed);
  const signatureId = idOf(contract?.signatures[0]);
  await garden.call('signContract', { path: { contractId: idOf(contract) }, body: { signatureId } });
  await create(unsigned);
}

/** What a contractor asks for: an invoice that is approved, one that waits, and an expense. */
async function invoices(garden: Gardener, { personId }: Hired): Promise<void> {
  const invoice = async (description: string, amount: number) =>
    idOf(
      await garden.call('submitContractorInvoice', {
        body: {
          personId,
          date: garden.day(-7),
          dueDate: garden.day(21),
          items: [{ description, category: 'CONTRACTOR_FEE', amount: { amount, currency }, quantity: 1 }],
          baseCurrency: currency,
        },
      }),
    );
  const approved = await invoice('Redesign of the onboarding', 2_400);
  await garden.call('reviewInvoice', { path: { invoiceId: approved }, body: { action: 'approve' } });
  await invoice('Illustrations', 650);
  await garden.call('createReimbursement', {
    body: {
      personId,
      description: 'Train to the client',
      category: 'TRAVEL',
      expenseDate: garden.day(-9),
      amount: { amount: 120, currency },
      sourceCurrency: currency,
    },
  });
}

async function accounts(garden: Gardener): Promise<void> {
  await garden.call('linkExternalAccount', {
    body: {
      accountName: 'Operating account',
      accountNumber: '004412349876',
      routingNumber: '121000248',
      bankName: 'Harbor Bank',
      currency,
    },
  });
}

async function plantPlatform(garden: Gardener): Promise<void> {
  const employees = [await hire(garden, adaeze), await hire(garden, hannah)] as const;
  const contractor = await hire(garden, mateo);
  await whereServed(async () => {
    const users = [
      await invite(garden, employees[0]),
      await invite(garden, employees[1]),
      await invite(garden, contractor),
    ] as const;
    await verifications(garden, users);
  });
  await whereServed(() => fund(garden, 100_000));
  await payrolls(garden, employees, [contractor]);
  await whereServed(() => payouts(garden));
  await whereServed(() => contracts(garden, employees));
  await whereServed(() => invoices(garden, contractor));
  await whereServed(() => accounts(garden));
}

async function plantOrg(garden: Gardener): Promise<void> {
  const employee = await hire(garden, wanjiru);
  const contractor = await hire(garden, sofia);
  await whereServed(() => fund(garden, 20_000));
  await payroll(garden, [employee], { on: 5 });
  await whereServed(() => invoices(garden, contractor));
}

/** Puts example content into the two businesses that are there from the start, unless one has something already. */
export async function plantSeedData(parts: SeedParts): Promise<void> {
  const { store, access } = parts.service;
  const { platform, org } = access;
  const records = await store.transaction(async (transaction) => {
    const lists = await Promise.all(
      businessCollections.flatMap((name) =>
        [platform, org].map(({ id: businessId }) => transaction.list(name, { businessId })),
      ),
    );
    return lists.flat();
  });
  if (records.length > 0) return;
  await plantPlatform(await Gardener.of(parts, platform.id));
  await plantOrg(await Gardener.of(parts, org.id));
}
