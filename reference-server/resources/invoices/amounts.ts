/** The items of an invoice in its base currency, and their sums, in exact integers. */

import type { Money, Schemas } from '../../state/schemas.ts';
import { convert, rateOf } from '../wallets/fx.ts';

type Item = Schemas['InvoiceItem'];
type ItemInput = Schemas['InvoiceItemInput'];

/** Category of a contractor's items that name none. */
const defaultCategory = 'CONTRACTOR_FEE';

export interface Amounts {
  readonly items: Item[];
  readonly total: Money;
  /** By pair, from the base currency to that of an item; absent when nothing was converted. */
  readonly fxRates?: Record<string, number>;
}

const isPositive = (value: number) => Number.isSafeInteger(value) && value > 0;

function priced(
  input: ItemInput,
  place: string,
  { currency, personId }: { currency: string; personId: string },
  params: Record<string, string>,
): Item | undefined {
  const { description, category = defaultCategory, amount: original, quantity = 1 } = input;
  if (!description) params[`${place}.description`] = 'is missing';
  if (!isPositive(quantity)) params[`${place}.quantity`] = 'must be a positive integer';
  if (original === undefined) params[`${place}.amount`] = 'is missing';
  if (!description || !original || !isPositive(quantity)) return undefined;
  if (!isPositive(original.amount)) {
    params[`${place}.amount.amount`] = 'must be a positive integer';
    return undefined;
  }
  const rate = rateOf(currency, original.currency);
  if (rate === undefined) {
    params[`${place}.amount.currency`] = `must be a currency that can be converted into ${currency}`;
    return undefined;
  }
  const amount = convert(original, currency);
  if (amount === undefined || !Number.isSafeInteger(amount.amount * quantity)) {
    params[`${place}.amount.amount`] = 'must not be more than can be counted exactly';
    return undefined;
  }
  const isConverted = original.currency !== currency;
  return {
    personId,
    description,
    category,
    ...(isConverted && { originalAmount: { amount: original.amount, currency: original.currency } }),
    amount,
    ...(isConverted && { fxRate: Number(rate) }),
    quantity,
    total: { amount: amount.amount * quantity, currency },
  };
}

/**
 * Prices the items of a contractor: each in the base currency, with the rate where it had to be converted.
 *
 * @param params where a message for each offending field is put.
 * @returns undefined when there is one.
 */
export function amountsOf(
  inputs: readonly ItemInput[],
  base: { readonly currency: string; readonly personId: string },
  params: Record<string, string>,
): Amounts | undefined {
  const items = inputs.map((input, index) => priced(input, `items.${index}`, base, params));
  const valid = items.filter((item) => item !== undefined);
  if (valid.length < items.length) return undefined;
  const amount = valid.reduce((sum, { total }) => sum + total.amount, 0);
  if (!Number.isSafeInteger(amount)) {
    params.items = 'must not add up to more than can be counted exactly';
    return undefined;
  }
  const rates = valid.flatMap(({ originalAmount, fxRate }) =>
    originalAmount && fxRate !== undefined ? [[`${base.currency}-${originalAmount.currency}`, fxRate]] : [],
  );
  return {
    items: valid,
    total: { amount, currency: base.currency },
    ...(rates.length > 0 && { fxRates: Object.fromEntries(rates) }),
  };
}
