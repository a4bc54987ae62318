/** Judges what a deposit says of its sender. Section "Event list and payloads". */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { bankFields } from '../../judgements/payment-fields.ts';
import type { Alternative } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { BankTransfer } from '../../target/controls.ts';

const plain = (text: unknown) =>
  String(text)
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();

/** A field of the bank block; what was not supplied is an empty string. */
interface Field {
  readonly requirement: RequirementId;
  readonly name: string;
  readonly value: unknown;
  readonly supplied: string | undefined;
}

function judgeEmpty(alternative: Alternative, { name, value, supplied }: Field): void {
  if (supplied !== undefined) return;
  const expected = `an empty string as bank.${name}, which was not supplied`;
  alternative.require('EVENT-045', value === '', expected, show(value));
}

/** A masked number shows a part of the number. */
function judgeMasked(alternative: Alternative, { requirement, name, value, supplied }: Field): void {
  if (supplied === undefined) return;
  const isMasked = typeof value === 'string' && value !== '' && !plain(value).includes(plain(supplied));
  alternative.require(requirement, isMasked, `a masked ${name} of ${supplied}`, show(value));
}

/** A code that was supplied is shown, in whatever grouping. */
function judgeCode(alternative: Alternative, { requirement, name, value, supplied }: Field): void {
  if (supplied === undefined) return;
  const isShown = typeof value === 'string' && plain(value) === plain(supplied);
  alternative.require(requirement, isShown, `the ${name} ${supplied}`, show(value));
}

const numberFields = ['sortCode', 'accountNumber', 'bankCode', 'iban'];

/** Whether a text may have been made from a supplied one: they begin or end alike, as with a masked number. */
const isMadeFrom = (text: string, supplied: string): boolean => {
  const [made, from] = [plain(text), plain(supplied)];
  return made.slice(0, 2) === from.slice(0, 2) || made.slice(-2) === from.slice(-2);
};

/** The bank block holds no number that nobody supplied. */
function judgeOthers(
  alternative: Alternative,
  bank: Readonly<Record<string, unknown>>,
  own: readonly string[],
  supplied: readonly string[],
): void {
  for (const name of numberFields) {
    const value = bank[name];
    if (own.includes(name) || typeof value !== 'string') continue;
    const holds = value === '' || supplied.some((each) => isMadeFrom(value, each));
    const expected = `an empty string as bank.${name}, which was not supplied`;
    alternative.require('EVENT-045', holds, expected, show(value));
  }
}

/** @param paymentInfo what `transaction.succeeded` of the deposit carries */
export function judgeSender(
  alternative: Alternative,
  { amount, sender }: BankTransfer,
  paymentInfo: unknown,
): void {
  if (sender === undefined) return;
  const { accountName, accountNumber, bankCode, network } = sender;
  const isThere = isRecord(paymentInfo);
  const expected = `paymentInfo in the event of the deposit that ${accountName} sent`;
  alternative.require('EVENT-040', isThere, expected, show(paymentInfo));
  if (!isThere) return;
  const wanted = network ?? 'bank';
  const block = (name: string) => {
    const value = paymentInfo[name];
    return isRecord(value) ? value : {};
  };
  const { currency } = amount;
  const bank = block('bank');
  const fields = currency === 'GBP' || currency === 'EUR' ? bankFields[currency] : undefined;
  const own = fields === undefined ? [] : [fields.code, fields.number];
  const supplied = [accountNumber, bankCode].filter((each) => each !== undefined);
  judgeOthers(alternative, bank, own, supplied);
  if (fields !== undefined) {
    const { requirement, code, number } = fields;
    const codeField = { requirement, name: code, value: bank[code], supplied: bankCode };
    const numberField = { requirement, name: number, value: bank[number], supplied: accountNumber };
    judgeCode(alternative, codeField);
    judgeMasked(alternative, numberField);
    judgeEmpty(alternative, codeField);
    judgeEmpty(alternative, numberField);
  } else {
    // The name of the field that carries the name is not shown.
    // Banks write names in capitals.
    const isName = (shown: unknown) => String(shown).toLowerCase() === accountName.toLowerCase();
    const isShown = Object.values(block(wanted)).some(isName);
    alternative.require('EVENT-044', isShown, `the name ${accountName} in ${wanted}`, show(paymentInfo));
  }
  const { preferredMethod } = paymentInfo;
  const shown = Object.values(block(String(preferredMethod)));
  // If only the sender's name is known, the block may contain only empty strings.
  const isUnknown = accountNumber === undefined && bankCode === undefined;
  const isNamed = preferredMethod === wanted || shown.includes(accountName);
  alternative.require(
    'EVENT-041',
    isNamed && (isUnknown || shown.some((value) => value !== '' && value !== null)),
    `${wanted} as preferredMethod, the block that shows ${accountName}`,
    show(preferredMethod),
  );
}
