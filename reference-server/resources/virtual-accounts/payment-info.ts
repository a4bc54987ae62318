/** Who sent a deposit by bank transfer (section "Event list and payloads, Deposit details"). */
import { masked } from '../../state/masking.ts';
import type { Schemas } from '../../state/schemas.ts';

export interface Sender {
  readonly accountName: string;
  /** Or the IBAN. */
  readonly accountNumber?: string;
  /** Sort code or BIC. */
  readonly bankCode?: string;
  /** Of a deposit in USD. */
  readonly network?: 'ach' | 'wire' | 'swift';
}

const nothing = { bank: {}, ach: {}, wire: {}, swift: {} };

function bankOf({ accountName, accountNumber = '', bankCode = '' }: Sender, currency: string) {
  const bank = { accountName, sortCode: '', accountNumber: '', bankCode: '', iban: '' };
  if (currency === 'GBP') return { ...bank, sortCode: bankCode, accountNumber: masked(accountNumber) };
  if (currency === 'EUR') return { ...bank, bankCode, iban: masked(accountNumber, { first: 4 }) };
  return bank;
}

/** The sender in the block that the currency and the network choose; undefined without the name of a sender. */
export function paymentInfoOf(
  sender: Sender | undefined,
  currency: string,
): Schemas['PaymentInfo'] | undefined {
  if (sender === undefined || sender.accountName === '') return undefined;
  const { accountName, network } = sender;
  if (currency === 'USD' && network !== undefined)
    return { preferredMethod: network, ...nothing, [network]: { accountName } };
  return { preferredMethod: 'bank', ...nothing, bank: bankOf(sender, currency) };
}
