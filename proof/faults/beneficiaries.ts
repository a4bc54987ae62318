import { beneficiaryRules } from '../../reference-server/resources/beneficiaries/rules.ts';
import { faultsOf } from './fault.ts';
import { acceptsAnyBody, overlookingInBody } from './request-tools.ts';
import {
  anotherId,
  asNull,
  bareList,
  inAnswers,
  inObjects,
  isoTime,
  lowerCase,
  milliseconds,
  remove,
  replacing,
  skippingOne,
  threeLetters,
} from './tools.ts';

const nullForEmpty = (value: unknown) => (value === '' ? null : value);

/** Letters without their accents, and nothing else. */
const inAscii = (text: unknown) =>
  String(text)
    .normalize('NFD')
    .replaceAll(/[^ -~]/g, '');

export const beneficiaryFaults = faultsOf('beneficiary', {
  'beneficiary-tenant-key-null': {
    title: 'The tenantKey of a beneficiary is null.',
    breaks: ['BENEFICIARY-001'],
    overrides: inAnswers('listBeneficiaries', 'data.*.tenantKey', asNull),
  },
  'beneficiary-business-id-without-dashes': {
    title: 'The businessId of a beneficiary has no dashes, so a client does not find the business.',
    breaks: ['BENEFICIARY-001', 'CONV-001'],
    overrides: inAnswers('listBeneficiaries', 'data.*.businessId', (id) => String(id).replaceAll('-', '')),
  },
  'beneficiary-country-of-three-letters': {
    title: 'The country of a beneficiary has three letters.',
    breaks: ['BENEFICIARY-002', 'CONV-004', 'BENEFICIARY-009'],
    overrides: inAnswers('listBeneficiaries', 'data.*.countryCode', threeLetters),
  },
  'beneficiary-country-that-is-none': {
    title: 'The country of a beneficiary does not exist.',
    breaks: ['BENEFICIARY-002', 'CONV-004', 'BENEFICIARY-009'],
    overrides: inAnswers('listBeneficiaries', 'data.*.countryCode', () => 'ZZ'),
  },
  'country-of-a-bank-spelled-out': {
    title: 'A client that looks up the country of a bank by its code finds none.',
    breaks: ['CONV-004'],
    overrides: inAnswers('listBeneficiaries', 'data.*.paymentDetails.bank.address.countryCode', (code) =>
      code === '' ? 'unknown' : code,
    ),
  },
  'beneficiary-currency-in-lower-case': {
    title: 'The currency of a beneficiary is in lower case.',
    breaks: ['BENEFICIARY-002', 'CONV-005', 'BENEFICIARY-009'],
    overrides: inAnswers('listBeneficiaries', 'data.*.currency', lowerCase),
  },
  'beneficiary-account-number-as-number': {
    title: 'An account number that begins with 0 is the number of another account.',
    breaks: ['BENEFICIARY-003'],
    overrides: inAnswers('listBeneficiaries', 'data.*.paymentDetails.bank.accountNumber', Number),
  },
  'beneficiary-bank-without-branch': {
    title: 'A client that prints the branch of a bank prints undefined.',
    breaks: ['BENEFICIARY-003'],
    overrides: inAnswers('listBeneficiaries', 'data.*.paymentDetails.bank.branchName', remove),
  },
  'beneficiary-birthday-with-time': {
    title: 'A date of birth has a time, so a client in the west shows the day before.',
    breaks: ['BENEFICIARY-004', 'CONV-002'],
    overrides: inAnswers('listBeneficiaries', 'data.*.kyc.dateOfBirth', (date) =>
      date === '' ? '' : `${date}T00:00:00Z`,
    ),
  },
  'beneficiary-creation-in-milliseconds': {
    title: 'The creation time of a beneficiary is in milliseconds, which reads as the year 58000.',
    breaks: ['BENEFICIARY-005', 'CONV-003'],
    overrides: inAnswers('listBeneficiaries', 'data.*.createdTimestamp', milliseconds),
  },
  'beneficiary-update-as-text': {
    title: 'The update time of a beneficiary is text instead of a timestamp.',
    breaks: ['BENEFICIARY-005', 'CONV-003'],
    overrides: inAnswers('listBeneficiaries', 'data.*.lastUpdatedTimestamp', isoTime),
  },
  'beneficiary-back-file-null': {
    title: 'The missing back of a document is null instead of an empty string.',
    breaks: ['BENEFICIARY-006', 'BENEFICIARY-007', 'BENEFICIARY-004'],
    overrides: inAnswers('listBeneficiaries', 'data.*.kyc.idFileBack', nullForEmpty),
  },
  'beneficiary-front-file-repeated': {
    title: 'The file of the front of a document is repeated as the missing back.',
    breaks: ['BENEFICIARY-006'],
    overrides: inObjects('listBeneficiaries', 'data.*.kyc', (kyc) => ({
      ...kyc,
      idFileBack: kyc.idFileFront,
    })),
  },
  'beneficiary-absent-state-null': {
    title: 'A form that shows the address of a bank shows null.',
    breaks: ['BENEFICIARY-007', 'BENEFICIARY-003'],
    overrides: inAnswers('listBeneficiaries', 'data.*.paymentDetails.bank.address.state', nullForEmpty),
  },
  'beneficiary-absent-kyc-fields-null': {
    title: 'Absent fields of the kyc of a beneficiary are null instead of empty strings.',
    breaks: ['BENEFICIARY-007', 'BENEFICIARY-004', 'BENEFICIARY-006'],
    overrides: inObjects('listBeneficiaries', 'data.*.kyc', (kyc) =>
      Object.fromEntries(Object.entries(kyc).map(([name, value]) => [name, nullForEmpty(value)])),
    ),
  },
  'beneficiary-name-in-ascii': {
    title: 'The name of a beneficiary loses its accents.',
    breaks: ['BENEFICIARY-009'],
    subtle: ['non-ascii'],
    overrides: inAnswers('listBeneficiaries', 'data.*.name', inAscii),
  },
  'created-beneficiary-without-id': {
    title: 'Creating a beneficiary returns no id.',
    breaks: ['BENEFICIARY-008'],
    overrides: inAnswers('createBeneficiary', 'id', remove),
  },
  'created-beneficiary-id-is-a-number': {
    title: 'A client that stores identifiers as UUIDs cannot store that of a payout account.',
    breaks: ['BENEFICIARY-008', 'CONV-001'],
    overrides: inAnswers('createBeneficiary', 'id', (id) => Number.parseInt(String(id).slice(0, 8), 16)),
  },
  'newest-beneficiary-not-listed': {
    title: 'A payout account appears in the list only when the next one is created.',
    breaks: ['BENEFICIARY-009'],
    overrides: replacing('beneficiaries', {
      page: (state, query) =>
        beneficiaryRules.page({ ...state, beneficiaries: state.beneficiaries.slice(0, -1) }, query),
    }),
  },
  'beneficiary-country-of-the-bank-shown': {
    title: 'A beneficiary shows the country of its bank instead of its own.',
    breaks: ['BENEFICIARY-009'],
    overrides: replacing('beneficiaries', {
      create(state, command, context) {
        const bankCountry = command.input.paymentDetails?.bank?.address?.countryCode;
        const input = {
          ...command.input,
          ...(bankCountry !== undefined && { countryCode: bankCountry }),
        };
        return beneficiaryRules.create(state, { ...command, input }, context);
      },
    }),
  },
  'beneficiaries-without-node': {
    title: 'A client cannot get beyond the first page of payout accounts.',
    breaks: ['BENEFICIARY-010', 'CONV-011'],
    overrides: inAnswers('listBeneficiaries', 'node', remove),
  },
  'beneficiaries-as-bare-list': {
    title: 'A client that reads data finds no payout accounts.',
    breaks: ['BENEFICIARY-010', 'CONV-011'],
    overrides: inAnswers('listBeneficiaries', '', bareList),
  },
  'last-page-without-next': {
    title: 'A client that follows next until it is null never stops.',
    breaks: ['CONV-011', 'BENEFICIARY-010', 'PAYOUT-007'],
    overrides: inAnswers(['listBeneficiaries', 'listPayouts'], 'node.next', (next) => next ?? undefined),
  },
  'cursors-as-numbers': {
    title: 'A client that keeps cursors as text gets numbers.',
    breaks: ['CONV-011', 'BENEFICIARY-010', 'PAYOUT-007'],
    overrides: inAnswers(['listBeneficiaries', 'listPayouts'], 'node.previous', () => 0),
  },
  'beneficiary-accepts-any-body': {
    title: 'Creating a beneficiary with an invalid body succeeds.',
    breaks: ['BENEFICIARY-011', 'ERR-002', 'BENEFICIARY-008'],
    overrides: acceptsAnyBody('createBeneficiary'),
  },
  'beneficiary-inner-objects-not-validated': {
    title: 'An account number that is not a string is accepted.',
    breaks: ['BENEFICIARY-011', 'ERR-002', 'BENEFICIARY-003', 'BENEFICIARY-004'],
    overrides: {
      rules: overlookingInBody(
        'createBeneficiary',
        ({ path, message }) => path.length !== 1 && message === 'must be string',
      ),
    },
  },
  'created-beneficiary-under-an-id-of-nobody': {
    title: 'Creating a beneficiary returns an id that no beneficiary has.',
    breaks: ['BENEFICIARY-009'],
    subtle: ['wrong-id'],
    overrides: inAnswers('createBeneficiary', 'id', anotherId),
  },
  'beneficiary-cursor-skips-one-of-the-same-second': {
    title: 'If several beneficiaries were created in the same second, one is missing where a page ends.',
    breaks: ['BENEFICIARY-013', 'CONV-012'],
    subtle: ['cursor'],
    overrides: replacing('beneficiaries', {
      page(state, query) {
        const { data, node } = beneficiaryRules.page(state, query);
        return { data: skippingOne(data, state.beneficiaries, query.cursor), node };
      },
    }),
  },
});
