import { beneficiaryRules } from '../resources/beneficiaries/rules.ts';
import { validationRules } from '../resources/validation.ts';
import type { Fault } from './fault.ts';
import { bareList } from './field-faults.ts';
import { acceptsAnyBody, inAnswers, remove } from './tools.ts';

export const beneficiaryFaults: readonly Fault[] = [
  {
    id: 'created-beneficiary-without-id',
    title: 'A client creates a payout account and cannot pay into it.',
    area: 'beneficiary',
    breaks: ['BENEFICIARY-008'],
    overrides: inAnswers('createBeneficiary', 'id', remove),
  },
  {
    id: 'created-beneficiary-id-is-a-number',
    title: 'A client that stores identifiers as UUIDs cannot store that of a payout account.',
    area: 'beneficiary',
    breaks: ['BENEFICIARY-008', 'CONV-001'],
    overrides: inAnswers('createBeneficiary', 'id', (id) => Number.parseInt(String(id).slice(0, 8), 16)),
  },
  {
    id: 'newest-beneficiary-not-listed',
    title: 'A payout account appears in the list only when the next one is created.',
    area: 'beneficiary',
    breaks: ['BENEFICIARY-009'],
    overrides: {
      rules: {
        beneficiaries: {
          page: (state, query) =>
            beneficiaryRules.page({ ...state, beneficiaries: state.beneficiaries.slice(0, -1) }, query),
        },
      },
    },
  },
  {
    id: 'beneficiary-country-of-the-bank-shown',
    title: 'A payout account shows the country of its bank in place of its own.',
    area: 'beneficiary',
    breaks: ['BENEFICIARY-009'],
    overrides: {
      rules: {
        beneficiaries: {
          create(state, command, now) {
            const bankCountry = command.input.paymentDetails?.bank?.address?.countryCode;
            const input = {
              ...command.input,
              ...(bankCountry !== undefined && { countryCode: bankCountry }),
            };
            return beneficiaryRules.create(state, { ...command, input }, now);
          },
        },
      },
    },
  },
  {
    id: 'beneficiaries-without-node',
    title: 'A client cannot get beyond the first page of payout accounts.',
    area: 'beneficiary',
    breaks: ['BENEFICIARY-010', 'CONV-011'],
    overrides: inAnswers('listBeneficiaries', 'node', remove),
  },
  {
    id: 'beneficiaries-as-bare-list',
    title: 'A client that reads data finds no payout accounts.',
    area: 'beneficiary',
    breaks: ['BENEFICIARY-010', 'CONV-011'],
    overrides: inAnswers('listBeneficiaries', '', bareList),
  },
  {
    id: 'last-page-without-next',
    title: 'A client that follows next until it is null never stops.',
    area: 'beneficiary',
    breaks: ['CONV-011', 'BENEFICIARY-010', 'PAYOUT-007'],
    overrides: inAnswers(['listBeneficiaries', 'listPayouts'], 'node.next', (next) => next ?? undefined),
  },
  {
    id: 'cursors-as-numbers',
    title: 'A client that keeps cursors as text gets numbers.',
    area: 'beneficiary',
    breaks: ['CONV-011', 'BENEFICIARY-010', 'PAYOUT-007'],
    overrides: inAnswers(['listBeneficiaries', 'listPayouts'], 'node.previous', () => 0),
  },
  {
    id: 'beneficiary-accepts-any-body',
    title: 'A payout account with a broken body is reported as created.',
    area: 'beneficiary',
    breaks: ['BENEFICIARY-011', 'ERR-002', 'BENEFICIARY-008'],
    overrides: acceptsAnyBody('createBeneficiary'),
  },
  {
    id: 'beneficiary-inner-objects-not-validated',
    title: 'An account number that is no text is accepted, and the payout to it fails days later.',
    area: 'beneficiary',
    breaks: ['BENEFICIARY-011', 'ERR-002', 'BENEFICIARY-003', 'BENEFICIARY-004'],
    overrides: {
      rules: {
        validation: {
          ofBody(operation, body) {
            const violations = validationRules.ofBody(operation, body);
            return operation.id === 'createBeneficiary'
              ? violations.filter(({ path, message }) => path.length === 1 || message !== 'must be string')
              : violations;
          },
        },
      },
    },
  },
];
