/** What requests are filled with where the document leaves the values to whoever sends them. */
import type { components } from '../../openapi/generated/types.ts';
import type { Sentinels } from './sentinels.ts';

type Schemas = components['schemas'];

export interface TestData {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217. Wallet, payrolls, payouts and bank accounts are in it. */
  readonly currency: string;
  readonly phoneNumber: Required<Schemas['PhoneNumber']>;
  /** Without `line2`, which the sandbox reads its special values from. */
  readonly address: Omit<Required<Schemas['Address']>, 'line2'>;
  readonly bank: { readonly name: string; readonly code: string; readonly accountNumber: string };
  /** The type of a payroll that is not part of a series: the document writes it in two ways. */
  readonly payrollType: 'ONE_OFF' | 'ONE-OFF';
  /** Id of a file that a beneficiary's document is on, where the target wants one. */
  readonly idFileFront?: string;
  /** `lean`: without the fields that a target may take for unknown or too many. */
  readonly form: 'full' | 'lean';
}

/** What a configuration may say of it. */
type Learnt = 'form' | 'payrollType' | 'idFileFront';
export type GivenData = Readonly<Partial<Omit<TestData, Learnt>>> & {
  /** What a stranger's sandbox decides by; there are none to begin with. */
  readonly sentinels?: Sentinels;
};

type Home = Omit<TestData, Learnt>;

/** Coherent sets of values: a server may hold a currency, a phone number or a bank against the country. */
const homes: readonly [Home, ...Home[]] = [
  {
    country: 'US',
    currency: 'USD',
    phoneNumber: { countryCode: '+1', number: '2125550142' },
    address: { countryCode: 'US', line1: '9 Pier Street', city: 'Boston', postalCode: '02110', state: 'MA' },
    bank: { name: 'Harbour Trust', code: '021000021', accountNumber: '000123456789' },
  },
  {
    country: 'NG',
    currency: 'NGN',
    phoneNumber: { countryCode: '+234', number: '8035550142' },
    address: {
      countryCode: 'NG',
      line1: '5 Broad Street',
      city: 'Lagos',
      postalCode: '101221',
      state: 'Lagos',
    },
    bank: { name: 'Marina Bank', code: '058', accountNumber: '0123456789' },
  },
  {
    country: 'GB',
    currency: 'GBP',
    phoneNumber: { countryCode: '+44', number: '7911123456' },
    address: {
      countryCode: 'GB',
      line1: '21 Quay Road',
      city: 'Bristol',
      postalCode: 'BS1 4ND',
      state: 'Bristol',
    },
    bank: { name: 'Severn Bank', code: '040004', accountNumber: '12345678' },
  },
  {
    country: 'DE',
    currency: 'EUR',
    phoneNumber: { countryCode: '+49', number: '15123456789' },
    address: {
      countryCode: 'DE',
      line1: 'Hafenstraße 9',
      city: 'Hamburg',
      postalCode: '20457',
      state: 'Hamburg',
    },
    bank: { name: 'Elbe Bank', code: 'COBADEFFXXX', accountNumber: 'DE89370400440532013000' },
  },
];

const usual = { form: 'full', payrollType: 'ONE_OFF' } as const;
export const defaultTestData: TestData = { ...homes[0], ...usual };

/** The ways in which a calling code is written, of which the document names none. */
function phoneStyles({ country, phoneNumber }: Home): readonly Home['phoneNumber'][] {
  const { countryCode, number } = phoneNumber;
  return [
    phoneNumber,
    { countryCode: countryCode.replace('+', ''), number },
    { countryCode: country, number },
  ];
}

function withGiven(home: Home, { sentinels: _, ...given }: GivenData): Home {
  const { country = home.country } = given;
  return { ...home, address: { ...home.address, countryCode: country }, ...given };
}

/**
 * Everything that requests may be filled with, the likeliest first. What a configuration gives is in each of them.
 *
 * @param given with a country of its own only sets of values of that country are left, or the first one if there is none
 */
export function testDataCandidates(given: GivenData = {}): readonly [TestData, ...TestData[]] {
  const wanted = homes.filter(
    ({ country, currency }) =>
      country === (given.country ?? country) &&
      (given.country !== undefined || currency === (given.currency ?? currency)),
  );
  const candidates = (wanted.length > 0 ? wanted : [homes[0]])
    .map((home) => withGiven(home, given))
    .flatMap((home) => {
      const phones = given.phoneNumber === undefined ? phoneStyles(home) : [home.phoneNumber];
      return phones.flatMap((phoneNumber) =>
        (['full', 'lean'] as const).map((form): TestData => ({ ...home, ...usual, phoneNumber, form })),
      );
    });
  const [first = { ...withGiven(homes[0], given), ...usual }, ...others] = candidates;
  return [first, ...others];
}
