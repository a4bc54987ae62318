/** Conversion between currencies. The document shows no rate; these are ours, fixed so that every answer can be repeated. */
import type { Money } from '../../state/schemas.ts';

/** How much of each currency one US dollar buys. */
const perDollar: ReadonlyMap<string, string> = new Map([
  ['USD', '1'],
  ['EUR', '0.92'],
  ['GBP', '0.79'],
  ['CAD', '1.36'],
  ['BRL', '5.1'],
  ['MXN', '18.2'],
  ['COP', '4100'],
  ['NGN', '1550'],
  ['GHS', '15.4'],
  ['KES', '129'],
  ['ZAR', '18.6'],
  ['INR', '83.5'],
]);

/** Digits after the point of a rate that is shown: never fewer than the first, never more than the second. */
const [fewestDigits, mostDigits] = [2, 8];

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function fractionOf(decimal: string): Fraction {
  const [whole = '', digits = ''] = decimal.split('.');
  return { numerator: BigInt(whole + digits), denominator: 10n ** BigInt(digits.length) };
}

/** The exact exchange rate from one currency to the other. */
function exactRate(from: string, to: string): Fraction | undefined {
  if (from === to) return { numerator: 1n, denominator: 1n };
  const [sold, bought] = [perDollar.get(from), perDollar.get(to)];
  if (sold === undefined || bought === undefined) return undefined;
  const [one, other] = [fractionOf(sold), fractionOf(bought)];
  return {
    numerator: other.numerator * one.denominator,
    denominator: other.denominator * one.numerator,
  };
}

/** For numbers that are not negative. */
const roundHalfUp = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator);

/** The exchange rate from one currency to the other, as a decimal such as `1550.00`; undefined if there is none. */
export function rateOf(from: string, to: string): string | undefined {
  const rate = exactRate(from, to);
  if (rate === undefined) return undefined;
  const scaled = roundHalfUp(rate.numerator * 10n ** BigInt(mostDigits), rate.denominator);
  const padded = String(scaled).padStart(mostDigits + 1, '0');
  const [whole, digits] = [padded.slice(0, -mostDigits), padded.slice(-mostDigits)];
  return `${whole}.${digits.replace(/0+$/, '').padEnd(fewestDigits, '0')}`;
}

/**
 * An amount in another currency, rounded to the nearest integer. A positive amount is never worth less than 1, so that
 * nothing is free.
 *
 * @param money an amount of 0 or more.
 * @returns undefined when there is no rate, or when an amount cannot be counted exactly.
 */
export function convert({ amount, currency: from }: Money, currency: string): Money | undefined {
  const rate = exactRate(from, currency);
  if (rate === undefined || !Number.isSafeInteger(amount) || amount < 0) return undefined;
  const rounded = Number(roundHalfUp(BigInt(amount) * rate.numerator, rate.denominator));
  if (!Number.isSafeInteger(rounded)) return undefined;
  return { amount: amount > 0 ? Math.max(1, rounded) : 0, currency };
}
