/** Judges what a list shows for absent parts of a beneficiary. Section "Beneficiary". */
import { isRecord } from '../../openapi/is-record.ts';
import type { Answer } from '../provider/answers.ts';
import { show } from '../provider/response.ts';
import type { JudgingBody } from './judging.ts';

/** The documented text fields inside paymentDetails and kyc, by the name of their object. */
const texts = {
  bank: ['accountName', 'accountNumber', 'accountType', 'bankCode', 'bankName', 'branchName', 'email'],
  address: ['line1', 'line2', 'city', 'postalCode', 'state', 'countryCode'],
  beneficiaryId: ['type', 'value'],
  kyc: [
    'firstName',
    'lastName',
    'dateOfBirth',
    'countryCode',
    'idType',
    'idNumber',
    'idFileFront',
    'idFileBack',
  ],
} as const;

const placeOf: Readonly<Record<keyof typeof texts, readonly string[]>> = {
  bank: ['paymentDetails', 'bank'],
  address: ['paymentDetails', 'bank', 'address'],
  beneficiaryId: ['paymentDetails', 'bank', 'beneficiaryId'],
  kyc: ['kyc'],
};

/**
 * Evaluates that absent texts are empty strings. An object that was never given may be missing or empty; in any other,
 * every documented text is a string.
 *
 * @param at the place of the beneficiary in the body
 */
export function requireEmptyStrings(
  judging: JudgingBody,
  { kyc, paymentDetails }: Answer,
  at: readonly string[] = [],
): void {
  const bank = isRecord(paymentDetails) ? paymentDetails.bank : undefined;
  const address = isRecord(bank) ? bank.address : undefined;
  const beneficiaryId = isRecord(bank) ? bank.beneficiaryId : undefined;
  const holders = { bank, address, beneficiaryId, kyc };
  for (const [name, holder] of Object.entries(holders)) {
    const place = [...at, ...placeOf[name as keyof typeof texts]];
    const expected = `${name} with empty strings for absent parts`;
    judging.require('BENEFICIARY-007', holder !== null, expected, `${name}: null`, place);
    if (!isRecord(holder) || Object.keys(holder).length === 0) continue;
    for (const field of texts[name as keyof typeof texts]) {
      const has = name === 'kyc' ? 'BENEFICIARY-004' : 'BENEFICIARY-003';
      judging.require(has, field in holder, `${name}.${field}`, `no ${name}.${field}`, place);
      const expected = `${name}.${field} as a string, empty if it has no value`;
      judging.require('BENEFICIARY-007', typeof holder[field] === 'string', expected, show(holder[field]), [
        ...place,
        field,
      ]);
    }
  }
}
