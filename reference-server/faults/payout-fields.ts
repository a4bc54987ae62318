import type { Fault } from './fault.ts';
import {
  asObject,
  bareList,
  type FieldFault,
  fieldFaults,
  isoTime,
  milliseconds,
  prefixed,
} from './field-faults.ts';
import { inAnswers, remove } from './tools.ts';

/** A word in place of another one. */
const instead = (of: string, word: string) => (value: unknown) => (value === of ? word : value);

/** Deviations of one field of the list of payouts. */
const fields: readonly FieldFault[] = [
  [
    'payout-beneficiary-id-with-prefix',
    'A client that looks up who is paid does not find them.',
    ['PAYOUT-002', 'CONV-001'],
    'beneficiaryId',
    prefixed('ben'),
  ],
  [
    'payout-without-reference-shows-null',
    'A client that reads references as text crashes at the first payout without one.',
    ['PAYOUT-002'],
    '',
    asObject((payout) => ({ reference: null, ...payout })),
  ],
  [
    'payout-fee-without-currency',
    'Nobody knows what the fee of a payout is counted in.',
    ['PAYOUT-003', 'CONV-006'],
    'feeAmount',
    asObject(({ amount }) => amount),
  ],
  [
    'payout-source-amount-as-text',
    'A client that adds up payouts concatenates them.',
    ['PAYOUT-003', 'CONV-006'],
    'sourceAmount.amount',
    String,
  ],
  [
    'payout-rate-as-number',
    'The rate of a payout loses its digits on the way.',
    ['PAYOUT-004'],
    'fxRate',
    Number,
  ],
  [
    'payout-initiated-shown-as-pending',
    'A client that knows four states of a payout sees a fifth.',
    ['PAYOUT-005', 'PAYOUT-010'],
    'status',
    instead('initiated', 'pending'),
  ],
  [
    'payout-succeeded-shown-as-completed',
    'A client that waits for succeeded waits for ever.',
    ['PAYOUT-005', 'PAYOUT-010'],
    'status',
    instead('succeeded', 'completed'),
  ],
  [
    'payout-creation-in-milliseconds',
    'A payout of today was made in the year 58000.',
    ['PAYOUT-006', 'CONV-003'],
    'createdTimestamp',
    milliseconds,
  ],
  [
    'payout-update-as-text',
    'A client that reads seconds gets a date in words.',
    ['PAYOUT-006', 'CONV-003'],
    'lastUpdatedTimestamp',
    isoTime,
  ],
];

export const payoutFieldFaults: readonly Fault[] = [
  ...fieldFaults('payout', 'listPayouts', 'data.*.', fields),
  {
    id: 'payouts-without-node',
    title: 'A client cannot get beyond the first page of payouts.',
    area: 'payout',
    breaks: ['PAYOUT-007', 'CONV-011'],
    overrides: inAnswers('listPayouts', 'node', remove),
  },
  {
    id: 'payouts-as-bare-list',
    title: 'A client that reads data finds no payouts.',
    area: 'payout',
    breaks: ['PAYOUT-007', 'CONV-011'],
    overrides: inAnswers('listPayouts', '', bareList),
  },
];
