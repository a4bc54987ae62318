/** The filters of the list of payouts (section "Beneficiaries and payouts"). */

import { stringify } from 'csv-stringify/sync';
import { secondsPerDay } from '../../state/dates.ts';
import { invalidBody } from '../../state/refusal.ts';
import type { Schemas } from '../../state/schemas.ts';

export interface PayoutFilters {
  readonly reference?: string;
  readonly status?: Schemas['PayoutStatus'];
  /** ISO 8601, created on it or after. */
  readonly startDate?: string;
  /** ISO 8601, created on it or before. */
  readonly endDate?: string;
}

const date = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Unix seconds of 00:00 UTC of a day that the calendar has. */
function dayOf(text: string): number | undefined {
  const millis = Date.parse(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text);
  return exists ? millis / 1000 : undefined;
}

/**
 * The first and the last second of a date. A day is one in UTC, because the document shows no time zone; a date with a
 * time is one second.
 */
function secondsOf(name: string, text: string): { readonly first: number; readonly last: number } {
  const day = date.test(text) ? dayOf(text) : undefined;
  if (day !== undefined) return { first: day, last: day + secondsPerDay - 1 };
  const instant = Date.parse(text) / 1000;
  if (dayOf(dateTime.exec(text)?.[1] ?? '') === undefined || Number.isNaN(instant))
    throw invalidBody({ [name]: 'must be an ISO 8601 date such as 2026-03-31' });
  return { first: Math.ceil(instant), last: Math.floor(instant) };
}

/** @throws Refusal `invalid_request_body` when a date is not one. */
export function matcherOf({ reference, status, startDate, endDate }: PayoutFilters) {
  const from = startDate === undefined ? undefined : secondsOf('startDate', startDate).first;
  const to = endDate === undefined ? undefined : secondsOf('endDate', endDate).last;
  return (payout: Schemas['Payout']): boolean =>
    (reference === undefined || payout.reference === reference) &&
    (status === undefined || payout.status === status) &&
    (from === undefined || payout.createdTimestamp >= from) &&
    (to === undefined || payout.createdTimestamp <= to);
}

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

/** Payouts as comma-separated values with a header line; absent fields are empty. */
export function payoutsCsv(payouts: readonly Schemas['Payout'][]): string {
  const values = Object.values(columns);
  return stringify([Object.keys(columns), ...payouts.map((payout) => values.map((read) => read(payout)))]);
}
