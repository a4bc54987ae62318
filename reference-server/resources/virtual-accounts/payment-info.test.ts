import { expect, test } from 'vitest';
import { paymentInfoOf, type Sender } from './rules.ts';

const accountName = 'Harbour Analytics Ltd';
const noBank = { accountName, sortCode: '', accountNumber: '', bankCode: '', iban: '' };
const nothing = { bank: {}, ach: {}, wire: {}, swift: {} };
const gbp = { accountName, accountNumber: '31244417', bankCode: '204418' };
const eur = { accountName, accountNumber: 'DE89370400440532013000', bankCode: 'LAGODEFFXXX' };

test.each<[name: string, sender: Sender, currency: string, want: object]>([
  [
    'GBP carries sort code and masked account number',
    gbp,
    'GBP',
    { preferredMethod: 'bank', bank: { ...noBank, sortCode: '204418', accountNumber: '****4417' } },
  ],
  [
    'EUR carries BIC and masked IBAN',
    eur,
    'EUR',
    { preferredMethod: 'bank', bank: { ...noBank, bankCode: 'LAGODEFFXXX', iban: 'DE89**************3000' } },
  ],
  ['what was not supplied is empty', { accountName }, 'GBP', { preferredMethod: 'bank', bank: noBank }],
  ['USD by ach', { ...gbp, network: 'ach' }, 'USD', { preferredMethod: 'ach', ach: { accountName } }],
  [
    'USD by wire',
    { accountName, network: 'wire' },
    'USD',
    { preferredMethod: 'wire', wire: { accountName } },
  ],
  [
    'USD by swift',
    { accountName, network: 'swift' },
    'USD',
    { preferredMethod: 'swift', swift: { accountName } },
  ],
  ['USD without a network', gbp, 'USD', { preferredMethod: 'bank', bank: noBank }],
  [
    'a network is one of USD only',
    { ...gbp, network: 'swift' },
    'GBP',
    { preferredMethod: 'bank', bank: { ...noBank, sortCode: '204418', accountNumber: '****4417' } },
  ],
  ['any other currency', gbp, 'NGN', { preferredMethod: 'bank', bank: noBank }],
])('%s', (_name, sender, currency, want) => {
  expect(paymentInfoOf(sender, currency)).toEqual({ ...nothing, ...want });
});

test('without the name of a sender there is none', () => {
  expect(paymentInfoOf(undefined, 'USD')).toBeUndefined();
  expect(paymentInfoOf({ ...gbp, accountName: '' }, 'GBP')).toBeUndefined();
});
