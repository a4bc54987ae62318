import type { BusinessState, Outcome } from '../../state/business-state.ts';
import { type CursorQuery, cursorPageOf } from '../../state/pages.ts';
import type { BeneficiaryRecord } from '../../state/records/money.ts';
import { invalidBody } from '../../state/refusal.ts';
import type { Asks, RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { defined } from '../../state/values.ts';

export type CreateBeneficiary = Asks<'beneficiaryId', Schemas['BeneficiaryInput']>;

type Bank = NonNullable<Schemas['PaymentDetails']['bank']>;

function bankOf(given: Schemas['BeneficiaryBankInput'] = {}): Bank {
  const { address = {} } = given;
  return {
    accountName: given.accountName ?? '',
    accountNumber: given.accountNumber ?? '',
    accountType: '',
    bankCode: given.bankCode ?? '',
    bankName: given.bankName ?? '',
    branchName: '',
    beneficiaryId: { type: '', value: '' },
    address: {
      line1: address.line1 ?? '',
      line2: address.line2 ?? '',
      city: address.city ?? '',
      postalCode: address.postalCode ?? '',
      state: '',
      countryCode: address.countryCode ?? '',
    },
    email: '',
  };
}

function kycOf(given: Schemas['BeneficiaryKycInput'] = {}): Schemas['BeneficiaryKyc'] {
  return {
    firstName: given.firstName ?? '',
    lastName: given.lastName ?? '',
    dateOfBirth: given.dateOfBirth ?? '',
    countryCode: given.countryCode ?? '',
    idType: given.idType ?? '',
    idNumber: given.idNumber ?? '',
    idFileFront: given.idFileFront ?? '',
    idFileBack: '',
  };
}

/** "In list responses, empty strings stand for absent sub-fields" (section "Beneficiary"). */
function listedOf(record: BeneficiaryRecord, tenantKey: string): Schemas['Beneficiary'] {
  const { id, businessId, beneficiary, createdTimestamp } = record;
  const { name, countryCode, currency, kyc, paymentDetails } = beneficiary;
  return {
    id,
    tenantKey,
    businessId,
    name,
    countryCode,
    currency,
    paymentDetails: {
      preferredMethod: paymentDetails?.preferredMethod ?? '',
      bank: bankOf(paymentDetails?.bank),
    },
    kyc: kycOf(kyc),
    createdTimestamp,
    lastUpdatedTimestamp: createdTimestamp,
  };
}

export const beneficiaryRules = {
  /**
   * Creates a payout account (section "Beneficiaries and payouts"). The document does not show which fields are
   * required; here the fields that every list shows are.
   *
   * @throws Refusal `invalid_request_body` without name, countryCode or currency.
   */
  create(state: BusinessState, { beneficiaryId, input }: CreateBeneficiary, { now }: RuleContext): Outcome {
    const { name, countryCode, currency, email, kyc, paymentDetails } = input;
    if (name === undefined) throw invalidBody({ name: 'is missing' });
    if (countryCode === undefined) throw invalidBody({ countryCode: 'is missing' });
    if (currency === undefined) throw invalidBody({ currency: 'is missing' });
    const record: BeneficiaryRecord = {
      id: beneficiaryId,
      businessId: state.business.id,
      beneficiary: {
        name,
        countryCode,
        currency,
        ...defined({ email, kyc, paymentDetails }),
      },
      createdTimestamp: now,
    };
    return { state: { ...state, beneficiaries: [...state.beneficiaries, record] }, events: [] };
  },

  /** One page of the beneficiaries in the order of their creation. */
  page({ business, beneficiaries }: BusinessState, query: CursorQuery): Schemas['BeneficiaryList'] {
    return cursorPageOf(
      beneficiaries.map((record) => listedOf(record, business.tenantKey)),
      query,
    );
  },
};
