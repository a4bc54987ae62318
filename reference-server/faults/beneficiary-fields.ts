import type { Fault } from './fault.ts';
import {
  asObject,
  type FieldFault,
  fieldFaults,
  isoTime,
  lowerCase,
  milliseconds,
  threeLetters,
} from './field-faults.ts';
import { remove } from './tools.ts';

const nullForEmpty = (value: unknown) => (value === '' ? null : value);

/** Letters without their accents, and nothing else. */
const inAscii = (text: unknown) =>
  String(text)
    .normalize('NFD')
    .replaceAll(/[^ -~]/g, '');

/** Deviations of one field of the list of beneficiaries. */
const fields: readonly FieldFault[] = [
  [
    'beneficiary-tenant-key-null',
    'A platform cannot tell whose payout account it lists.',
    ['BENEFICIARY-001'],
    'tenantKey',
    () => null,
  ],
  [
    'beneficiary-business-id-without-dashes',
    'A client that looks up the business of a payout account does not find it.',
    ['BENEFICIARY-001', 'CONV-001'],
    'businessId',
    (id) => String(id).replaceAll('-', ''),
  ],
  [
    'beneficiary-country-of-three-letters',
    'A client that knows countries by two letters does not know this one.',
    ['BENEFICIARY-002', 'CONV-004', 'BENEFICIARY-009'],
    'countryCode',
    threeLetters,
  ],
  [
    'beneficiary-currency-in-lower-case',
    'A payout in USD does not match an account in usd.',
    ['BENEFICIARY-002', 'CONV-005', 'BENEFICIARY-009'],
    'currency',
    lowerCase,
  ],
  [
    'beneficiary-account-number-as-number',
    'An account number that begins with 0 is the number of another account.',
    ['BENEFICIARY-003'],
    'paymentDetails.bank.accountNumber',
    Number,
  ],
  [
    'beneficiary-bank-without-branch',
    'A client that prints the branch of a bank prints undefined.',
    ['BENEFICIARY-003'],
    'paymentDetails.bank.branchName',
    remove,
  ],
  [
    'beneficiary-birthday-with-time',
    'A holder who was born on the first of a month is shown with the month before.',
    ['BENEFICIARY-004'],
    'kyc.dateOfBirth',
    (date) => (date === '' ? '' : `${date}T00:00:00Z`),
  ],
  [
    'beneficiary-creation-in-milliseconds',
    'A new payout account was created in the year 58000.',
    ['BENEFICIARY-005', 'CONV-003'],
    'createdTimestamp',
    milliseconds,
  ],
  [
    'beneficiary-update-as-text',
    'A client that compares the times of updates compares words.',
    ['BENEFICIARY-005', 'CONV-003'],
    'lastUpdatedTimestamp',
    isoTime,
  ],
  [
    'beneficiary-back-file-null',
    'A client that expects an empty string for the missing back of a document crashes.',
    ['BENEFICIARY-006', 'BENEFICIARY-007', 'BENEFICIARY-004'],
    'kyc.idFileBack',
    nullForEmpty,
  ],
  [
    'beneficiary-front-file-repeated',
    'The front of a document is shown as its back, which nobody has uploaded.',
    ['BENEFICIARY-006'],
    'kyc',
    asObject((kyc) => ({ ...kyc, idFileBack: kyc.idFileFront })),
  ],
  [
    'beneficiary-absent-state-null',
    'A form that shows the address of a bank shows null.',
    ['BENEFICIARY-007', 'BENEFICIARY-003'],
    'paymentDetails.bank.address.state',
    nullForEmpty,
  ],
  [
    'beneficiary-absent-kyc-fields-null',
    'A form that shows what is known about a holder shows null for all the rest.',
    ['BENEFICIARY-007', 'BENEFICIARY-004', 'BENEFICIARY-006'],
    'kyc',
    asObject((kyc) =>
      Object.fromEntries(Object.entries(kyc).map(([name, value]) => [name, nullForEmpty(value)])),
    ),
  ],
  [
    'beneficiary-name-in-ascii',
    'A bank refuses a payout, because the name of its holder has lost its accents.',
    ['BENEFICIARY-009'],
    'name',
    inAscii,
  ],
];

export const beneficiaryFieldFaults: readonly Fault[] = fieldFaults(
  'beneficiary',
  'listBeneficiaries',
  'data.*.',
  fields,
);
