/** Test data of requests, where the document leaves the values open. */
import { randomUUID } from 'node:crypto';
import type { components } from '../../openapi/generated/types.ts';
import type { RequestValues } from '../engine/survey.ts';
import { countedValue, type Fill, fillerOf, type GivenRequests, type OrFunction } from './given-requests.ts';
import type { Sentinels } from './sentinels.ts';

type Schemas = components['schemas'];

/** A person that the target knows, used as a person, a KYC applicant and the holder of a beneficiary's account. */
export interface Identity {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly dateOfBirth?: string;
  /** ISO 3166-1 alpha-2; also the issuing country of the document. */
  readonly nationality?: string;
  /** Number of the document, if no sentinel replaces it. */
  readonly idNumber?: string;
}

/** The range of salaries and payouts, in the unit of the target. */
export interface AmountRange {
  readonly least?: number;
  readonly most?: number;
}

export interface TestData extends RequestValues {
  readonly amounts: AmountRange;
  /** The identity of everybody in a case; empty before the case begins. */
  readonly identity: Identity;
  readonly identityOf: () => Identity;
  /** Replaces the fields of a request that the configuration gives. */
  readonly fill: Fill;
}

type Home = Pick<RequestValues, 'country' | 'currency' | 'phoneNumber' | 'address' | 'bank'>;

/** Test data that a configuration or an adapter may give. */
export type GivenData = Readonly<Partial<Home & Pick<RequestValues, 'emailDomain'>>> & {
  readonly amounts?: AmountRange;
  /** A function is called once for each case. */
  readonly identity?: OrFunction<Identity>;
  /** Fields of requests, by operation. A function is called for each request. */
  readonly requests?: GivenRequests;
  /** Sentinels of the target's sandbox. By default there are none. */
  readonly sentinels?: Sentinels;
};

/** Coherent sets of values: a server may compare a currency, a phone number or a bank with the country. */
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

/** Domains that are reserved for examples, so that nobody gets mail. */
const emailDomains = ['example.com', 'example.org'] as const;

const usual = { form: 'full', payrollType: 'ONE_OFF' } as const;

/** The usual forms of a calling code; the document shows none. */
function phoneStyles({ country, phoneNumber }: Home): readonly Home['phoneNumber'][] {
  const { countryCode, number } = phoneNumber;
  return [
    phoneNumber,
    { countryCode: countryCode.replace('+', ''), number },
    { countryCode: country, number },
  ];
}

function withGiven(home: Home, given: GivenData): Home {
  const { country = home.country, currency = home.currency, bank = home.bank } = given;
  const { phoneNumber = home.phoneNumber, address = { ...home.address, countryCode: country } } = given;
  return { country, currency, phoneNumber, address, bank };
}

/** The amount, limited to the range of the target. */
export const amountWithin = (
  { amounts: { least, most } }: Pick<TestData, 'amounts'>,
  amount: number,
): number => Math.max(least ?? 0, Math.min(amount, most ?? amount));

export const moneyOf = (data: Pick<TestData, 'amounts' | 'currency'>, amount: number): Schemas['Money'] => ({
  amount: amountWithin(data, amount),
  currency: data.currency,
});

/** An address that no other record has. */
export const uniqueEmail = ({ emailDomain }: Pick<TestData, 'emailDomain'>, name: string): string =>
  `${name}.${randomUUID()}@${emailDomain}`;

/**
 * All sets of test data, the likeliest first. Each contains the values of the configuration.
 *
 * @param given if it has a country, only the sets of that country are used, or the first set if there is none
 * @param seed of the run, for functions
 */
export function testDataCandidates(given: GivenData = {}, seed = 0): readonly [TestData, ...TestData[]] {
  const identityOf = countedValue(given.identity ?? {}, seed);
  const stated = {
    ...usual,
    amounts: given.amounts ?? {},
    identity: {},
    identityOf,
    fill: fillerOf(given.requests ?? {}, seed),
  };
  const wanted = homes.filter(
    ({ country, currency }) =>
      country === (given.country ?? country) &&
      (given.country !== undefined || currency === (given.currency ?? currency)),
  );
  const places = (wanted.length > 0 ? wanted : [homes[0]]).map((home) => withGiven(home, given));
  const styles = (given.phoneNumber === undefined ? [0, 1, 2] : [0]).flatMap((phone) =>
    (['full', 'lean'] as const).map((form) => ({ phone, form })),
  );
  const domains = given.emailDomain === undefined ? emailDomains : [given.emailDomain];
  // All places in the usual style come first: a target that serves few countries should not take many attempts.
  const candidates = styles.flatMap(({ phone, form }) =>
    domains.flatMap((emailDomain) =>
      places.map((home): TestData => {
        const phoneNumber = phoneStyles(home)[phone] ?? home.phoneNumber;
        return { ...home, ...stated, emailDomain, phoneNumber, form };
      }),
    ),
  );
  const [emailDomain = emailDomains[0]] = domains;
  const [first = { ...withGiven(homes[0], given), ...stated, emailDomain }, ...others] = candidates;
  return [first, ...others];
}

/** The values of test data that a survey is about. */
export const valuesOf = ({
  country,
  currency,
  phoneNumber,
  address,
  bank,
  emailDomain,
  payrollType,
  idFileFront,
  form,
}: TestData): RequestValues => ({
  country,
  currency,
  phoneNumber,
  address,
  bank,
  emailDomain,
  payrollType,
  ...(idFileFront !== undefined && { idFileFront }),
  form,
});

/** Test data with the values of a survey, but for those that the configuration gives. */
export const dataWith = (values: RequestValues, given: GivenData, usual: TestData): TestData => ({
  ...usual,
  ...values,
  ...withGiven(values, given),
  ...(given.emailDomain !== undefined && { emailDomain: given.emailDomain }),
});

/** The data that fills the requests of one case. */
export const dataOfCase = (data: TestData): TestData => ({ ...data, identity: data.identityOf() });
