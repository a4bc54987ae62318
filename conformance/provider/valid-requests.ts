/** Valid requests, filled with the test data of the target. */
import { randomUUID } from 'node:crypto';
import type { components } from '../../openapi/generated/types.ts';
import type { FormFile } from '../http/message.ts';
import { moneyOf, type TestData, uniqueEmail } from '../target/test-data.ts';
import { monthBefore } from './calendar.ts';

type Schemas = components['schemas'];
export type BusinessInput = Schemas['BusinessInput'];
export type BeneficiaryInput = Schemas['BeneficiaryInput'];
export type PayrollSave = Schemas['PayrollSave'];

/** A new business with unique values: a target may reject a second business with the same ones, and remember earlier runs. */
export function businessInput(data: TestData): BusinessInput {
  const { country, phoneNumber, address, emailDomain, form, fill } = data;
  const serial = randomUUID();
  const digits = Number.parseInt(serial.slice(0, 8), 16);
  return fill('createBusiness', {
    businessName: `Harmattan ${digits} Limited`,
    businessShortName: `H ${digits}`,
    adminFirstName: 'Ngozi',
    adminLastName: 'Eze',
    adminEmail: `ngozi.eze.${serial}@${emailDomain}`,
    adminPhoneNumber: phoneNumber,
    address,
    country,
    registrationId: `RC-${digits}`,
    idempotencyKey: serial,
    ...(form === 'full' && { suppressWelcomeEmail: true }),
  });
}

export type PersonDetails = Pick<
  Schemas['PersonInput'],
  'firstName' | 'lastName' | 'email' | 'type' | 'address'
>;

/** A new person with unique values: a contractor, the documented type, unless the details say otherwise. */
export function personInput(
  data: TestData,
  { type = 'CONTRACTOR', firstName: varied = 'Adaeze', ...details }: PersonDetails = {},
): Schemas['PersonInput'] {
  const { phoneNumber, address, form, identity, fill } = data;
  // No check depends on the default name, so the configuration may replace it.
  const { firstName = varied, lastName = 'Okafor' } = identity;
  const { contractorType = 'INDIVIDUAL', ...usual } = fill<Schemas['PersonInput']>('createPerson', {
    firstName,
    lastName,
    email: uniqueEmail(data, 'adaeze'),
    ...(form === 'full' && { phoneNumber, address }),
  });
  return { ...usual, type, ...(type === 'CONTRACTOR' && { contractorType }), ...details };
}

/**
 * A beneficiary with every documented field of the request except idFileFront, because a target may require an uploaded
 * file. It is paid in the currency of the wallet, so that no quote is needed, and nothing delays its payouts.
 */
export function beneficiaryInput({
  country,
  currency,
  address,
  bank,
  emailDomain,
  idFileFront,
  identity,
  fill,
}: TestData): Required<BeneficiaryInput> {
  const { firstName = 'Mateo', lastName = 'Rojas', dateOfBirth = '1988-11-02' } = identity;
  const name = `${firstName} ${lastName}`;
  return fill('createBeneficiary', {
    name,
    email: `mateo.rojas@${emailDomain}`,
    countryCode: country,
    currency,
    kyc: {
      firstName,
      lastName,
      dateOfBirth,
      countryCode: identity.nationality ?? country,
      idType: 'PASSPORT',
      idNumber: identity.idNumber ?? 'X20417755',
      ...(idFileFront !== undefined && { idFileFront }),
    },
    paymentDetails: {
      preferredMethod: 'bank',
      bank: {
        accountName: name,
        accountNumber: bank.accountNumber,
        bankName: bank.name,
        bankCode: bank.code,
        address: {
          line1: address.line1,
          line2: 'Floor 3',
          city: address.city,
          postalCode: address.postalCode,
          countryCode: country,
        },
      },
    },
  });
}

/** An invoice of a contractor. */
export const invoiceInput = ({ currency, fill }: TestData): Schemas['InvoiceInput'] =>
  fill('submitContractorInvoice', {
    invoiceNumber: 'INV-2026-0007',
    baseCurrency: currency,
    items: [
      {
        description: 'Brand refresh in March',
        category: 'CONTRACTOR_FEE',
        amount: { amount: 2_000, currency },
        quantity: 1,
      },
    ],
  });

/** A reimbursement without its person and amount. */
export const reimbursementInput = ({ fill }: TestData): Schemas['ReimbursementInput'] =>
  fill('createReimbursement', {
    description: 'Train to the Abuja office',
    category: 'travel',
    expenseDate: '2026-03-18',
  });

/** A virtual account of the business. A BVN is a number of Nigeria. */
export function virtualAccountInput(
  { currency, country, fill }: TestData,
  { type, number }: Required<Schemas['CustomIdentification']>,
): Schemas['VirtualAccountInput'] {
  const usual = type === 'BVN' ? { currency: 'NGN', countryCode: 'NG' } : { currency, countryCode: country };
  return { ...fill('createVirtualAccount', usual), customIdentification: { type, number } };
}

/** A bank account of the business with this number. */
export const externalAccountInput = (
  { bank, currency, fill }: TestData,
  accountNumber: string,
): Schemas['ExternalAccountInput'] =>
  fill('linkExternalAccount', {
    accountName: 'Harmattan Textiles Limited',
    accountNumber,
    routingNumber: bank.code,
    bankName: bank.name,
    currency,
  });

/** The taxes of a salary. */
export const taxInput = (
  { currency }: Pick<TestData, 'currency'>,
  personId: string,
  amount: number,
): Schemas['TaxCalculationInput'] => ({ personId, salary: { amount, currency } });

/**
 * A valid payroll with the given salaries.
 *
 * @param earlier number of earlier payrolls of these persons: each payroll is for a month of its own, because a target
 * may reject a second payment for the same days. The first is for the month before its date.
 */
export function payrollBody(
  data: Pick<TestData, 'currency' | 'amounts'>,
  payrollDate: string,
  entries: readonly { personId: string; salary: number }[],
  earlier = 0,
): PayrollSave {
  return {
    payrollDate,
    payPeriod: monthBefore(payrollDate, 1 + earlier),
    entries: entries.map(({ personId, salary }) => ({ personId, salary: moneyOf(data, salary) })),
  };
}

/** The same payroll with a custom fee. The structure of a fee is not shown, so a target may reject it. */
export const withFee = (
  body: PayrollSave,
  { currency }: Pick<TestData, 'currency'>,
  amount: number,
): PayrollSave => ({
  ...body,
  feeLineItems: [{ name: 'Expedited run', amount: { amount, currency } }],
});

/** A picture of one pixel, because a target may check the content of a file. */
export const picture = (name: string): FormFile => ({
  name,
  contentType: 'image/png',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
});
