/** Rules of a single delivery besides the schema of its event. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import type { Environment } from '../../engine/events.ts';
import { requireNotEarly, stages } from '../../judgements/expiry-stages.ts';
import type { Judging } from '../../judgements/judging.ts';
import { isWholeIban, requireBankFields, requireQuestion } from '../../judgements/payment-fields.ts';
import type { Answer } from '../../provider/answers.ts';
import type { Envelope } from '../../provider/inspect.ts';
import { show } from '../../provider/response.ts';
import { providerHeaders } from '../../webhooks/provider-headers.ts';
import type { TrafficCheck } from '../check.ts';
import type { ObservedDelivery } from '../observation.ts';
import { isUuid } from './rule.ts';

interface EventRule {
  /** Absent: any event. */
  readonly eventType?: string;
  readonly covers: readonly RequirementId[];
  readonly judge: (judging: Judging, data: Answer, sent: Sent) => void;
}

/** When an event was sent, by the clock of the service. */
interface Sent {
  /** Empty if the header is missing. */
  readonly header: string;
  /** The announced change happened no later than this; undefined without a time. */
  readonly latest: number | undefined;
  readonly environment: Environment;
}

const unixSeconds = /^\d{10}$/;

const stamped: EventRule = {
  covers: ['HOOK-009'],
  judge: (judging, _, { header }) => {
    if (header === '') return;
    const expected = 'hook-timestamp in Unix seconds';
    judging.require('HOOK-009', unixSeconds.test(header), expected, show(header));
  },
};

/** A sandbox may move the clock of its documents, but stamp its deliveries with another one. */
const expiry: EventRule = {
  eventType: 'user.kyc.expiry',
  covers: ['LIMIT-002', 'EXPIRY-002', 'LIMIT-003'],
  judge: (judging, data, { latest, environment }) => {
    if (environment !== 'production') return;
    const stage = stages.find((each) => each === data.stage);
    const { expiryDate } = data;
    const isDate = typeof expiryDate === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(expiryDate);
    if (stage === undefined || !isDate || Number.isNaN(Date.parse(expiryDate)) || latest === undefined)
      return;
    requireNotEarly(judging, stage, expiryDate, latest);
  },
};

const question: EventRule = {
  eventType: 'transaction.rfi.updated',
  covers: ['EVENT-025'],
  judge: (judging, data) => {
    if (data.status === 'RFI_REQUESTED') requireQuestion(judging, data);
  },
};

/** Who sent it is not known, so an iban may be missing, but not stand in another field. */
function requireIban(judging: Judging, { iban, accountNumber }: Readonly<Record<string, unknown>>): void {
  judging.require('EVENT-043', !isWholeIban(iban), 'a masked iban', show(iban));
  const isElsewhere = (iban ?? '') === '' && /^[A-Z]{2}\d{2}/.test(String(accountNumber));
  judging.require('EVENT-043', !isElsewhere, 'the IBAN as iban', `accountNumber ${show(accountNumber)}`);
}

/** The sender of a deposit, if the event contains it. */
const sender: EventRule = {
  eventType: 'transaction.succeeded',
  covers: ['EVENT-041', 'EVENT-042', 'EVENT-043'],
  judge: (judging, { type, amount, paymentInfo }) => {
    if (type !== 'DEPOSIT' || !isRecord(paymentInfo) || !isRecord(amount)) return;
    const { preferredMethod } = paymentInfo;
    if (typeof preferredMethod !== 'string' || preferredMethod === '') return;
    const isThere = isRecord(paymentInfo[preferredMethod]);
    const expected = `the block ${preferredMethod}, which preferredMethod names`;
    judging.require('EVENT-041', isThere, expected, show(paymentInfo));
    const { currency } = amount;
    if (preferredMethod !== 'bank' || (currency !== 'GBP' && currency !== 'EUR')) return;
    requireBankFields(judging, currency, paymentInfo);
    if (currency === 'EUR' && isRecord(paymentInfo.bank)) requireIban(judging, paymentInfo.bank);
  },
};

const recipients = ['BUSINESS', 'USER', 'EMPLOYEE', 'CONTRACTOR'];

/** Payrolls, businesses, users and persons have UUIDs. */
const references = (eventType: string): EventRule => ({
  eventType,
  covers: ['EVENT-030', 'EVENT-035'],
  judge: (judging, { type, reference, recipientId, recipientType }) => {
    if (type === 'PAYROLL' && typeof reference === 'string')
      judging.require('EVENT-030', isUuid(reference), 'a payrollId as reference', show(reference));
    if (typeof recipientId !== 'string' || !recipients.includes(String(recipientType))) return;
    const expected = `the id of a ${recipientType} as recipientId`;
    judging.require('EVENT-035', isUuid(recipientId), expected, show(recipientId));
  },
});

const eventRules: readonly EventRule[] = [
  stamped,
  expiry,
  question,
  sender,
  references('transaction.initiated'),
  references('transaction.succeeded'),
];

function sentAt({ headers }: ObservedDelivery, { timestamp }: Envelope): Pick<Sent, 'header' | 'latest'> {
  const header = providerHeaders(headers).timestamp;
  const times = [header, timestamp].map(String).filter((text) => unixSeconds.test(text));
  return { header, latest: times.length === 0 ? undefined : Math.max(...times.map(Number)) };
}

export const eventCheck = (environment: Environment): TrafficCheck => ({
  id: 'rules.events',
  title: 'The fields of an event are consistent',
  judgedBy: 'exchange',
  covers: [...new Set(eventRules.flatMap(({ covers }) => covers))],
  delivery: (delivery, envelope) => {
    const { eventType, data } = envelope;
    const own = eventRules.filter((rule) => rule.eventType === undefined || rule.eventType === eventType);
    const sent = { ...sentAt(delivery, envelope), environment };
    return async (scenario) => {
      scenario.showDelivery(delivery);
      for (const { judge } of own) judge(scenario, isRecord(data) ? data : {}, sent);
    };
  },
});
