/** Beneficiaries and payouts where the document shows neither the required fields nor how filters compare. */

import { beneficiaryRules } from '../../reference-server/resources/beneficiaries/rules.ts';
import { type PayoutQuery, payoutRules } from '../../reference-server/resources/payouts/rules.ts';
import type { BusinessState } from '../../reference-server/state/business-state.ts';
import { invalidBody, Refusal } from '../../reference-server/state/refusal.ts';
import { inAnswers, replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup } from './variant.ts';

/** Days that begin and end in another time zone, such as `+14:00`. */
const zoned = (zone: string) => {
  const inZone = ({ startDate, endDate, ...query }: PayoutQuery): PayoutQuery => ({
    ...query,
    ...(startDate !== undefined && {
      startDate: startDate.includes('T') ? startDate : `${startDate}T00:00:00${zone}`,
    }),
    ...(endDate !== undefined && { endDate: endDate.includes('T') ? endDate : `${endDate}T23:59:59${zone}` }),
  });
  return replacing('payouts', {
    page: (state, query) => payoutRules.page(state, inZone(query)),
    csv: (state, query) => payoutRules.csv(state, inZone(query)),
  });
};

/** The payouts with a reference, whether it is in capitals or not. */
function referringTo(state: BusinessState, { reference, ...query }: PayoutQuery) {
  const asked = reference?.toLowerCase();
  const payouts = state.payouts.filter(
    ({ payout }) => asked === undefined || payout.reference?.toLowerCase() === asked,
  );
  return [{ ...state, payouts }, query] as const;
}

/** Names of accounts whose payouts fail here, and their names elsewhere. */
const otherNames: readonly (readonly [here: string, elsewhere: string])[] = [
  ['refuse me', 'fail-compliance'],
  ['closed account', 'fail-account-closed'],
];

/** The sentinels as the suite is configured with them. */
const ownSentinels = [
  { accountName: 'refuse me', message: 'Rejected by compliance' },
  { accountName: 'closed account', message: 'The account is closed' },
];

function withOtherNames(state: BusinessState): BusinessState {
  const beneficiaries = state.beneficiaries.map((record) => {
    const { paymentDetails } = record.beneficiary;
    const given = paymentDetails?.bank?.accountName;
    if (given === undefined) return record;
    const [, fails = `of ${given}`] = otherNames.find(([here]) => here === given) ?? [];
    const bank = { ...paymentDetails?.bank, accountName: fails };
    return {
      ...record,
      beneficiary: { ...record.beneficiary, paymentDetails: { ...paymentDetails, bank } },
    };
  });
  return { ...state, beneficiaries };
}

/** An object that holds nothing but empty texts. */
const isEmpty = (value: unknown): boolean =>
  value === '' ||
  (typeof value === 'object' && value !== null && Object.values(asRecord(value)).every(isEmpty));

const listedAs = (empty: (value: unknown) => unknown) =>
  inAnswers('listBeneficiaries', 'data.*', (item) => {
    const { kyc, paymentDetails, ...rest } = asRecord(item);
    const shown = (value: unknown) => (isEmpty(value) ? empty(value) : value);
    return { ...rest, kyc: shown(kyc), paymentDetails: shown(paymentDetails) };
  });

export const payoutVariants: BenignGroup = {
  checks:
    /^(payouts|beneficiaries|cursors|existing|transaction|answers)\.|^(bodies|operations)\.(create-beneficiary|lists)/,
  variants: {
    'beneficiaries that need papers and a bank in their own country': {
      interpretations: [90, 162],
      overrides: replacing('beneficiaries', {
        create(state, command, context) {
          const { kyc, paymentDetails, countryCode } = command.input;
          if (!kyc?.idFileFront) throw invalidBody({ 'kyc.idFileFront': 'is missing' });
          const { accountNumber, address } = paymentDetails?.bank ?? {};
          if (!accountNumber) throw invalidBody({ 'paymentDetails.bank.accountNumber': 'is missing' });
          if (address?.countryCode !== countryCode)
            throw invalidBody({ 'paymentDetails.bank.address.countryCode': `must be ${countryCode}` });
          return beneficiaryRules.create(state, command, context);
        },
      }),
    },
    'beneficiaries that are listed without what they never had': {
      interpretations: [124],
      overrides: listedAs(() => undefined),
    },
    'beneficiaries that are listed with empty objects': {
      interpretations: [124],
      overrides: listedAs(() => ({})),
    },
    'payouts by the days of the easternmost time zone': {
      interpretations: [91, 125],
      overrides: zoned('+14:00'),
    },
    'payouts by the days of the westernmost time zone': {
      interpretations: [91, 125],
      overrides: zoned('-12:00'),
    },
    'a format that nobody knows and that is ignored': {
      interpretations: [92],
      overrides: {
        async request(request) {
          const { format, ...query } = request.query;
          if (request.operation !== 'listPayouts' || format === undefined || format === 'csv') return request;
          return { ...request, query };
        },
      },
    },
    'other names of accounts whose payouts fail': {
      interpretations: [93],
      target: (target) => ({ ...target, data: { sentinels: { payouts: ownSentinels } } }),
      overrides: replacing('payouts', {
        create(state, command, context) {
          const created = payoutRules.create(withOtherNames(state), command, context);
          return { ...created, state: { ...created.state, beneficiaries: state.beneficiaries } };
        },
      }),
    },
    'payouts that are refused for the name of the account': {
      interpretations: [280],
      overrides: replacing('payouts', {
        create(state, command, context) {
          const { beneficiary } =
            state.beneficiaries.find(({ id }) => id === command.input.beneficiaryId) ?? {};
          const name = beneficiary?.paymentDetails?.bank?.accountName;
          if (name === 'fail-compliance') throw new Refusal(422, 'payout_failed', 'Rejected by compliance.');
          if (name === 'fail-account-closed')
            throw new Refusal(422, 'payout_failed', 'The account is closed.');
          return payoutRules.create(state, command, context);
        },
      }),
    },
    'references that are compared without case': {
      interpretations: [160],
      overrides: replacing('payouts', {
        page: (state, query) => payoutRules.page(...referringTo(state, query)),
        csv: (state, query) => payoutRules.csv(...referringTo(state, query)),
      }),
    },
  },
};
