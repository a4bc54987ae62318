/** Hiring, and the verification of users. */
import { adaeze, hannah, mateo, type sofia, type wanjiru } from './people.ts';
import { currency, idOf, type Seeder } from './seeder.ts';

const passport = { type: 'passport', issuedCountryCode: 'NG', issuedBy: 'Immigration Service' };

type Worker = typeof adaeze | typeof hannah | typeof mateo | typeof sofia | typeof wanjiru;

/** A person of the business with pay and job, and the id. */
export interface Hired {
  readonly personId: string;
  readonly worker: Worker;
}

export async function hire(seeder: Seeder, worker: Worker): Promise<Hired> {
  const personId = idOf(await seeder.call('createPerson', { body: worker.person }));
  if ('job' in worker) {
    const compInfo = { type: 'net', salary: { amount: worker.salary, currency }, frequency: 'monthly' };
    await seeder.call('updateJobInfo', { path: { personId }, body: { compInfo, jobInfo: worker.job } });
  }
  return { personId, worker };
}

export async function invite(seeder: Seeder, { personId }: Hired): Promise<string> {
  return idOf(await seeder.call('inviteUser', { body: { personId } }));
}

/** Concludes one component of a verification: by the reviewer of the sandbox, elsewhere by its result. */
async function conclude(
  seeder: Seeder,
  userId: string,
  type: 'identity' | 'address',
  result: 'approved' | 'rejected',
): Promise<void> {
  const path = { userId };
  if (seeder.environment === 'production') {
    await seeder.controls.call('concludeKyc', { path, body: { type, result } });
    return;
  }
  const action = result === 'approved' ? 'approve' : 'reject';
  await seeder.call('reviewKyc', { path, body: { action, type } });
}

/** One user whose verification is complete, one whose identity was rejected, one whose verification is pending. */
export async function verifications(
  seeder: Seeder,
  [approved, rejected, waiting]: readonly [string, string, string],
): Promise<void> {
  const validity = { issuedDate: seeder.day(-1_500), expirationDate: seeder.day(2_000) };
  const idDetails = { ...passport, ...validity };
  const submit = (userId: string, { person }: Worker, dob: string, country: string, number: string) => {
    const { firstName, lastName, address } = person;
    const document = { ...idDetails, issuedCountryCode: country, number };
    const body = { firstName, lastName, dob, nationality: country, address, idDetails: document };
    return seeder.call('submitKyc', { path: { userId }, body });
  };
  await submit(approved, adaeze, '1991-08-14', 'NG', 'A08124567');
  await conclude(seeder, approved, 'identity', 'approved');
  await conclude(seeder, approved, 'address', 'approved');
  await submit(rejected, hannah, '1988-02-03', 'GB', '533401372');
  await conclude(seeder, rejected, 'identity', 'rejected');
  await submit(waiting, mateo, '1994-11-30', 'CO', 'AT123456');
}

// Contracts, invoices and expenses.

const admin = { name: 'Tunde Bello', email: 'tunde.bello@example.com' };

/** A contract that the business has signed and an unsigned one. */
export async function contracts(seeder: Seeder, [signed, unsigned]: readonly [Hired, Hired]): Promise<void> {
  const { data: templates = [] } = (await seeder.call('listContractTemplates')) ?? {};
  const templateId = idOf(templates[0]);
  const create = ({ personId }: Hired) =>
    seeder.call('createContract', { body: { templateId, personId, sender: admin } });
  const contract = await create(signed);
  const signatureId = idOf(contract?.signatures[0]);
  await seeder.call('signContract', { path: { contractId: idOf(contract) }, body: { signatureId } });
  await create(unsigned);
}

/** A contractor's requests: an approved invoice, a pending one, and an expense. */
export async function invoices(seeder: Seeder, { personId }: Hired): Promise<void> {
  const invoice = async (description: string, amount: number) =>
    idOf(
      await seeder.call('submitContractorInvoice', {
        body: {
          personId,
          date: seeder.day(-7),
          dueDate: seeder.day(21),
          items: [{ description, category: 'CONTRACTOR_FEE', amount: { amount, currency }, quantity: 1 }],
          baseCurrency: currency,
        },
      }),
    );
  const approved = await invoice('Redesign of the onboarding', 2_400);
  await seeder.call('reviewInvoice', { path: { invoiceId: approved }, body: { action: 'approve' } });
  await invoice('Illustrations', 650);
  await seeder.call('createReimbursement', {
    body: {
      personId,
      description: 'Train to the client',
      category: 'TRAVEL',
      expenseDate: seeder.day(-9),
      amount: { amount: 120, currency },
      sourceCurrency: currency,
    },
  });
}
