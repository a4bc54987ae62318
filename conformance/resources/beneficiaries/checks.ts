/** Sections "Beneficiary" and "Beneficiaries and payouts" of the interface document. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isRecord } from '../../../openapi/is-record.ts';
import { requireEmptyStrings } from '../../judgements/beneficiary-texts.ts';
import { idOf, requireUnixSeconds, succeeded } from '../../provider/answers.ts';
import { type Check, property } from '../../provider/check.ts';
import { readAll } from '../../provider/cursor.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { isAlone, openTenant } from '../../provider/tenant.ts';
import { type BeneficiaryInput, beneficiaryInput } from '../../provider/valid-requests.ts';
import { type Beneficiary, createBeneficiary } from './actions.ts';

/** Optional parts; the name, the country and the currency are always given. */
const parts = [
  'email',
  'kyc',
  'idFileFront',
  'idNumber',
  'dateOfBirth',
  'bank',
  'bankName',
  'address',
  'line2',
] as const;
type Part = (typeof parts)[number];

interface BeneficiaryCase {
  readonly name: string;
  readonly absent: readonly Part[];
  /** Whether the bank and the document of the holder belong to other countries than the beneficiary. */
  readonly abroad: boolean;
}

function inputOf(
  full: Required<BeneficiaryInput>,
  { name, absent, abroad }: BeneficiaryCase,
): BeneficiaryInput {
  const has = (part: Part) => !absent.includes(part);
  const { kyc = {}, paymentDetails } = full;
  const { bank = {} } = paymentDetails;
  const { address = {}, bankName, ...plainBank } = bank;
  const { line2, ...plainAddress } = address;
  const { idNumber, dateOfBirth, ...plainKyc } = kyc;
  return {
    name,
    countryCode: full.countryCode,
    currency: full.currency,
    ...(has('email') && { email: full.email }),
    ...(has('kyc') && {
      kyc: {
        ...plainKyc,
        ...(abroad && { countryCode: 'CO' }),
        ...(has('idFileFront') && { idFileFront: '1b6e4c8a-2d59-4f70-8a13-9c7e5b0d3f61' }),
        ...(has('idNumber') && { idNumber }),
        ...(has('dateOfBirth') && { dateOfBirth }),
      },
    }),
    paymentDetails: {
      preferredMethod: 'bank',
      ...(has('bank') && {
        bank: {
          ...plainBank,
          ...(abroad && { accountName: name }),
          ...(has('bankName') && { bankName }),
          ...(has('address') && {
            address: {
              ...plainAddress,
              ...(abroad && { countryCode: 'GB' }),
              ...(has('line2') && { line2 }),
            },
          }),
        },
      }),
    },
  } as BeneficiaryInput;
}

/** Banks write names in capitals. */
const plain = (text: string) => text.normalize().toLowerCase().replace(/\s+/g, ' ');

/** Evaluates that the account is the given one. A target may hide a part of its number, or write it in another form. */
function requireAccount(
  scenario: Scenario,
  given: { readonly accountName?: string; readonly accountNumber?: string },
  { accountName, accountNumber }: Readonly<Record<string, unknown>>,
): void {
  if (given.accountName !== undefined && typeof accountName === 'string') {
    const holds = plain(accountName) === plain(given.accountName);
    scenario.require('BENEFICIARY-003', holds, show(given.accountName), show(accountName));
  }
  const isWhole = [given.accountNumber, accountNumber].every((number) => /^\d{5,}$/.test(String(number)));
  if (!isWhole) return;
  const holds = accountNumber === given.accountNumber;
  scenario.require('BENEFICIARY-003', holds, show(given.accountNumber), show(accountNumber));
}

/** Evaluates that the list shows the given bank and address, and empty strings for texts that were not given. */
function requireAsGiven(
  scenario: Scenario,
  body: BeneficiaryInput,
  { paymentDetails, kyc }: Beneficiary,
): void {
  const given = body.paymentDetails?.bank;
  const bank = isRecord(paymentDetails?.bank) ? paymentDetails.bank : undefined;
  if (given !== undefined) {
    const holds = bank !== undefined && Object.keys(bank).length > 0;
    scenario.require('BENEFICIARY-003', holds, 'the bank of the request', show(paymentDetails));
    if (bank !== undefined) requireAccount(scenario, given, bank);
    const address: unknown = bank?.address;
    const isShown = isRecord(address) && Object.keys(address).length > 0;
    const actual = `bank.address ${show(address)}`;
    if (given.address !== undefined)
      scenario.require('BENEFICIARY-003', isShown, 'the address of the bank, which was given', actual);
  }
  const ofKyc = (['dateOfBirth', 'idNumber', 'idFileFront'] as const).filter(
    (field) => body.kyc?.[field] === undefined,
  );
  const ofBank = ['accountNumber', 'bankCode', 'bankName', 'branchName'];
  const ofAddress = ['line1', 'line2', 'city', 'postalCode', 'state'];
  const isWithoutLine = given?.address !== undefined && given.address.line2 === undefined;
  const absent: readonly (readonly [name: string, shown: unknown, fields: readonly string[]])[] = [
    ['kyc', kyc, ofKyc],
    ['bank', bank, given === undefined ? [...ofBank, ...(body.email === undefined ? ['email'] : [])] : []],
    ['bank.address', bank?.address, given === undefined ? ofAddress : isWithoutLine ? ['line2'] : []],
    ['bank.beneficiaryId', bank?.beneficiaryId, given === undefined ? ['value'] : []],
  ];
  for (const [name, shown, fields] of absent) {
    if (!isRecord(shown)) continue;
    for (const field of fields) {
      const value = shown[field];
      if (typeof value !== 'string') continue;
      const expected = `an empty string as ${name}.${field}, which was not given`;
      scenario.require('BENEFICIARY-007', value === '', expected, show(value));
    }
  }
}

const names = ['Adaeze Okafor', 'José Núñez', 'Zoë', '李小龍', "Siobhán O'Neill", 'محمد', 'X'];

async function findBeneficiary(scenario: Scenario, caller: Parameters<typeof readAll>[2], id: string) {
  const { items, complete } = await readAll<Beneficiary>(scenario, 'listBeneficiaries', caller);
  return { listed: items.find((beneficiary) => beneficiary?.id === id), complete };
}

export const beneficiaryChecks: readonly Check[] = [
  property<BeneficiaryCase>({
    id: 'beneficiaries.list',
    title: 'A created beneficiary is listed, with empty strings for omitted fields',
    covers: [
      'BENEFICIARY-001',
      'BENEFICIARY-002',
      'BENEFICIARY-003',
      'BENEFICIARY-004',
      'BENEFICIARY-005',
      'BENEFICIARY-006',
      'BENEFICIARY-007',
      'BENEFICIARY-008',
      'BENEFICIARY-009',
      'BENEFICIARY-010',
      'AUTH-006',
      'CONV-011',
      'CONV-015',
    ],
    needs: [],
    examples: [
      { name: 'José Núñez', absent: [], abroad: true },
      { name: 'Adaeze Okafor', absent: [...parts], abroad: false },
    ],
    arbitrary: () =>
      fc.record({
        name: fc.constantFrom(...names),
        absent: fc.subarray([...parts]),
        abroad: fc.boolean(),
      }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 2),
    run: async (scenario, value) => {
      const { name, absent, abroad } = value;
      const tenant = await openTenant(scenario);
      const { caller, businessId } = tenant;
      const without = absent.length === 0 ? '' : ` without ${absent.join(', ')}`;
      scenario.step(`create a beneficiary${abroad ? ' whose bank is abroad' : ''}${without}`);
      const full = beneficiaryInput(scenario.data);
      const body = inputOf(full, value);
      // The document shows neither the required fields nor whether a file must exist, so a target may reject this.
      const attempt = await scenario.send('createBeneficiary', caller, { body });
      const id = succeeded(attempt)
        ? idOf(attempt, 'createBeneficiary')
        : await createBeneficiary(scenario, caller, { ...full, name });
      const given = { name, countryCode: full.countryCode, currency: full.currency };
      scenario.step('list the beneficiaries');
      const { listed, complete } = await findBeneficiary(scenario, caller, id);
      if (listed === undefined && !complete) {
        scenario.skip(
          'BENEFICIARY-009',
          'The beneficiary is not on the first page, and no other can be read.',
        );
        return;
      }
      const shown = listed && {
        name: listed.name,
        countryCode: listed.countryCode,
        currency: listed.currency,
      };
      const expected = `a beneficiary ${id} with ${show(given)}`;
      const actual = listed === undefined ? 'no such beneficiary' : show(shown);
      const isGiven =
        typeof shown?.name === 'string' &&
        isDeepStrictEqual({ ...shown, name: plain(shown.name) }, { ...given, name: plain(name) });
      scenario.require('BENEFICIARY-009', isGiven, expected, actual);
      if (listed === undefined) return;
      // A field that is missing is a matter of the description.
      if (isAlone(tenant) && businessId !== undefined && listed.businessId) {
        const expected = `a beneficiary of the business ${businessId}`;
        scenario.require('AUTH-006', listed.businessId === businessId, expected, show(listed.businessId));
      }
      requireEmptyStrings(scenario, listed);
      if (succeeded(attempt)) requireAsGiven(scenario, body, listed);
      if (listed.kyc !== undefined && Object.keys(listed.kyc).length > 0) {
        const holds = listed.kyc?.idFileBack === '';
        const expected = 'idFileBack as an empty string';
        scenario.require('BENEFICIARY-006', holds, expected, show(listed.kyc?.idFileBack));
      }
      requireUnixSeconds(scenario, 'BENEFICIARY-005', 'createdTimestamp', listed.createdTimestamp);
      requireUnixSeconds(scenario, 'BENEFICIARY-005', 'lastUpdatedTimestamp', listed.lastUpdatedTimestamp);
    },
  }),
];
