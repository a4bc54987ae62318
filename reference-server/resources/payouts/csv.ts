import { stringify } from 'csv-stringify/sync';
import type { Schemas } from '../../state/schemas.ts';

/** Columns of the export by the values under them; the document shows neither names nor order. */
const columns: Readonly<Record<string, (payout: Schemas['Payout']) => string | number | undefined>> = {
  id: ({ id }) => id,
  beneficiaryId: ({ beneficiaryId }) => beneficiaryId,
  quoteId: ({ quoteId }) => quoteId,
  reference: ({ reference }) => reference,
  amount: ({ amount }) => amount.amount,
  currency: ({ amount }) => amount.currency,
  sourceAmount: ({ sourceAmount }) => sourceAmount.amount,
  sourceCurrency: ({ sourceAmount }) => sourceAmount.currency,
  feeAmount: ({ feeAmount }) => feeAmount.amount,
  feeCurrency: ({ feeAmount }) => feeAmount.currency,
  fxRate: ({ fxRate }) => fxRate,
  status: ({ status }) => status,
  createdTimestamp: ({ createdTimestamp }) => createdTimestamp,
  lastUpdatedTimestamp: ({ lastUpdatedTimestamp }) => lastUpdatedTimestamp,
};

/** Payouts as comma-separated values with a header line; an empty field stands for what a payout does not have. */
export function payoutsCsv(payouts: readonly Schemas['Payout'][]): string {
  const values = Object.values(columns);
  return stringify([Object.keys(columns), ...payouts.map((payout) => values.map((read) => read(payout)))]);
}
