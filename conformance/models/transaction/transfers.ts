/** Bank transfers that the model receives. */
import fc from 'fast-check';
import type { BankTransfer } from '../../target/controls.ts';

const accounts = {
  GBP: { accountNumber: '31244417', bankCode: '204418' },
  EUR: { accountNumber: 'DE89370400440532013000', bankCode: 'COBADEFFXXX' },
  USD: { accountNumber: '000123454417', bankCode: '021000021' },
} as const;

export type Currency = keyof typeof accounts;
type Network = 'ach' | 'wire' | 'swift';

interface TransferOptions {
  readonly network?: Network | undefined;
  /** @defaultValue the account and the bank of the sender are known */
  readonly known?: { readonly account: boolean; readonly bank: boolean };
  /** A transfer without it does not say who sent it. @defaultValue Harbour Analytics Ltd */
  readonly accountName?: string | undefined;
  readonly reference?: string;
  readonly amount?: number;
}

export function transferOf(currency: Currency, options: TransferOptions = {}): BankTransfer {
  const { network, known = { account: true, bank: true }, reference = 'HARBOUR-DEP-0325' } = options;
  const accountName = 'accountName' in options ? options.accountName : 'Harbour Analytics Ltd';
  const { accountNumber, bankCode } = accounts[currency];
  return {
    amount: { amount: options.amount ?? 600_000, currency },
    reference,
    ...(accountName !== undefined && {
      sender: {
        accountName,
        ...(known.account && { accountNumber }),
        ...(known.bank && { bankCode }),
        ...(currency === 'USD' && network !== undefined && { network }),
      },
    }),
  };
}

export const transfers: fc.Arbitrary<BankTransfer> = fc
  .record({
    currency: fc.constantFrom<Currency>('USD', 'GBP', 'EUR'),
    network: fc.constantFrom<Network | undefined>(undefined, 'ach', 'wire', 'swift'),
    known: fc.record({ account: fc.boolean(), bank: fc.boolean() }),
    accountName: fc.constantFrom(
      'Harbour Analytics Ltd',
      'Zoë & Söhne GmbH',
      '株式会社ハーバー',
      "O'Neill Trading",
      undefined,
    ),
    amount: fc.integer({ min: 1, max: 1_000_000_000 }),
    reference: fc.constantFrom('HARBOUR-DEP-0325', 'Gehälter März', '三月の給与', 'INV 7/2026 "final"'),
  })
  .map(({ currency, ...options }) => transferOf(currency, options));

/** Such as `600000 USD by wire from Harbour Analytics Ltd with the reference HARBOUR-DEP-0325`. */
export function describeTransfer({ amount, reference, sender }: BankTransfer): string {
  const by = sender?.network === undefined ? '' : ` by ${sender.network}`;
  const missing = [
    ...(sender?.accountNumber === undefined ? ['account'] : []),
    ...(sender?.bankCode === undefined ? ['bank'] : []),
  ];
  const without = missing.length === 0 ? '' : `, whose ${missing.join(' and ')} is not known,`;
  const from = sender === undefined ? ' from nobody known' : ` from ${sender.accountName}${without}`;
  return `${amount.amount} ${amount.currency}${by}${from} with the reference ${reference}`;
}
