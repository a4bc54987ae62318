import { personRules } from '../resources/persons/rules.ts';
import { payloadOf } from './event-tools.ts';
import type { Fault } from './fault.ts';
import { inEnvelopes } from './tools.ts';

/** UTF-8 that is read as Latin-1, as in "GarcÃ­a". */
const garbled = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** What goes wrong with text beyond ASCII, and with no other. */
export const beyondAsciiFaults: readonly Fault[] = [
  {
    id: 'job-title-garbled',
    title: 'A Geschäftsführerin reads a jumble of letters in place of what she is.',
    area: 'person',
    breaks: ['PERSON-012', 'EVENT-008'],
    overrides: {
      rules: {
        persons: {
          setJobInfo(state, { personId, input }, now) {
            const { title } = input.jobInfo ?? {};
            const jobInfo = { ...input.jobInfo, ...(title !== undefined && { title: garbled(title) }) };
            const changed = { ...input, ...(input.jobInfo && { jobInfo }) };
            return personRules.setJobInfo(state, { personId, input: changed }, now);
          },
        },
      },
    },
  },
  {
    id: 'expense-rejection-reason-garbled',
    title: 'A person who is written to with accents cannot read why an expense was rejected.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-010'],
    overrides: inEnvelopes('data.reason', (reason, { delivery }) =>
      delivery.event.eventType === 'reimbursement.rejected' ? garbled(String(reason)) : reason,
    ),
  },
  {
    id: 'deposit-description-garbled-in-the-event',
    title: 'A consumer cannot match a deposit with an accent to the list of disbursements.',
    area: 'transaction',
    breaks: ['EVENT-039', 'EVENT-038', 'EVENT-037'],
    overrides: inEnvelopes('data.description', (description, { delivery }) =>
      payloadOf(delivery.event).type === 'DEPOSIT' ? garbled(String(description)) : description,
    ),
  },
];
