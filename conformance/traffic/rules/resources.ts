/** Rules of a single resource: a read returns the requested id, and a new resource has its initial values. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { OperationId } from '../../../openapi/description.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { requireEmptyStrings } from '../../judgements/beneficiary-texts.ts';
import { requireUntouched, requireZeros } from '../../judgements/signatures.ts';
import { type Answer, itemsOf, succeeded } from '../../provider/answers.ts';
import { show } from '../../provider/response.ts';
import { type ExchangeRule, isSameId, isUuid } from './rule.ts';

const readRule = (operation: OperationId, name: string, requirement: RequirementId): ExchangeRule => ({
  operation,
  covers: [requirement],
  judge: (judging, { answer, path }) => {
    const asked = path[name];
    const shown = isRecord(answer.json) ? answer.json.id : undefined;
    if (answer.status !== 200 || !isUuid(asked) || !isUuid(shown)) return;
    judging.require(
      requirement,
      isSameId(asked, shown),
      `the resource with the id ${asked}`,
      `the resource with the id ${shown}`,
    );
  },
});

const signaturesOf = ({ signatures }: Answer) =>
  Array.isArray(signatures) ? signatures.filter(isRecord) : [];

const newContract: ExchangeRule = {
  operation: 'createContract',
  covers: ['CONTRACT-004', 'CONTRACT-005', 'CONTRACT-006', 'CONTRACT-010', 'CONTRACT-011', 'CONTRACT-013'],
  judge: (judging, { answer, sent }) => {
    const contract = answer.json;
    if (!succeeded(answer) || !isRecord(contract)) return;
    const { status } = contract;
    const isWaiting = status === 'awaiting business signature';
    if (status !== undefined)
      judging.require('CONTRACT-010', isWaiting, 'awaiting business signature', show(status));
    for (const name of ['templateId', 'personId']) {
      const [given, shown] = [isRecord(sent) ? sent[name] : undefined, contract[name]];
      if (!isUuid(given) || !isUuid(shown)) continue;
      judging.require('CONTRACT-013', isSameId(given, shown), `the ${name} ${given}`, shown);
    }
    requireUntouched(judging, signaturesOf(contract));
  },
};

const listedContracts: ExchangeRule = {
  operation: 'listContracts',
  covers: ['CONTRACT-005'],
  judge: (judging, { answer }) => {
    if (answer.status !== 200) return;
    for (const contract of itemsOf(answer)) requireZeros(judging, signaturesOf(contract));
  },
};

const listedBeneficiaries: ExchangeRule = {
  operation: 'listBeneficiaries',
  covers: ['BENEFICIARY-003', 'BENEFICIARY-004', 'BENEFICIARY-007'],
  judge: (judging, { answer }) => {
    if (answer.status !== 200) return;
    for (const [place, item] of itemsOf(answer).entries())
      requireEmptyStrings(judging, item, ['data', String(place)]);
  },
};

const reviewed: ExchangeRule = {
  operation: 'reviewKyc',
  covers: ['SANDBOX-004'],
  judge: (judging, { answer }) => {
    if (!succeeded(answer)) return;
    const { status, text } = answer;
    const actual = text === '' ? String(status) : `${status} with ${show(text)}`;
    judging.require('SANDBOX-004', status === 204 && text === '', '204 without a body', actual);
  },
};

export const resourceRules: readonly ExchangeRule[] = [
  readRule('readPerson', 'personId', 'PERSON-015'),
  readRule('readPayout', 'payoutId', 'PAYOUT-017'),
  readRule('readInvoice', 'invoiceId', 'INVOICE-014'),
  newContract,
  listedContracts,
  listedBeneficiaries,
  reviewed,
];
