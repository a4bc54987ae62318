/** Contracts, invoices and expenses. */
import { currency, idOf, type Seeder } from './seeder.ts';
import type { Hired } from './workforce.ts';

const admin = { name: 'Tunde Bello', email: 'tunde.bello@example.com' };

/** A contract that the business has signed and one that nobody has. */
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

/** What a contractor asks for: an invoice that is approved, one that waits, and an expense. */
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
