import { invalidBody } from '../../refusal.ts';
import type { Schemas } from '../../schemas.ts';
import type { PersonRecord } from '../persons/records.ts';
import type { PayEntry, PayrollTerms } from './records.ts';
import { amountsOf, totalsOf } from './totals.ts';

type Entry = Schemas['PayrollEntry'];
type Params = Record<string, string>;

function checkEntry(
  entry: Entry,
  place: string,
  currency: string | undefined,
  persons: readonly PersonRecord[],
  params: Params,
): PayEntry | undefined {
  const { personId, salary } = entry;
  if (personId === undefined) params[`${place}.personId`] = 'is missing';
  else if (!persons.some(({ id }) => id === personId))
    params[`${place}.personId`] = 'must name a person of this business';
  if (salary === undefined) params[`${place}.salary`] = 'is missing';
  else if (!Number.isSafeInteger(salary.amount) || salary.amount <= 0)
    params[`${place}.salary.amount`] = 'must be a positive integer';
  else if (salary.currency !== currency)
    params[`${place}.salary.currency`] = 'must be the currency of the other entries';
  return personId === undefined || salary === undefined ? undefined : { personId, salary };
}

/**
 * Decides whether the entries of a payroll are valid (section "States and transitions, Payroll": "entries valid").
 * What makes them so is not shown; a payroll that cannot be paid as it stands is refused.
 *
 * @throws Refusal `invalid_request_body` that names each offending field.
 */
export function termsOf(input: Schemas['PayrollSave'], persons: readonly PersonRecord[]): PayrollTerms {
  const params: Params = {};
  const { payrollDate, payPeriod, entries = [], ...extras } = input;
  const { fromDate, toDate } = payPeriod ?? {};
  if (payrollDate === undefined) params.payrollDate = 'is missing';
  if (payPeriod === undefined) params.payPeriod = 'is missing';
  else if (fromDate === undefined) params['payPeriod.fromDate'] = 'is missing';
  else if (toDate === undefined) params['payPeriod.toDate'] = 'is missing';
  else if (fromDate > toDate) params['payPeriod.toDate'] = 'must not be before fromDate';
  if (entries.length === 0) params.entries = 'must hold at least one entry';

  const currency = entries[0]?.salary?.currency;
  const checked = entries.flatMap(
    (entry, index) => checkEntry(entry, `entries.${index}`, currency, persons, params) ?? [],
  );
  const gross = checked.reduce((sum, { salary }) => sum + salary.amount, 0);
  if (
    Object.keys(params).length === 0 &&
    !(Number.isSafeInteger(gross) && Number.isSafeInteger(amountsOf(gross).debit))
  )
    params.entries = 'must not add up to more than can be counted exactly';

  // The dates are tested once more for the compiler, which does not connect them with params.
  if (Object.keys(params).length > 0 || !payrollDate || !fromDate || !toDate) throw invalidBody(params);
  const { fxValidUntil, feeLineItems, customData } = extras;
  return {
    payrollDate,
    payPeriod: { fromDate, toDate },
    entries: checked,
    totals: totalsOf(checked),
    extras: {
      ...(fxValidUntil !== undefined && { fxValidUntil }),
      ...(feeLineItems !== undefined && { feeLineItems }),
      ...(customData !== undefined && { customData }),
    },
  };
}
