/** Contracts, invoices and expenses. */
import { currency, type Gardener, idOf } from './gardener.ts';
import type { Hired } from './workforce.ts';

const admin = { name: 'Tunde Bello', email: 'tunde.bello@example.com' };

/** A contract that the business has signed and one that nobody has. */
export async function contracts(
  garden: Gardener,
  [signed, unsigned]: readonly [Hired, Hired],
): Promise<void> {
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
export async function invoices(garden: Gardener, { personId }: Hired): Promise<void> {
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
