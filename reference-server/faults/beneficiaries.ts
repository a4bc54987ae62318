import { beneficiaryRules } from '../resources/beneficiaries/rules.ts';
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
    title: 'A platform cannot tell whose payout account it lists.',
    breaks: ['BENEFICIARY-001'],
    overrides: inAnswers('listBeneficiaries', 'data.*.tenantKey', asNull),
  },
  'beneficiary-business-id-without-dashes': {
    title: 'A client that looks up the business of a payout account does not find it.',
    breaks: ['BENEFICIARY-001', 'CONV-001'],
    overrides: inAnswers('listBeneficiaries', 'data.*.businessId', (id) => String(id).replaceAll('-', '')),
  },
  'beneficiary-country-of-three-letters': {
    title: 'A client that knows countries by two letters does not know this one.',
    breaks: ['BENEFICIARY-002', 'CONV-004', 'BENEFICIARY-009'],
    overrides: inAnswers('listBeneficiaries', 'data.*.countryCode', threeLetters),
  },
  'beneficiary-country-that-is-none': {
    title: 'A client that looks up the country of a beneficiary finds none.',
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
    title: 'A payout in USD does not match an account in usd.',
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
    title: 'A holder who was born on the first of a month is shown with the month before.',
    breaks: ['BENEFICIARY-004'],
    overrides: inAnswers('listBeneficiaries', 'data.*.kyc.dateOfBirth', (date) =>
      date === '' ? '' : `${date}T00:00:00Z`,
    ),
  },
  'beneficiary-creation-in-milliseconds': {
    title: 'A new payout account was created in the year 58000.',
    breaks: ['BENEFICIARY-005', 'CONV-003'],
    overrides: inAnswers('listBeneficiaries', 'data.*.createdTimestamp', milliseconds),
  },
  'beneficiary-update-as-text': {
    title: 'A client that compares the times of updates compares words.',
    breaks: ['BENEFICIARY-005', 'CONV-003'],
    overrides: inAnswers('listBeneficiaries', 'data.*.lastUpdatedTimestamp', isoTime),
  },
  'beneficiary-back-file-null': {
    title: 'A client that expects an empty string for the missing back of a document crashes.',
    breaks: ['BENEFICIARY-006', 'BENEFICIARY-007', 'BENEFICIARY-004'],
    overrides: inAnswers('listBeneficiaries', 'data.*.kyc.idFileBack', nullForEmpty),
  },
  'beneficiary-front-file-repeated': {
    title: 'The front of a document is shown as its back, which nobody has uploaded.',
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
    title: 'A form that shows what is known about a holder shows null for all the rest.',
    breaks: ['BENEFICIARY-007', 'BENEFICIARY-004', 'BENEFICIARY-006'],
    overrides: inObjects('listBeneficiaries', 'data.*.kyc', (kyc) =>
      Object.fromEntries(Object.entries(kyc).map(([name, value]) => [name, nullForEmpty(value)])),
    ),
  },
  'beneficiary-name-in-ascii': {
    title: 'A bank refuses a payout, because the name of its holder has lost its accents.',
    breaks: ['BENEFICIARY-009'],
    subtle: ['non-ascii'],
    overrides: inAnswers('listBeneficiaries', 'data.*.name', inAscii),
  },
  'created-beneficiary-without-id': {
    title: 'A client creates a payout account and cannot pay into it.',
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
    title: 'A payout account shows the country of its bank in place of its own.',
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
    title: 'A payout account with a broken body is reported as created.',
    breaks: ['BENEFICIARY-011', 'ERR-002', 'BENEFICIARY-008'],
    overrides: acceptsAnyBody('createBeneficiary'),
  },
  'beneficiary-inner-objects-not-validated': {
    title: 'An account number that is no text is accepted, and the payout to it fails days later.',
    breaks: ['BENEFICIARY-011', 'ERR-002', 'BENEFICIARY-003', 'BENEFICIARY-004'],
    overrides: {
      rules: overlookingInBody(
        'createBeneficiary',
        ({ path, message }) => path.length !== 1 && message === 'must be string',
      ),
    },
  },
  'created-beneficiary-under-an-id-of-nobody': {
    title: 'A client that keeps the id of a new payout account can never pay into it.',
    breaks: ['BENEFICIARY-009'],
    subtle: ['wrong-id'],
    overrides: inAnswers('createBeneficiary', 'id', anotherId),
  },
  'beneficiary-cursor-skips-one-of-the-same-second': {
    title: 'Of payout accounts that were created in one second, one is lost wherever a page ends.',
    breaks: ['CONV-012'],
    subtle: ['cursor'],
    overrides: replacing('beneficiaries', {
      page(state, query) {
        const { data, node } = beneficiaryRules.page(state, query);
        return { data: skippingOne(data, state.beneficiaries, query.cursor), node };
      },
    }),
  },
});
