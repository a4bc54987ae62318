import { expect, test } from 'vitest';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { BankTransfer } from '../../target/controls.ts';
import { brokenRule, concludeFrom } from '../../testing/conclude.ts';
import { transferOf } from './creations.ts';
import { judgeSender } from './payment-info.ts';

function broken(transfer: BankTransfer, paymentInfo: unknown): string | undefined {
  const found = concludeFrom({}, (alternative) => judgeSender(alternative, transfer, paymentInfo));
  return brokenRule(found);
}

const name = 'Harbour Analytics Ltd';
const empty = { ach: {}, wire: {}, swift: {} };
const inBank = (bank: object) => ({ preferredMethod: 'bank', bank, ...empty });
const unknown = { account: false, bank: false };

test.each<[string, BankTransfer, unknown, RequirementId | undefined]>([
  ['nothing, of an unknown sender', transferOf('GBP', { accountName: undefined }), undefined, undefined],
  ['something, of a known one', transferOf('GBP'), undefined, 'EVENT-040'],
  [
    'sort code and masked number in GBP',
    transferOf('GBP'),
    inBank({ sortCode: '20-44-18', accountNumber: '****4417' }),
    undefined,
  ],
  [
    'no whole number in GBP',
    transferOf('GBP'),
    inBank({ sortCode: '204418', accountNumber: '3124-4417' }),
    'EVENT-042',
  ],
  [
    'empty strings for what is not known',
    transferOf('GBP', { known: unknown }),
    inBank({ sortCode: '', accountNumber: '' }),
    undefined,
  ],
  [
    'no null for what is not known',
    transferOf('EUR', { known: unknown }),
    inBank({ bankCode: null, iban: '' }),
    'EVENT-045',
  ],
  [
    'the numbers of other currencies, if they come from what is known',
    transferOf('GBP'),
    inBank({ sortCode: '204418', accountNumber: '****4417', bankCode: '20-44-18', iban: 'GB29****4417' }),
    undefined,
  ],
  [
    'no number that nobody supplied',
    transferOf('GBP'),
    inBank({ sortCode: '204418', accountNumber: '****4417', iban: 'n/a' }),
    'EVENT-045',
  ],
  ['the BIC in EUR', transferOf('EUR'), inBank({ bankCode: 'OTHER', iban: 'DE89***3000' }), 'EVENT-043'],
  [
    'the name by the network in USD',
    transferOf('USD', { network: 'wire' }),
    { ...inBank({}), preferredMethod: 'wire', wire: { name } },
    undefined,
  ],
  [
    'the name nowhere else in USD',
    transferOf('USD', { network: 'wire' }),
    { ...inBank({}), preferredMethod: 'swift', swift: { name } },
    'EVENT-044',
  ],
  ['the name in bank without a network', transferOf('USD'), inBank({ accountName: name }), undefined],
  [
    'which block it is in',
    transferOf('USD', { network: 'ach' }),
    { ...inBank({}), preferredMethod: 'bank', ach: { name } },
    'EVENT-041',
  ],
])('a deposit shows %s', (_, transfer, paymentInfo, wanted) => {
  expect(broken(transfer, paymentInfo)).toBe(wanted);
});
