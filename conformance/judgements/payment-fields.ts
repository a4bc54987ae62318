/** Judges the fields of a single payment event. Section "Event list and payloads". */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Answer } from '../provider/answers.ts';
import { show } from '../provider/response.ts';
import type { Judging } from './judging.ts';

/** Evaluates the event of an information request about a transaction. */
export function requireQuestion(judging: Judging, data: Answer): void {
  const isAsked = data.actionRequired !== undefined && data.actionRequired !== null;
  judging.require('EVENT-025', isAsked, 'the required action in actionRequired', show(data));
}

interface BankFields {
  readonly requirement: RequirementId;
  readonly code: string;
  readonly number: string;
}

/** The fields of `paymentInfo.bank` that identify the sender, by the currency of the deposit. */
export const bankFields: Readonly<Record<'GBP' | 'EUR', BankFields>> = {
  GBP: { requirement: 'EVENT-042', code: 'sortCode', number: 'accountNumber' },
  EUR: { requirement: 'EVENT-043', code: 'bankCode', number: 'iban' },
};

/** Evaluates that the fields of the bank block are present; a value that was not supplied is an empty string. */
export function requireBankFields(judging: Judging, currency: 'GBP' | 'EUR', paymentInfo: Answer): void {
  const { requirement, code, number } = bankFields[currency];
  const bank = isRecord(paymentInfo.bank) ? paymentInfo.bank : {};
  const missing = [code, number].filter((name) => typeof bank[name] !== 'string');
  const expected = `bank with the texts ${code} and ${number} of a ${currency} deposit`;
  judging.require(requirement, missing.length === 0, expected, show(paymentInfo.bank));
}

/** Whether the check digits fit, which they only do if every character is shown: the IBAN is then not masked. */
export function isWholeIban(value: unknown): boolean {
  const text = String(value).replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
